import { type Example, form, params } from "./example.js";

// So many options that nobody wants to scroll through them.
const COUNTRIES = [
  "Argentina", "Australia", "Austria", "Belgium", "Brazil", "Bulgaria", "Canada", "Chile", "China", "Colombia", "Croatia", "Cyprus", "Czechia",
  "Denmark", "Ecuador", "Egypt", "Estonia", "Finland", "France", "Germany", "Ghana", "Greece", "Hungary", "Iceland", "India", "Indonesia", "Ireland",
  "Israel", "Italy", "Japan", "Kenya", "Korea", "Latvia", "Lithuania", "Luxembourg", "Malaysia", "Malta", "Mexico", "Morocco", "Netherlands",
  "New Zealand", "Nigeria", "Norway", "Peru", "Philippines", "Poland", "Portugal", "Romania", "Singapore", "Slovakia", "Slovenia", "South Africa",
  "Spain", "Sweden", "Switzerland", "Thailand", "Turkey", "Ukraine", "United Kingdom", "United States", "Uruguay", "Vietnam",
];

/** Usual forms. */
export const forms: readonly Example[] = [
  {
    title: "Contact details",
    request: form("To reply to your question I need to know how to reach you.", ["name", "email"], {
      name: { type: "string", title: "Full name", minLength: 1, maxLength: 80 },
      email: { type: "string", title: "Email address", format: "email" },
      website: { type: "string", title: "Website", description: "Where can people read about you?", format: "uri" },
    }),
  },
  {
    title: "Table booking",
    request: form("There is no table left at eight.\nWhich of these would suit you?", ["date", "slot", "guests"], {
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
    }),
  },
  {
    title: "Preferences of every kind",
    request: form("Set up your weekly report.", ["nickname", "format", "topics"], {
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
    }),
  },
  {
    title: "Confirmation",
    request: form("Delete the branch “draft-2” and its 14 commits? They cannot be brought back.", [], {}),
  },
  {
    title: "Choices of every kind",
    request: form("Set up the new project.", ["region", "plan", "days"], {
      region: { type: "string", title: "Region", description: "Where the data is kept.", enum: ["Frankfurt", "Oregon", "Tokyo"] },
      plan: {
        type: "string",
        title: "Plan",
        oneOf: [
          { const: "free", title: "Free, one person" },
          { const: "team", title: "Team, up to ten people" },
          { const: "org", title: "Organisation" },
        ],
        default: "team",
      },
      visibility: { type: "string", title: "Visibility", enum: ["private", "internal", "public"], enumNames: ["Only us", "The company", "Everybody"] },
      days: {
        type: "array",
        title: "Days for releases",
        items: { type: "string", enum: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] },
        minItems: 1,
        maxItems: 3,
      },
      alerts: {
        type: "array",
        title: "Alerts",
        items: { anyOf: [{ const: "mail", title: "Email" }, { const: "chat", title: "Chat message" }, { const: "page", title: "Pager" }] },
        default: ["mail"],
      },
      country: { type: "string", title: "Country of the bill", enum: COUNTRIES },
    }),
  },
  {
    title: "A whole JSON-RPC message",
    request: {
      jsonrpc: "2.0",
      id: "elicit-7",
      method: "elicitation/create",
      params: params("How many seats shall I order?", ["seats"], { seats: { type: "integer", title: "Seats", minimum: 1, maximum: 500 } }),
    },
  },
  {
    title: "Only a schema",
    request: {
      type: "object",
      properties: {
        summary: { type: "string", title: "What went wrong", maxLength: 2000 },
        when: { type: "string", title: "When it started", format: "date-time" },
        severity: { type: "string", title: "Severity", enum: ["Low", "High", "Urgent"] },
      },
      required: ["summary", "severity"],
    },
  },
];
