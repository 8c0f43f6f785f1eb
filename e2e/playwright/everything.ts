// A request with every kind of field, and a person's answers to it.

import type { ElicitContent } from "../../bridge/host/types.js";
import type { FormValues } from "elicitform/testing/playwright";

const countries = Array.from({ length: 60 }, (_, i) => `Country ${i + 1}`);
const tags = Array.from({ length: 45 }, (_, i) => `tag-${i + 1}`);
const months = ["m01", "m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11", "m12"];

/** Some fields are optional, and some have a suggestion. */
export const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name" },
    email: { type: "string", title: "Email", format: "email" },
    site: { type: "string", title: "Home page", format: "uri" },
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 100, default: 2 },
    price: { type: "number", title: "Price", minimum: 0, maximum: 1000 },
    arrival: { type: "string", title: "Arrival", format: "date", default: "2026-01-01" },
    meeting: { type: "string", title: "Meeting", format: "date-time" },
    call: { type: "string", title: "Call", format: "date-time" },
    wake: { type: "string", title: "Wake-up call", format: "time" },
    parking: { type: "boolean", title: "Parking", default: true },
    room: { type: "string", title: "Room", oneOf: [{ const: "s", title: "Single", description: "One bed" }, { const: "d", title: "Double" }] },
    month: { type: "string", title: "Discount month", enum: months },
    country: { type: "string", title: "Country", enum: countries },
    extras: { type: "array", title: "Extras", items: { type: "string", enum: ["Breakfast", "Late checkout", "Bicycle"] }, default: ["Bicycle"] },
    tags: { type: "array", title: "Tags", items: { type: "string", enum: tags }, default: ["tag-44"] },
    notes: { type: "string", title: "Notes", maxLength: 500 },
    lines: { type: "string", title: "Address" },
    names: { type: "array", title: "Other guests", items: { type: "string" } },
    password: { type: "string", title: "Password" },
    left: { type: "string", title: "Left out" },
    taken: { type: "string", title: "Taken away", default: "suggested" },
  },
  required: ["name", "email", "site", "guests", "price", "arrival", "meeting", "wake", "parking", "room", "month", "country", "extras", "names"],
};

/** The answers by their labels on the English screen. */
export const byLabel: FormValues = {
  Name: "Ada Lovelace", Email: "ada@example.com", "Home page": "https://ada.example/", Guests: 3, Price: 12.345,
  Arrival: "2026-02-28", Meeting: "2026-02-28T14:30Z", Call: "2026-07-01T09:05[Europe/Berlin]", "Wake-up call": "06:15+02:00",
  Parking: false, Room: "Double", "Discount month": "m11", Country: "Country 33", Extras: ["Breakfast", "Late checkout"], Tags: ["tag-7", "tag-40"],
  Notes: "No nuts, please", Address: "1 Main Street\nSpringfield", "Other guests": ["Bob", "Cid"], Password: "hunter2", "Taken away": null,
};

/** The same by property, with the values of the schema. */
export const byProperty: FormValues = {
  ...Object.fromEntries(Object.entries(schema.properties).flatMap(([name, { title }]) => (title in byLabel ? [[name, byLabel[title]!]] : []))),
  room: "d", taken: null,
};

export const content = { ...byProperty, meeting: "2026-02-28T14:30:00Z", call: "2026-07-01T09:05:00+02:00", wake: "06:15:00+02:00", taken: "" } as ElicitContent;
