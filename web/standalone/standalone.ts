import { type FrameHandlers, Iframe } from "../../bridge/host/frame.js";
import { openHost } from "../../bridge/host/host.js";
import type { Catalogue, Finding } from "../../bridge/host/index.js";
import { advise } from "./advice/advise.js";
import { adviceOfForm, withSecrets } from "./advice/findings.js";
import { drawAdvice } from "./advicepanel.js";
import { byId } from "../byid.js";
import { followChoices } from "../choices.js";
import { addExamples } from "./examples.js";
import { acceptFiles } from "./files.js";
import { ask } from "./journey.js";
import { nearest, tidy } from "./located.js";
import { cacheForOffline } from "./offline.js";
import { isBareSchema, read, type Readable, readFragment, writeFragment } from "./reading.js";
import { drawCompletions, recognise } from "./recognise.js";
import { ResultPanel } from "./resultpanel.js";
import { ReviewWatch } from "./review.js";
import { type Step, Steps } from "./steps.js";
import { copy, notify } from "./notices.js";
import { MemoryDrafts } from "./drafts.js";

/** The sentences of all languages but English, from the bundler: the page changes the language also without a network. */
declare const __CATALOGUES__: { readonly [language: string]: Catalogue };

const DEFAULT_SERVER = "example-server";
/** The length in bytes from which some programs cut links. */
const LONG_LINK = 8000;
/** How long a person must not type before the advice is drawn. */
const TYPING_PAUSE_MS = 250;

const form = byId<HTMLFormElement>("request-form");
const request = byId<HTMLTextAreaElement>("request");
const problem = byId("request-error");
const server = byId<HTMLInputElement>("server");
const example = byId<HTMLSelectElement>("example");
const language = byId<HTMLSelectElement>("language");
const container = byId("form");
const status = byId("request-status");
const nothingRecognised = byId("recognised").textContent ?? "";
const result = new ResultPanel();
const drafts = new MemoryDrafts();
const review = new ReviewWatch(followReview);

// In one column the form comes first, and the request below it. The frame itself stays where it is: it would load again.
const columns = matchMedia("(min-width: 60rem)");
function arrange(): void {
  const answering = byId("answering"), settings = byId("settings"), panel = byId("request-panel");
  if (columns.matches) {
    byId("top").append(settings);
    answering.before(panel);
  } else {
    answering.append(settings);
    answering.after(panel);
  }
}
columns.addEventListener("change", arrange);
arrange();

// The form begins in the language of the browser, if possible.
language.value =
  [...language.options].map(({ value }) => value).find((tag) => navigator.language.split("-")[0] === tag.split("-")[0]) ?? "en";

// The page keeps one frame, because a new one would have to be loaded.
const host = openHost({
  container,
  drafts,
  findings: true,
  words: __CATALOGUES__,
  onEvent: (event) => {
    result.event(event);
    if (event.type === "findings") {
      findings = { text: steps.current?.shown ?? "", list: event.findings };
      adviseNow();
    } else if (event.type === "closed") {
      byId("form-empty").hidden = false;
    }
  },
}, new URL("frame/index.html", document.baseURI).href, class extends Iframe {
  constructor(url: string, place: HTMLElement, handlers: FrameHandlers) {
    super(url, place, {
      hasLoaded: () => handlers.hasLoaded(),
      blocked: () => handlers.blocked(),
      takenOut: () => handlers.takenOut(),
      pageChanged: () => handlers.pageChanged(),
      // This page talks to each document, too, and not only the host.
      connected(port, ...hello) {
        review.listen(port as unknown as MessagePort);
        handlers.connected(port, ...hello);
      },
    });
  }
});
const steps = new Steps(() => ({ text: request.value, server: server.value }), showStep);
let open: AbortController | undefined;
let findings: { text: string; list: readonly Finding[] } | undefined;
let clients: typeof import("./advice/clients.js") | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;

function readEditor(): Readable | undefined {
  const reading = read(request.value);
  showProblem(reading.kind === "problem" ? reading.problem : "");
  return reading.kind === "problem" ? undefined : reading;
}

function show(focus: boolean, fragment = ""): void {
  const reading = readEditor();
  if (!reading) {
    request.focus();
    return;
  }
  steps.go({ kind: "form", shown: request.value }, fragment);
  adviseNow();
  byId("form-heading").scrollIntoView({ block: "nearest" });
  void decide(reading, focus);
}

async function decide(reading: Readable, focus: boolean): Promise<void> {
  withdraw();
  const round = new AbortController();
  open = round;
  byId("form-empty").hidden = true;
  container.hidden = false;
  const id = server.value.trim() || DEFAULT_SERVER;
  drawCompletions(reading, (page) => host.complete({ id }, page));
  drafts.stopGuarding();
  result.begin(true);
  try {
    const outcome = await ask(host, reading, { server: { id }, signal: round.signal, focus });
    steps.keep();
    steps.go({ kind: "result", shown: steps.current?.shown ?? "", outcome }, location.hash);
    result.settle(outcome);
  } catch (error) {
    if (!round.signal.aborted) {
      throw error;
    }
  } finally {
    if (open === round) {
      open = undefined;
      drafts.stopGuarding();
    }
  }
}

/** Withdraws the open request. The draft of its form returns when the same request is shown again. */
function withdraw(): void {
  drafts.keepDuring(() => open?.abort());
  open = undefined;
}

function closeForm(): void {
  withdraw();
  drafts.stopGuarding();
  container.hidden = true;
  byId("completions").hidden = true;
  byId("form-empty").hidden = false;
  showProblem("");
  result.begin(false);
  adviseNow();
}

function followReview(): void {
  const { current } = steps;
  if (review.isOpen && current?.kind === "form" && open) {
    steps.keep();
    steps.go({ kind: "review", shown: current.shown }, location.hash);
  } else if (!review.isOpen && current?.kind === "review" && open) {
    // The person pressed Back in the form.
    history.back();
  }
}

function showStep(step: Step, previous?: Step): void {
  if (open && previous?.shown === step.shown && previous.server === step.server && hasForm(previous) && hasForm(step)) {
    // The form is open already. Forward cannot lead to review: the answers have not been checked yet.
    if (step.kind === "review") {
      history.back();
    } else if (review.isOpen) {
      review.back();
    }
    return;
  }
  example.value = "";
  request.value = step.text;
  server.value = step.server;
  closeForm();
  const reading = read(step.shown);
  if (step.kind === "request" || reading.kind === "problem") {
    request.focus();
  } else if (hasForm(step)) {
    drafts.reopen();
    void decide(reading, true);
  } else if (step.outcome) {
    byId("form-empty").hidden = true;
    result.settle(step.outcome);
    byId("result").focus();
  }
}

function hasForm({ kind }: Step): boolean {
  return kind === "form" || kind === "review";
}

function take(text: string, focus: boolean): void {
  steps.keep();
  write(text);
  show(focus);
}

function write(text: string): void {
  request.value = text;
  // The person has not typed this text, so the caret belongs at its start.
  request.setSelectionRange(0, 0);
  request.scrollTop = 0;
}

function showProblem(text: string): void {
  problem.textContent = text;
  problem.hidden = text === "";
  request.setAttribute("aria-invalid", String(text !== ""));
}

function adviseNow(): void {
  clearTimeout(pause);
  const reading = read(request.value);
  byId("advice-panel").hidden = reading.kind === "problem";
  byId("recognised").textContent = reading.kind === "problem" ? nothingRecognised : recognise(reading);
  if (reading.kind === "problem") {
    return;
  }
  const advised = advise(reading, clients?.treatments);
  if (findings?.text === request.value) {
    const own = adviceOfForm(findings.list, reading.asked, isBareSchema(reading));
    advised.verdicts.push(own.verdict);
    advised.advice = withSecrets(advised.advice, own.secrets);
  }
  drawAdvice(advised, (path) => select(nearest(reading.root, path)));
}

function select({ start, end }: { start: number; end: number }): void {
  request.focus({ preventScroll: true });
  // Chromium only scrolls to the caret, and only when the box gets the focus.
  request.setSelectionRange(start, start);
  request.blur();
  request.focus();
  request.setSelectionRange(start, end);
}

/** The browser has made an entry of the history for the address of the request. */
function showFragment(): boolean {
  const linked = readFragment(location.hash);
  if (!linked) {
    return false;
  }
  example.value = "";
  server.value = linked.server || DEFAULT_SERVER;
  write(linked.request);
  show(true, location.hash);
  return true;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  steps.keep();
  show(true);
});
form.addEventListener("reset", (event) => {
  // The browser would empty the fields too late for the code below.
  event.preventDefault();
  steps.keep();
  [example.value, server.value, request.value] = ["", DEFAULT_SERVER, ""];
  closeForm();
  drafts.clear();
  steps.go({ kind: "request", shown: "" });
  request.focus();
});

request.addEventListener("input", () => {
  // This lets a person choose the same example again.
  example.value = "";
  clearTimeout(pause);
  pause = setTimeout(adviseNow, TYPING_PAUSE_MS);
});
// A request that is pasted as a whole is shown at once; while a person types it, it may be incomplete.
request.addEventListener("paste", ({ clipboardData }) => {
  const pasted = clipboardData?.getData("text/plain").trim() ?? "";
  if (example.value !== "" && read(pasted).kind !== "problem") {
    // A request in the middle of an example makes no sense: it replaces the example.
    request.select();
  }
  setTimeout(() => {
    if (request.value.trim() === pasted && read(request.value).kind !== "problem") {
      show(true);
    }
  });
});
request.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});

addExamples(example);
example.addEventListener("change", () => {
  if (example.value !== "") {
    take(example.value, false);
  }
});

acceptFiles((text, name) => {
  example.value = "";
  notify(status, `Read ${name}`);
  take(text, true);
}, (reason) => {
  showProblem(reason);
  request.focus();
});

byId("tidy").addEventListener("click", () => {
  if (readEditor()) {
    request.value = tidy(request.value);
    adviseNow();
    notify(status, "Tidied up");
  }
});

byId("link").addEventListener("click", () => {
  const link = new URL(location.href);
  const name = server.value.trim();
  link.hash = writeFragment({ request: request.value, server: name === DEFAULT_SERVER ? "" : name });
  const kilobytes = Math.ceil(link.href.length / 1000);
  const long = link.href.length > LONG_LINK ? `. It has ${kilobytes} kB: chats and mail programs may cut it, so send the file` : "";
  void copy(link.href, status, `Link copied${long}`, () => {
    history.replaceState(history.state, "", link);
    return `The link is in the address bar${long}`;
  });
});

followChoices(host);

window.addEventListener("hashchange", () => {
  // An entry with a state is a step of this page; Steps handles it.
  if (history.state === null) {
    steps.addEntry();
    showFragment();
  }
});
if (steps.current) {
  showStep(steps.current);
} else if (!showFragment()) {
  // The first option is the label of the list.
  example.selectedIndex = 1;
  write(example.value);
  show(false);
}

// The schemas of the official clients are large: they are loaded when the page works already.
const clientsUrl = document.querySelector<HTMLMetaElement>('meta[name="elicitform-clients"]')?.content ?? "";
void import(new URL(clientsUrl, document.baseURI).href).then((loaded: typeof clients) => {
  clients = loaded;
  adviseNow();
});
void cacheForOffline(clientsUrl);
