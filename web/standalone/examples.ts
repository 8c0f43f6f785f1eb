// The requests that an author can start from.

/** A request that an author can start from. */
export interface Example {
  title: string;
  /** What a server sends. It is text where an object would lose something, such as the order of the names "10" and "9". */
  request: object | string;
}

/** The text of an example for the editor. */
export function exampleText({ request }: Example): string {
  return typeof request === "string" ? request : JSON.stringify(request, null, 2);
}

/** The params of a form, without a mode. Which of the properties are required comes first, because the properties are long. */
function params(message: string, required: string[], properties: object): object {
  return { message, requestedSchema: { type: "object", properties, ...(required.length > 0 && { required }) } };
}

/** The params of a form, with its mode. */
function form(message: string, required: string[], properties: object): object {
  return { mode: "form", ...params(message, required, properties) };
}

/** A request for a form in a round. */
function asked(message: string, required: string[], properties: object): object {
  return { method: "elicitation/create", params: params(message, required, properties) };
}

// So many options that a list of them is searched, and not scrolled.
const COUNTRIES = [
  "Argentina", "Australia", "Austria", "Belgium", "Brazil", "Bulgaria", "Canada", "Chile", "China", "Colombia", "Croatia", "Cyprus", "Czechia",
  "Denmark", "Ecuador", "Egypt", "Estonia", "Finland", "France", "Germany", "Ghana", "Greece", "Hungary", "Iceland", "India", "Indonesia", "Ireland",
  "Israel", "Italy", "Japan", "Kenya", "Korea", "Latvia", "Lithuania", "Luxembourg", "Malaysia", "Malta", "Mexico", "Morocco", "Netherlands",
  "New Zealand", "Nigeria", "Norway", "Peru", "Philippines", "Poland", "Portugal", "Romania", "Singapore", "Slovakia", "Slovenia", "South Africa",
  "Spain", "Sweden", "Switzerland", "Thailand", "Turkey", "Ukraine", "United Kingdom", "United States", "Uruguay", "Vietnam",
];

/** Usual forms. */
const forms: readonly Example[] = [
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

/** Requests in URL mode. */
const pages: readonly Example[] = [
  {
    title: "Open a page",
    request: {
      mode: "url",
      elicitationId: "connect-7f3a",
      url: "https://auth.weather.example/connect?flow=7f3a",
      message: "Connect your weather station, so that I can read its measurements.",
    },
  },
  {
    title: "Open a page, 2026-07-28",
    request: {
      mode: "url",
      url: "https://pay.shop.example/checkout/8841",
      message: "Pay for the order on the shop's own page. I never see the number of your card.",
    },
  },
  {
    title: "Open a page on this machine",
    request: { mode: "url", elicitationId: "local-1", url: "http://127.0.0.1:5173/consent", message: "Agree to the import on the page of the local service." },
  },
  {
    title: "An address that poses as another",
    request: {
      mode: "url",
      elicitationId: "pose-1",
      url: "https://www.bank.example@login.evil.example:8443/secure?token=4711",
      message: "Verify your account at https://www.bank.example.",
    },
  },
  {
    title: "Letters that look alike",
    request: { mode: "url", elicitationId: "alike-1", url: "https://www.\u0430pple.example/id", message: "Sign in to go on." },
  },
  {
    title: "A page that no client may open",
    request: { mode: "url", elicitationId: "script-1", url: "javascript:alert(document.cookie)", message: "Press the button to see your report." },
  },
];

/** Rounds: several requests at once. */
const rounds: readonly Example[] = [
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

/** Requests that try to deceive a person, and requests outside of the specification. */
const hostile: readonly Example[] = [
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

/** All examples, in groups. */
export const examples: readonly { group: string; examples: readonly Example[] }[] = [
  { group: "Forms", examples: forms },
  { group: "Pages to open", examples: pages },
  { group: "Several at once", examples: rounds },
  { group: "Mistakes and attacks", examples: hostile },
];

/** Lists the examples in a select. Returns a function that finds the text of the chosen one. */
export function addExamples(select: HTMLSelectElement): (value: string) => string | undefined {
  const texts = new Map<string, string>();
  for (const { group, examples: list } of examples) {
    const options = document.createElement("optgroup");
    options.label = group;
    for (const example of list) {
      const value = String(texts.size + 1);
      texts.set(value, exampleText(example));
      options.append(new Option(example.title, value));
    }
    select.append(options);
  }
  return (value) => texts.get(value);
}
