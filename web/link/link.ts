// The server identifies the browser by a cookie, and the link's relay has only this question.

import { createFormHost } from "../../bridge/host/index.js";
import { languageOf } from "../../bridge/message/language.js";
import { connectRelay, relayDrafts } from "../../relay/typescript/relay-browser.js";

const container = document.getElementById("form")!;
const state = document.getElementById("state")!;
const { relay, over, taken, offline, loading, review } = container.dataset as { [name: string]: string };

// Returns the person's own locale if it has the language of the server's choice: it decides on the notation of numbers and dates.
function localeOf(): string {
  const page = document.documentElement.lang;
  return navigator.languages.find((one) => languageOf(one, [page])) ?? page;
}

function say(text: string): void {
  if (state.textContent !== text) {
    state.textContent = text;
  }
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const drafts = relayDrafts();
let isAsked = false;
let hasEnded = false;

const forms = createFormHost({
  container,
  frameUrl: "/elicitform/frame/index.html",
  context: { locale: localeOf(), timeZone },
  drafts,
  onEvent: ({ type }) => {
    if (type === "shown") {
      say("");
    }
  },
});

connectRelay(relay!, forms, {
  drafts,
  show: () => ({ focus: true, review: review as "always" | "short" | undefined }),
  onEvent: (event) => {
    switch (event.type) {
      case "asked":
        isAsked = true;
        break;
      case "ended":
        hasEnded = true;
        say("");
        break;
      case "state":
        showState(event.state);
    }
  },
});

function showState(name: string): void {
  if (hasEnded) {
    return;
  }
  switch (name) {
    case "denied":
      say(taken!);
      break;
    case "offline":
      say(offline!);
      break;
    case "open":
    case "polling":
      say(isAsked ? "" : over!);
      break;
    default:
      say(isAsked ? "" : loading!);
  }
}
