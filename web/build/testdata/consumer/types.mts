// Code that a strict compiler must accept, and code that it must refuse.

import {
  type AuditRecord, createFormHost, ElicitationError, type ElicitationErrorCode, elicitationHandler, type ElicitContent, type ElicitOptions, elicitRequired, type ElicitRequestParams,
  type ElicitResult, type Elicitor, embedFonts, type FormHost, type FormHostEvent, type InputRequest, interceptElicitations, type InterceptOptions, type Message, type Outcome,
  retryRequired, type Server, type TransportLike, URL_ELICITATION_REQUIRED,
} from "elicitform";
import {
  acpCapabilities, type AcpElicitationResponse, acpHandler, AdapterError, aguiElicitation, type AguiInterrupt, type AguiResumeEntry, aguiRound, langchainResume, langchainRound,
} from "elicitform/adapters";
import { ElicitationFormElement } from "elicitform/element";
import { connectRelay, createRelay, memoryStore, type Relay, type RelayConnection, type RelayConnectionState, relayDrafts, type RelayStore } from "elicitform/relay";
import { nodeListener } from "elicitform/relay/node";
import { redisStore } from "elicitform/relay/redis";
import { type Answer, type FakeHost, fakeHost } from "elicitform/testing";
import { fillForm, type FormValues, outcome, type PageLike, send } from "elicitform/testing/playwright";
import { elicitform, type ElicitformPlugin } from "elicitform/vite";

declare const container: HTMLElement;
declare const transport: TransportLike & { readonly sessionId: string };

const host: FormHost = createFormHost({ container });
createFormHost({
  container, frameUrl: new URL("https://forms.example/"), context: { theme: "dark", styles: { variables: { "--font-sans": "serif" } }, displayMode: "inline" },
  openLink: async (url: string) => void window.open(url), drafts: localStorage, findings: true, onEvent: tell,
});
createFormHost({ container, frameUrl: undefined, context: undefined, openLink: undefined, drafts: false, findings: undefined, onEvent: undefined });
// @ts-expect-error The frame needs a place.
createFormHost({});

const server = { id: "weather.example", name: undefined, title: "Weather" };
const signal = new AbortController().signal;
const result: ElicitResult = await host.elicit("{}", { server, signal, deadline: new Date(), draftKey: "k", focus: true, container });
await host.elicit({ message: "", requestedSchema: {} }, { server, signal: undefined, deadline: 5, draftKey: undefined, focus: undefined, container: undefined });
// @ts-expect-error Nobody may ask without a name.
await host.elicit({ message: "" }, {});
if (result.action === "accept") {
  const content: ElicitContent | undefined = result.content;
  console.log(content?.["city"]);
} else {
  // @ts-expect-error Only an accepted form has content.
  console.log(result.content);
}

const responses = await host.elicitAll({ a: { method: "elicitation/create", params: {} } }, { server, waitForPages: true });
console.log(responses["a"]?.action);
host.complete({ id: "weather.example" }, "e1");
host.setContext({ theme: undefined });
host.setContext({ styles: { css: { fonts: await embedFonts("", { base: new URL("https://chat.example/"), signal }) } }, "elicitform/background": "transparent", containerDimensions: { minHeight: 300 } });
// @ts-expect-error There is no other background.
host.setContext({ "elicitform/background": "red" });
await host.ready;

try {
  await retryRequired(host, async () => 5, { server });
} catch (error) {
  if (error instanceof ElicitationError) {
    const code: ElicitationErrorCode = error.code;
    const { rpcCode, reason, key }: { rpcCode: number; reason: string | undefined; key: string | undefined } = error;
    console.log(code, rpcCode, reason, key);
  }
  const outcome: "retry" | "decline" | "cancel" = await elicitRequired(host, error, { server });
  console.log(outcome, URL_ELICITATION_REQUIRED);
}

console.log(interceptElicitations(transport, host, { server }).sessionId, interceptElicitations(transport, host, () => ({ server, container })));
await elicitationHandler(host, { server })({ params: {} }, { signal });
const elicitor: Elicitor = { elicit: async () => ({ action: "cancel" }), elicitAll: async () => ({}), complete() {} };
interceptElicitations(transport, elicitor, { server });
await elicitationHandler(elicitor, { server })({ params: {} });
console.log(await elicitRequired(elicitor, {}, { server }), await retryRequired(elicitor, async () => 5, { server }));

const element = document.createElement("elicitation-form");
const same: ElicitationFormElement & FormHost = element;
element.context = { theme: "light" };
element.drafts = sessionStorage;
element.addEventListener("elicitform-settled", ({ detail }) => console.log(detail.action, detail.server));
element.addEventListener("click", (event) => event.preventDefault());
await same.elicit({ message: "" });

const answers: Answer[] = [{ name: "Ada" }, "open", "never", new ElicitationError("internal")];
const fake: FakeHost = fakeHost(answers, { outcome: undefined });
const scripted: FormHost = fakeHost(async ({ params, key, problems }) => (problems ? "cancel" : key ? { [key]: true } : { name: params.message }));
elicitationHandler(scripted, { server });
console.log(fake.asked[0]?.options.server.id, fake.events.length);
// @ts-expect-error No person does that.
fakeHost(["accept"]);

declare const page: PageLike;
const values: FormValues = { Name: "Ada", Guests: 2, Extras: ["Cot"] as const, Parking: false, Note: null };
await fillForm(page, values, { schema: { type: "object" }, server: "weather.example", timeout: undefined });
await send(page, { secrets: true });
console.log((await outcome(page)).length);
// @ts-expect-error Nobody answers with an object.
await fillForm(page, { Name: {} });
const { text, resume, tool } = langchainRound({});
console.log(tool.length, langchainResume("i", resume(await host.elicitAll(text, { server })))["i"]?.responses["k"]?.action);
const handle: (context: { params: unknown; signal: AbortSignal }) => Promise<AcpElicitationResponse> = acpHandler(host, (scope) => {
  // @ts-expect-error Not every request is about a session.
  console.log(scope.sessionId);
  return { server };
});
console.log(acpCapabilities.elicitation.url, (await handle({ params: {}, signal }))._meta?.["a"]);
const interrupt: AguiInterrupt = { id: "i", reason: "confirmation", message: "?", responseSchema: {}, expiresAt: undefined };
try {
  const { params, deadline, resume } = aguiElicitation(interrupt, { message: "", declined: () => ({ approved: false }) });
  const entry: AguiResumeEntry = resume(await host.elicit(params, { server, deadline }));
  // @ts-expect-error Only a resolved entry has a payload.
  console.log(entry.payload);
  const round = aguiRound([interrupt], { declined: "cancelled", now: undefined });
  console.log(round.resume(await host.elicitAll(round.requests, { server, deadline: round.deadline })).length);
} catch (error) {
  console.log(error instanceof AdapterError && error.code === "expired");
}

const store: RelayStore = memoryStore();
const relay: Relay = createRelay({ store, secret: "a long secret of the server", authorize: undefined, origins: ["https://chat.example"], onEvent: ({ type }) => console.log(type) });
const relayed: ElicitResult = await relay.elicit("{}", { server, session: "chat", key: "order 5", signal, deadline: new Date() });
console.log(relayed.action, (await relay.elicitAll({}, { server, session: "chat", waitForPages: true }))["a"]?.action);
// @ts-expect-error Nobody knows whom to ask.
await relay.elicit("{}", { server });
const elsewhere: Elicitor = relay.host("chat");
interceptElicitations(transport, elsewhere, { server });
const response: Response = await relay.handle(new Request("https://chat.example/relay"));
console.log(response.status, nodeListener(relay.handle), await relay.token("chat", { lifetime: 1000 }));
const shared = relayDrafts(sessionStorage);
const connection: RelayConnection = connectRelay("/relay", createFormHost({ container, drafts: shared }), {
  token: async () => "v1", drafts: shared, show: ({ server: { id } }) => ({ container, focus: id === "x" }), onEvent: (event) => event.type === "ended" && console.log(event.how),
});
const connectionState: RelayConnectionState = connection.state;
console.log(connectionState);
// @ts-expect-error What a page does with drafts is not for others.
shared.link;
// @ts-expect-error This is no client of Redis.
redisStore({});
connection.close();
await relay.close();

function tell(event: FormHostEvent): void {
  switch (event.type) {
    case "audit": {
      const record: AuditRecord = event.record;
      console.log(record.schemaHash, record.answers.map(({ property, state }) => [property, state]));
      break;
    }
    case "settled":
      console.log(event.server, event.id, event.key, event.action);
      break;
    case "finished":
      console.log(event.how);
      break;
    case "findings":
      console.log(event.findings.map(({ code, property, key }) => [code, property, key]));
      break;
    case "error":
    case "load-failed":
      console.log(event.reason);
      break;
    case "words-missing":
      console.log(event.language, event.reason, event.message);
      break;
    case "queued":
      console.log(event.waiting);
      break;
    case "resized":
      console.log(event.height);
      break;
    case "outcome":
      console.log(event.receipt.title, event.receipt.answers.map(([label, value]) => label + value), event.receipt.endedAt);
      break;
    case "ready":
    case "closed":
    case "shown":
    case "withdrawn":
    case "expired":
      break;
    default:
      event satisfies never;
  }
}

// Every type of an argument or a result has a name.
const person: Elicitor = {
  elicit: async (_params: ElicitRequestParams | string, _options: ElicitOptions) => ({ action: "decline" }),
  elicitAll: async (_requests: Record<string, InputRequest> | string) => ({}),
  complete: (_server: Pick<Server, "id">, _elicitationId: string) => {},
};
const shown: InterceptOptions = { server };
const sent: Message = { jsonrpc: "2.0", method: "ping" };
const briefly: Outcome = { milliseconds: 3000 };
console.log(interceptElicitations(transport, person, shown), sent, briefly);

const plugins: ElicitformPlugin[] = [elicitform(), elicitform({}), elicitform({ frameAncestors: undefined }), elicitform({ frameAncestors: "'self' https://site.example" })];
// @ts-expect-error The sources are a text, as in the header.
elicitform({ frameAncestors: ["'self'"] });
console.log(plugins.map(({ name }) => name));
