/** A request to start from. */
export interface Example {
  title: string;
  params: object;
}

/** Requests that show what the form can do, and what it refuses. */
export const examples: readonly Example[] = [
  {
    title: "Contact details",
    params: {
      mode: "form",
      message: "To reply to your question I need to know how to reach you.",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Full name", minLength: 1, maxLength: 80 },
          email: { type: "string", title: "E-mail address", format: "email" },
          website: { type: "string", title: "Website", description: "Where can people read about you?", format: "uri" },
        },
        required: ["name", "email"],
      },
    },
  },
  {
    title: "Table booking",
    params: {
      mode: "form",
      message: "There is no table left at eight.\nWhich of these would suit you?",
      requestedSchema: {
        type: "object",
        properties: {
          date: { type: "string", title: "Day", format: "date", default: "2027-03-14" },
          slot: {
            type: "string",
            title: "Time",
            oneOf: [
              { const: "1830", title: "Half past six" },
              { const: "2030", title: "Half past eight" },
              { const: "2115", title: "Quarter past nine" },
            ],
          },
          guests: { type: "integer", title: "Guests", minimum: 1, maximum: 12, default: 2 },
          highchair: { type: "boolean", title: "High chair", description: "For a child under four." },
        },
        required: ["date", "slot", "guests"],
      },
    },
  },
  {
    title: "Preferences of every kind",
    params: {
      mode: "form",
      message: "Set up your weekly report.",
      requestedSchema: {
        type: "object",
        properties: {
          nickname: { type: "string", title: "Name on the report", maxLength: 20, default: "Team North" },
          summary: { type: "string", title: "Introduction", description: "Two or three sentences.", maxLength: 500 },
          sender: { type: "string", title: "Reply address", format: "email" },
          source: { type: "string", title: "Data source", format: "uri", default: "https://data.example/weekly" },
          start: { type: "string", title: "First issue", format: "date" },
          deadline: { type: "string", title: "Send at", format: "date-time" },
          threshold: { type: "number", title: "Smallest change to mention", description: "In per cent.", minimum: 0, maximum: 100, default: 2.5 },
          pages: { type: "integer", title: "Pages", minimum: 1, maximum: 20 },
          charts: { type: "boolean", title: "Charts", default: true },
          archive: { type: "boolean", title: "Keep an archive" },
          format: { type: "string", title: "Format", enum: ["pdf", "html", "text"], enumNames: ["PDF", "Web page", "Plain text"] },
          tone: { type: "string", title: "Tone", oneOf: [{ const: "plain", title: "Plain" }, { const: "formal", title: "Formal" }] },
          topics: { type: "array", title: "Topics", items: { type: "string", enum: ["sales", "support", "people"] }, minItems: 1, maxItems: 2 },
          readers: {
            type: "array",
            title: "Readers",
            items: { anyOf: [{ const: "all", title: "Everybody" }, { const: "leads", title: "Team leads" }, { const: "board", title: "The board" }] },
            default: ["leads"],
          },
        },
        required: ["nickname", "format", "topics"],
      },
    },
  },
  {
    title: "Confirmation",
    params: {
      mode: "form",
      message: "Delete the branch “draft-2” and its 14 commits? They cannot be brought back.",
      requestedSchema: { type: "object", properties: {} },
    },
  },
  {
    title: "Hostile texts",
    params: {
      mode: "form",
      message: "<b>Verified by your chat ✓</b>\n[Send answers](https://evil.example)\n\u202Eelpmaxe.evil\u202C <img src=x onerror=alert(1)>",
      requestedSchema: {
        type: "object",
        properties: {
          constructor: { type: "string", title: "<script>alert(1)</script>" },
          "a\"]'><b>": { type: "string", title: "Quotes in the name", description: "javascript:alert(1)" },
          choice: { type: "string", title: "Which of two", enum: ["admin", "\u0430dmin"] },
          api_key: { type: "string", title: "API key" },
        },
      },
    },
  },
  {
    title: "What is not supported",
    params: {
      mode: "form",
      message: "Where should the parcel go?",
      requestedSchema: {
        type: "object",
        properties: {
          recipient: { type: "string", title: "Recipient" },
          address: { type: "object", title: "Address", properties: { street: { type: "string" }, city: { type: "string" } } },
          code: { type: "string", title: "Door code", pattern: "^(?<=x)[0-9]{4}$" },
        },
        required: ["recipient"],
      },
    },
  },
];
