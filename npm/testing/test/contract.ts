// The contract of every form host: the scenarios run with the fake host, and in a browser with the real host, and both
// have to end in the same way.

import type { AnswerProblem, ElicitOptions, FormHost, FormHostEvent } from "../../../bridge/host/types.js";
import type { Answer } from "../script.js";

/** A step of a chat. */
export type ChatStep =
  /** Asks, under a name, for a request or a round. */
  | { ask: string; params?: object; requests?: object; server?: string; options?: Partial<ElicitOptions> & { waitForPages?: boolean }; refusals?: (AnswerProblem[] | "fails")[] }
  | { takeBack: string }
  | { complete: string; server?: string }
  | { dispose: true };

/** A step of a scenario: of the chat, or the person's answer to the shown request. */
export type Step = ChatStep | { person: Exclude<Answer, Error | "never"> };

/** The steps, and the expected ends and events. */
export interface Scenario {
  /** The options of the host. */
  options?: { outcome: "hidden" };
  steps: Step[];
  /** The end of each call, by name: its result, or its rejection. A call that stays open is absent. */
  ends: { [ask: string]: unknown };
  /** The events of the host, in words. */
  events: string[];
  /** The audit records, in words. */
  audit?: string[];
}

/** A chat with a form host. */
export interface Chat {
  host: FormHost;
  signals: { [ask: string]: AbortController };
  ends: { [ask: string]: unknown };
}

/** Carries out a step of the chat. It runs in Node, and in a page, where it may not refer to other functions. */
export function carryOut(chat: Chat, step: ChatStep): void {
  if ("takeBack" in step) {
    chat.signals[step.takeBack]!.abort();
  } else if ("complete" in step) {
    chat.host.complete({ id: step.server ?? "Example" }, step.complete);
  } else if ("dispose" in step) {
    chat.host.dispose();
  } else {
    const { ask, params, requests, server = "Example", options, refusals } = step;
    const { signal } = (chat.signals[ask] = new AbortController());
    const check = async (): Promise<AnswerProblem[]> => {
      const next = refusals!.shift() ?? [];
      if (next === "fails") {
        throw new Error("the check fails");
      }
      return next;
    };
    const all = { ...options, server: { id: server }, signal, ...(refusals ? { check } : {}) };
    const call = requests ? chat.host.elicitAll(requests as never, all) : chat.host.elicit(params as never, all);
    call.then(
      (result: unknown) => (chat.ends[ask] = result),
      (error: { name: string; code?: unknown; reason?: unknown }) => (chat.ends[ask] = [error.name, error.code, error.reason].filter((part) => typeof part === "string").join(" ")),
    );
  }
}

/** Describes an event; undefined for events of the frame. */
export function inWords(event: FormHostEvent): string | undefined {
  switch (event.type) {
    case "ready":
    case "load-failed":
    case "words-missing":
    case "resized":
    case "findings":
    case "audit":
      return undefined;
    case "closed":
      return event.type;
    case "queued":
      return `${event.id} queued ${event.waiting}`;
    case "settled":
      return [event.id, event.key, "settled", event.action].filter((part) => part !== undefined).join(" ");
    case "finished":
      return `${event.id} finished ${event.how}`;
    case "error":
      return [event.id, event.key, "error", event.code, event.reason].filter((part) => part !== undefined).join(" ");
    default:
      return `${event.id} ${event.type}`;
  }
}

/** Describes the audit record of an event. */
export function auditInWords(event: FormHostEvent): string | undefined {
  if (event.type !== "audit") {
    return undefined;
  }
  const { id, key, action, answers } = event.record;
  return [id, key, action, ...answers.map(({ property, state }) => `${property}=${state}`)].filter((part) => part !== undefined).join(" ");
}

const form = (properties: object, required: string[] = []): object => ({ message: "A question", requestedSchema: { type: "object", properties, required } });
const name = form({ name: { type: "string" }, size: { type: "string", enum: ["S", "M"], default: "S" }, note: { type: "string" } }, ["name"]);
const confirmation = form({});
const page = (elicitationId?: string): object => ({ mode: "url", message: "Sign in", url: "http://127.0.0.1:9/", ...(elicitationId ? { elicitationId } : {}) });
const part = (params: object): object => ({ method: "elicitation/create", params });
const accept = (content: object): object => ({ action: "accept", content });

export const scenarios: { [name: string]: Scenario } = {
  "accept, decline and cancel, one after the other": {
    steps: [
      { ask: "a", params: name }, { person: { name: "Ada", size: "S" } },
      { ask: "b", params: name }, { person: "decline" },
      { ask: "c", params: name }, { person: "cancel" },
      { ask: "d", params: confirmation }, { person: {} },
    ],
    ends: { a: accept({ name: "Ada", size: "S" }), b: { action: "decline" }, c: { action: "cancel" }, d: accept({}) },
    events: ["1 shown", "1 settled accept", "1 outcome", "2 shown", "2 settled decline", "2 outcome", "3 shown", "3 settled cancel", "3 outcome", "4 shown", "4 settled accept", "4 outcome"],
    audit: ["1 accept name=edited size=default note=left-out", "2 decline", "3 cancel", "4 accept"],
  },
  "requests wait in a queue, and one of them is withdrawn": {
    steps: [
      { ask: "a", params: name }, { ask: "b", params: confirmation }, { ask: "c", params: confirmation }, { takeBack: "b" },
      { person: { name: "Ada", size: "M", note: "n" } }, { person: "decline" },
    ],
    ends: { a: accept({ name: "Ada", size: "M", note: "n" }), b: "AbortError", c: { action: "decline" } },
    events: ["1 shown", "2 queued 1", "3 queued 2", "2 withdrawn", "1 settled accept", "1 outcome", "3 shown", "3 settled decline", "3 outcome"],
    audit: ["1 accept name=edited size=edited note=edited", "3 decline"],
  },
  "a request that is shown is withdrawn": {
    steps: [{ ask: "a", params: name }, { takeBack: "a" }, { ask: "b", params: confirmation }, { person: {} }],
    ends: { a: "AbortError", b: accept({}) },
    events: ["1 shown", "1 withdrawn", "1 outcome", "2 shown", "2 settled accept", "2 outcome"],
    audit: ["2 accept"],
  },
  "a deadline that has passed": {
    steps: [{ ask: "a", params: name, options: { deadline: 1 } }],
    ends: { a: "ElicitationError expired" },
    events: ["1 expired"],
  },
  "what is open is disposed of, and nothing more is asked": {
    steps: [{ ask: "a", params: name }, { ask: "b", params: name }, { dispose: true }, { ask: "c", params: name }],
    ends: { a: "ElicitationError disposed", b: "ElicitationError disposed", c: "ElicitationError disposed" },
    events: ["1 shown", "2 queued 1", "1 error disposed", "2 error disposed"],
  },
  "requests that cannot be shown": {
    steps: [
      { ask: "a", params: { mode: "voice", message: "?" } }, { ask: "b", params: { ...name, url: "https://a.example/" } }, { ask: "c", params: { mode: "url", message: "?" } },
      { ask: "d", params: { message: "?", requestedSchema: { type: "array" } } }, { ask: "e", params: [] }, { ask: "f", params: { message: 1 } },
    ],
    ends: {
      a: "ElicitationError unsupported-mode unknown-mode", b: "ElicitationError invalid-request mode-conflict", c: "ElicitationError invalid-request wrong-type",
      d: "ElicitationError invalid-request not-a-form-schema", e: "ElicitationError invalid-request not-an-object", f: "ElicitationError invalid-request wrong-type",
    },
    events: [
      "1 error unsupported-mode unknown-mode", "2 error invalid-request mode-conflict", "3 error invalid-request wrong-type",
      "4 error invalid-request not-a-form-schema", "5 error invalid-request not-an-object", "6 error invalid-request wrong-type",
    ],
  },
  "a page is opened, and the server says that it is finished": {
    steps: [{ ask: "a", params: page("e1") }, { person: "open" }, { complete: "other" }, { complete: "e1", server: "Nobody" }, { complete: "e1" }, { complete: "e1" }],
    ends: { a: { action: "accept" } },
    events: ["1 shown", "1 settled accept", "1 outcome", "1 finished completed"],
  },
  "a page is opened, and the person says that it is finished": {
    steps: [{ ask: "a", params: page() }, { person: "done" }, { ask: "b", params: page("e2") }, { person: "decline" }],
    ends: { a: { action: "accept" }, b: { action: "decline" } },
    events: ["1 shown", "1 settled accept", "1 outcome", "1 finished person", "2 shown", "2 settled decline", "2 outcome"],
  },
  "a page is finished while something else is shown": {
    steps: [{ ask: "a", params: page("e1") }, { person: "open" }, { ask: "b", params: confirmation }, { complete: "e1" }, { person: {} }],
    ends: { a: { action: "accept" }, b: accept({}) },
    events: ["1 shown", "1 settled accept", "1 outcome", "2 shown", "1 finished completed", "2 settled accept", "2 outcome"],
    audit: ["2 accept"],
  },
  "a round of a form, a confirmation and another form": {
    steps: [
      { ask: "a", requests: { x: part(name), y: part(confirmation), roots: { method: "roots/list" }, z: part(form({ age: { type: "integer" } })) } },
      { person: { name: "Ada", size: "S" } }, { person: "decline" }, { person: { age: 36 } },
    ],
    ends: { a: { x: accept({ name: "Ada", size: "S" }), y: { action: "decline" }, z: accept({ age: 36 }) } },
    events: ["1 shown", "1 x settled accept", "1 y settled decline", "1 z settled accept", "1 outcome"],
    audit: ["1 x accept name=edited size=default note=left-out", "1 y decline", "1 z accept age=edited"],
  },
  "a round that is cancelled: what was declined stays so": {
    steps: [{ ask: "a", requests: { x: part(confirmation), y: part(confirmation), z: part(confirmation) } }, { person: {} }, { person: "decline" }, { person: "cancel" }],
    ends: { a: { x: { action: "cancel" }, y: { action: "decline" }, z: { action: "cancel" } } },
    events: ["1 shown", "1 x settled cancel", "1 y settled decline", "1 z settled cancel", "1 outcome"],
    audit: ["1 x cancel", "1 y decline", "1 z cancel"],
  },
  "a round that holds until its pages are finished": {
    steps: [{ ask: "a", requests: { x: part(page("e1")), y: part(page("e2")) }, options: { waitForPages: true } }, { person: "done" }, { person: "open" }, { complete: "e2" }],
    ends: { a: { x: { action: "accept" }, y: { action: "accept" } } },
    events: ["1 shown", "1 x settled accept", "1 y settled accept", "1 outcome"],
  },
  "a round with a page before a form": {
    steps: [{ ask: "a", requests: { x: part(page("e1")), y: part(name) } }, { person: "open" }, { complete: "e1" }, { person: { name: "Ada", size: "S" } }],
    ends: { a: { x: { action: "accept" }, y: accept({ name: "Ada", size: "S" }) } },
    events: ["1 shown", "1 x settled accept", "1 y settled accept", "1 outcome"],
    audit: ["1 y accept name=edited size=default note=left-out"],
  },
  "one request of a round cannot be shown": {
    steps: [{ ask: "a", requests: { x: part(name), y: part({ mode: "voice" }) } }, { ask: "b", requests: {} }],
    ends: { a: "ElicitationError unsupported-mode unknown-mode", b: {} },
    events: ["1 y error unsupported-mode unknown-mode"],
  },
  "the check refuses an answer, and the next one passes": {
    steps: [
      { ask: "a", params: name, refusals: [[{ name: "name", message: "This name is taken." }]] },
      { person: { name: "Ada", size: "S" } }, { person: { name: "Bob", size: "S" } },
    ],
    ends: { a: accept({ name: "Bob", size: "S" }) },
    events: ["1 shown", "1 settled accept", "1 outcome"],
    audit: ["1 accept name=edited size=default note=left-out"],
  },
  // A request that arrives before the screen is closed keeps it open: nothing may follow.
  "nothing is shown of how a form ended": {
    options: { outcome: "hidden" },
    steps: [{ ask: "a", params: confirmation }, { person: {} }],
    ends: { a: accept({}) },
    events: ["1 shown", "1 settled accept", "1 outcome", "closed"],
    audit: ["1 accept"],
  },
  "nothing is shown of how a page ended": {
    options: { outcome: "hidden" },
    steps: [{ ask: "a", params: page("e1") }, { person: "open" }, { complete: "e1" }],
    ends: { a: { action: "accept" } },
    events: ["1 shown", "1 settled accept", "1 outcome", "1 finished completed", "closed"],
  },
  "nothing is shown of a request that is withdrawn": {
    options: { outcome: "hidden" },
    steps: [{ ask: "a", params: name }, { takeBack: "a" }],
    ends: { a: "AbortError" },
    events: ["1 shown", "1 withdrawn", "1 outcome", "closed"],
  },
};
