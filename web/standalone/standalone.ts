// The page for authors of MCP servers: a request on one side, the form and its
// result on the other.

import { createFormHost, ElicitationError, type FormHost, type HostContext } from "../../bridge/host/index.js";
import { examples } from "./examples.js";
import { readRequest, requestInFragment } from "./request.js";

const DEFAULT_SERVER = "example-server";
const TOLD_TIME = 4000;

const form = byId<HTMLFormElement>("request-form");
const request = byId<HTMLTextAreaElement>("request");
const problem = byId("request-error");
const server = byId<HTMLInputElement>("server");
const example = byId<HTMLSelectElement>("example");
const theme = byId<HTMLSelectElement>("theme");
const language = byId<HTMLSelectElement>("language");

// The form speaks the language of the browser where it knows it.
language.value =
  [...language.options].map(({ value }) => value).find((tag) => navigator.language.split("-")[0] === tag.split("-")[0]) ?? "en";

let host = makeHost();
let open: AbortController | undefined;

function makeHost(): FormHost {
  return createFormHost({
    container: byId("form"),
    frameUrl: new URL("frame/index.html", document.baseURI),
    context: readContext(),
  });
}

function readContext(): HostContext {
  return { theme: theme.value === "light" || theme.value === "dark" ? theme.value : undefined, locale: language.value };
}

async function show(): Promise<void> {
  const read = readRequest(request.value);
  tellProblem("problem" in read ? read.problem : "");
  if ("problem" in read) {
    request.focus();
    return;
  }
  open?.abort();
  const mine = new AbortController();
  open = mine;
  byId("form-empty").hidden = true;
  tellResult("Waiting for a decision in the form.");
  try {
    const result = await host.elicit(read.params, {
      server: { id: server.value.trim() || DEFAULT_SERVER },
      signal: mine.signal,
      focus: true,
    });
    tellResult("The server gets this result:", JSON.stringify(result, null, 2));
  } catch (error) {
    if (open === mine && error instanceof ElicitationError && error.code !== "disposed") {
      tellResult(
        `No result: ${error.code}. A client answers the server with this error:`,
        JSON.stringify({ code: error.rpcCode, message: error.message }, null, 2),
      );
    }
  }
}

// A request that is pasted is meant to be shown; one that is typed may not be
// finished.
function pasted(): void {
  setTimeout(() => {
    if (!("problem" in readRequest(request.value))) {
      void show();
    }
  });
}

function startAgain(): void {
  open?.abort();
  open = undefined;
  host.dispose();
  host = makeHost();
  tellProblem("");
  byId("form-empty").hidden = false;
  tellResult("What the server gets appears here.");
  byId("result-text").classList.add("empty");
  if (location.hash !== "") {
    history.replaceState(null, "", location.pathname + location.search);
  }
  request.focus();
}

function tellProblem(text: string): void {
  problem.textContent = text;
  problem.hidden = text === "";
  request.setAttribute("aria-describedby", text === "" ? "request-hint" : "request-hint request-error");
  request.setAttribute("aria-invalid", String(text !== ""));
}

function tellResult(text: string, json?: string): void {
  byId("result-text").classList.toggle("empty", json === undefined);
  byId("result-text").textContent = text;
  byId("result").textContent = json ?? "";
  byId("result").hidden = json === undefined;
  byId("result-actions").hidden = json === undefined;
}

/** Copies a text, or does otherwise what lets the person copy it; both say what was done. */
async function copy(text: string, region: HTMLElement, done: string, otherwise: () => string): Promise<void> {
  let told = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or no secure page.
    told = otherwise();
  }
  region.textContent = told;
  setTimeout(() => (region.textContent = ""), TOLD_TIME);
}

function showFragment(): void {
  const text = requestInFragment(location.hash);
  if (text !== undefined) {
    example.value = "";
    request.value = text;
    void show();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show();
});
form.addEventListener("reset", () => queueMicrotask(startAgain));

example.append(...examples.map(({ title }, index) => new Option(title, String(index))));
request.addEventListener("paste", pasted);

example.addEventListener("change", () => {
  const chosen = examples[Number(example.value)];
  if (example.value !== "" && chosen) {
    request.value = JSON.stringify(chosen.params, null, 2);
    tellProblem("");
  }
});

byId("link").addEventListener("click", () => {
  const link = new URL(location.href);
  link.hash = `request=${encodeURIComponent(request.value)}`;
  void copy(link.href, byId("link-status"), "Link copied", () => {
    history.replaceState(null, "", link);
    return "The link is in the address bar";
  });
});

byId("copy").addEventListener("click", () => {
  const result = byId("result");
  void copy(result.textContent ?? "", byId("copy-status"), "Result copied", () => {
    getSelection()?.selectAllChildren(result);
    return "The result is selected";
  });
});

theme.addEventListener("change", () => {
  document.documentElement.dataset["theme"] = theme.value;
  host.setContext({ theme: readContext().theme });
});
language.addEventListener("change", () => host.setContext({ locale: language.value }));

// Browsers keep what was selected across a reload; the form must agree with it.
document.documentElement.dataset["theme"] = theme.value;
host.setContext(readContext());

window.addEventListener("hashchange", showFragment);
showFragment();

function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`standalone.html has no #${id}`);
  }
  return element as T;
}
