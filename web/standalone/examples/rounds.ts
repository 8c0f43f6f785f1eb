import { asked, type Example } from "./example.js";

/** Rounds: several requests at once. */
export const rounds: readonly Example[] = [
  {
    title: "A round of two forms and a page",
    request: {
      resultType: "input_required",
      inputRequests: {
        trip: asked("Where to, and when?", ["city", "day"], {
          city: { type: "string", title: "City", minLength: 1 },
          day: { type: "string", title: "Day of departure", format: "date" },
        }),
        account: {
          method: "elicitation/create",
          params: { mode: "url", url: "https://rail.example/connect", message: "Connect your rail account, so that I can book the seat." },
        },
        seat: asked("Which seat do you like?", ["class"], {
          class: { type: "string", title: "Class", enum: ["First", "Second"], default: "Second" },
          window: { type: "boolean", title: "At the window" },
        }),
      },
      requestState: "eyJzdGVwIjoyfQ",
    },
  },
  {
    title: "A round with a request of another kind",
    request: {
      inputRequests: {
        model: { method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "Summarise the thread." } }], maxTokens: 200 } },
        audience: asked("Who will read the summary?", ["readers"], { readers: { type: "string", title: "Readers", enum: ["The team", "Customers"] } }),
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
