import type { Example } from "./example.js";

/** Rounds: several requests at once. */
export const rounds: readonly Example[] = [
  {
    title: "A round of two forms and a page",
    request: {
      resultType: "input_required",
      inputRequests: {
        trip: {
          method: "elicitation/create",
          params: {
            message: "Where to, and when?",
            requestedSchema: {
              type: "object",
              properties: {
                city: { type: "string", title: "City", minLength: 1 },
                day: { type: "string", title: "Day of departure", format: "date" },
              },
              required: ["city", "day"],
            },
          },
        },
        account: {
          method: "elicitation/create",
          params: { mode: "url", url: "https://rail.example/connect", message: "Connect your rail account, so that I can book the seat." },
        },
        seat: {
          method: "elicitation/create",
          params: {
            message: "Which seat do you like?",
            requestedSchema: {
              type: "object",
              properties: {
                class: { type: "string", title: "Class", enum: ["First", "Second"], default: "Second" },
                window: { type: "boolean", title: "At the window" },
              },
              required: ["class"],
            },
          },
        },
      },
      requestState: "eyJzdGVwIjoyfQ",
    },
  },
  {
    title: "A round with a request of another kind",
    request: {
      inputRequests: {
        model: { method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "Summarise the thread." } }], maxTokens: 200 } },
        audience: {
          method: "elicitation/create",
          params: {
            message: "Who will read the summary?",
            requestedSchema: { type: "object", properties: { readers: { type: "string", title: "Readers", enum: ["The team", "Customers"] } }, required: ["readers"] },
          },
        },
      },
    },
  },
  {
    title: "Error -32042: two pages first",
    request: {
      jsonrpc: "2.0",
      id: 12,
      error: {
        code: -32042,
        message: "This request needs two accounts.",
        data: {
          elicitations: [
            { mode: "url", elicitationId: "mail-1", url: "https://mail.example/oauth/start", message: "Connect your mailbox." },
            { mode: "url", elicitationId: "cal-1", url: "https://calendar.example/oauth/start", message: "Connect your calendar." },
          ],
        },
      },
    },
  },
];
