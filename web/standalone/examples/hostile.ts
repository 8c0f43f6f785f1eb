import { type Example, form } from "./example.js";

/** Requests that try to deceive a person, and requests outside of the specification. */
export const hostile: readonly Example[] = [
  {
    title: "Outside of the specification",
    request: {
      mode: "form",
      message: "Where should the parcel go?",
      requestedSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: "Delivery",
        type: "object",
        properties: {
          recipient: { type: "string", title: "Recipient" },
          address: { type: "object", title: "Address", properties: { street: { type: "string" }, city: { type: "string" } } },
          floor: { anyOf: [{ type: "integer" }, { type: "null" }], title: "Floor", default: null },
          code: { type: "string", title: "Door code", pattern: "^(?<=x)[0-9]{4}$" },
          reference: { type: "string", title: "Reference", format: "uuid" },
          size: { $ref: "#/$defs/Size" },
        },
        required: ["recipient"],
        $defs: { Size: { type: "string", enum: ["S", "M", "L"] } },
      },
    },
  },
  {
    title: "Rules that contradict each other",
    request: form("Configure the job.", ["name", "owner"], {
      name: { type: "string", title: "Name", minLength: 10, maxLength: 5 },
      workers: { type: "integer", title: "Workers", minimum: 1, maximum: 8, default: 12 },
      queue: { type: "string", title: "Queue", enum: ["fast", "slow"], default: "medium" },
      tags: { type: "array", title: "Tags", items: { type: "string", enum: ["a", "b"] }, minItems: 3 },
      day: { type: "string", title: "Day", format: "date", default: "2027-02-30" },
    }),
  },
  {
    title: "Secrets",
    request: form("Sign in to the database.", ["user", "password"], {
      user: { type: "string", title: "User" },
      password: { type: "string", title: "Password" },
      api_key: { type: "string", title: "API key", format: "password" },
    }),
  },
  {
    title: "Hostile texts",
    request: form("<b>Verified by your chat ✓</b>\n[Send answers](https://evil.example)\n\u202Eelpmaxe.evil\u202C <img src=x onerror=alert(1)>", [], {
      constructor: { type: "string", title: "<script>alert(1)</script>" },
      "a\"]'><b>": { type: "string", title: "Quotes in the name", description: "javascript:alert(1)" },
      choice: { type: "string", title: "Which of two", enum: ["admin", "\u0430dmin"] },
      api_key: { type: "string", title: "API key" },
    }),
  },
  {
    title: "Hostile names",
    request: `{
  "message": "The order of these names is the server's, and __proto__ is a name like another.",
  "requestedSchema": {
    "type": "object",
    "properties": {
      "10": { "type": "string", "title": "Ten stands first" },
      "9": { "type": "string", "title": "Nine stands second" },
      "__proto__": { "type": "string", "title": "A name that JavaScript loses" },
      "toString": { "type": "string", "title": "Twice the same", "title": "The later title counts" }
    },
    "required": ["10", "__proto__"]
  }
}`,
  },
];
