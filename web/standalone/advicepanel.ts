// Draws the advice: which revisions and clients accept the request, and what its
// author should change.

import type { Advice, Deed, Revision, Verdict } from "./advice/advice.js";
import type { Advised } from "./advice/advise.js";
import { type Path, pointer } from "./located.js";

const TAKES: { readonly [takes in Verdict["takes"]]: string } = { whole: "Takes it", part: "In part", no: "Refuses it", never: "Does not apply" };
const SEVERITIES: { readonly [severity in Advice["severity"]]: [one: string, many: string] } = {
  problem: ["Problem", "problems"],
  warning: ["Warning", "warnings"],
  note: ["Note", "notes"],
};

/** How many places of one piece of advice are shown; a person unfolds the rest. */
const PLACES = 3;

/** The elements of the panel. */
export interface AdviceElements {
  panel: HTMLElement;
  count: HTMLElement;
  verdicts: HTMLElement;
  list: HTMLElement;
}

/** Draws advice. show is called with a place in the request when the person presses it. */
export function drawAdvice(at: AdviceElements, { advice, verdicts }: Advised, show: (path: Path) => void): void {
  at.panel.hidden = false;
  const groups = grouped(advice);
  at.count.textContent = summary(groups);
  at.verdicts.replaceChildren(...verdicts.map(verdictItem));
  // The list is drawn anew, so the focus has to go back to the button that had it.
  const focused = at.list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
  at.list.hidden = groups.length === 0;
  at.list.replaceChildren(...groups.map((group) => item(group, show)));
  if (focused) {
    [...at.list.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
  }
}

interface Group extends Advice {
  paths: Path[];
}

// Joins pieces of advice that differ only in their place.
function grouped(advice: readonly Advice[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of advice) {
    const key = JSON.stringify([one.severity, one.text, concerns(one)]);
    const group = groups.get(key);
    if (group) {
      group.paths.push(one.path);
    } else {
      groups.set(key, { ...one, paths: [one.path] });
    }
  }
  return [...groups.values()];
}

function summary(groups: readonly Group[]): string {
  const parts = (Object.keys(SEVERITIES) as Advice["severity"][]).flatMap((severity) => {
    const count = groups.filter((group) => group.severity === severity).length;
    const [one, many] = SEVERITIES[severity];
    return count === 0 ? [] : [`${count} ${count === 1 ? one.toLowerCase() : many}`];
  });
  return parts.length === 0 ? "Nothing to improve" : parts.join(", ");
}

function verdictItem({ name, takes, why }: Verdict): HTMLElement {
  const verdict = element("span", "takes", TAKES[takes]);
  verdict.dataset["takes"] = takes;
  const entry = document.createElement("li");
  // Screen readers read this as one sentence, which needs the spaces.
  entry.append(element("span", "", name), " ", verdict, " ", element("span", "why", why));
  return entry;
}

function item(group: Group, show: (path: Path) => void): HTMLElement {
  const severity = element("span", "severity", SEVERITIES[group.severity][0]);
  severity.dataset["severity"] = group.severity;
  const body = element("div", "body");
  body.append(element("p", "", group.text));
  const whom = concerns(group);
  if (whom !== "") {
    body.append(element("p", "concerns", whom));
  }
  body.append(places(group.paths, show));
  const entry = document.createElement("li");
  entry.append(severity, body);
  return entry;
}

function places(paths: readonly Path[], show: (path: Path) => void): HTMLElement {
  const button = (path: Path): HTMLElement => {
    const link = element("button", "link", pointer(path) || "/");
    link.setAttribute("type", "button");
    link.addEventListener("click", () => show(path));
    return link;
  };
  const all = element("div", "places");
  all.append(...paths.slice(0, PLACES).map(button));
  if (paths.length > PLACES) {
    const more = document.createElement("details");
    const rest = element("div", "places");
    rest.append(...paths.slice(PLACES).map(button));
    more.append(element("summary", "", `${paths.length - PLACES} more`), rest);
    all.append(more);
  }
  return all;
}

// Which revisions and clients a piece of advice is about, unless it is about all of
// them or its text names them.
function concerns({ text, refusedBy = [], unknownTo = [], clients = [] }: Advice): string {
  const named = (list: readonly Revision[], what: string): string[] => {
    const rest = list.filter((revision) => !text.includes(revision));
    return rest.length > 0 && list.length < 3 ? [`${rest.join(" and ")}: ${what}`] : [];
  };
  return [...named(refusedBy, "not allowed"), ...named(unknownTo, "not part of it"), ...byDeed(clients)].join(" · ");
}

// Joins clients that do the same.
function byDeed(clients: readonly Deed[]): string[] {
  return [...new Set(clients.map(({ does }) => does))].map(
    (deed) => `${clients.filter(({ does }) => does === deed).map(({ client }) => client).join(", ")}: ${deed}`,
  );
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") {
    made.className = className;
  }
  made.textContent = text;
  return made;
}
