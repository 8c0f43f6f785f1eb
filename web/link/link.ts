// The page of a link to a question: the form alone. The server knows the browser by a cookie, and its relay has nothing but
// this question.

import { createFormHost } from "../../bridge/host/index.js";
import { languageOf } from "../../bridge/message/language.js";
import { connectRelay, relayDrafts } from "../../bridge/relay/relay-browser.js";

const container = document.getElementById("form")!;
const state = document.getElementById("state")!;
const { relay, over, taken, offline, loading, review } = container.dataset as { [name: string]: string };

// The person's own locale writes numbers and dates, where it has the language that the server has chosen.
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
let asked = false;
let ended = false;

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
  // The press of the button has asked for the form.
  show: () => ({ focus: true, review: review as "always" | "short" | undefined }),
  onEvent: (event) => {
    switch (event.type) {
      case "asked":
        asked = true;
        break;
      case "ended":
        // The form says how.
        ended = true;
        say("");
        break;
      case "state":
        changed(event.state);
    }
  },
});

function changed(now: string): void {
  if (ended) {
    return;
  }
  switch (now) {
    case "denied":
      say(taken!);
      break;
    case "offline":
      say(offline!);
      break;
    case "open":
    case "polling":
      // All that is open has been told by then.
      say(asked ? "" : over!);
      break;
    default:
      say(asked ? "" : loading!);
  }
}
