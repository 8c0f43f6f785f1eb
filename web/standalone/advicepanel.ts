// Draws the advice: which revisions and clients accept the request, and what its
// author should change.

import type { Advice, Deed, Revision, Verdict } from "./advice/advice.js";
import type { Advised } from "./advice/advise.js";
import { byId } from "../byid.js";
import { button, element } from "../element.js";
import type { Path } from "./located.js";

const TAKES: { readonly [takes in Verdict["takes"]]: string } = { whole: "Accepts it", part: "Accepts part of it", no: "Refuses it", never: "Does not apply" };
const SEVERITIES: { readonly [severity in Advice["severity"]]: [one: string, many: string] } = {
  problem: ["Problem", "problems"],
  warning: ["Warning", "warnings"],
  note: ["Note", "notes"],
};

/** How many places of one piece of advice are shown; a person unfolds the rest. */
const PLACES = 3;

/** Draws advice. show is called with a place in the request when the person presses it. */
export function drawAdvice({ advice, verdicts }: Advised, show: (path: Path) => void): void {
  const list = byId("advice");
  const groups = grouped(advice);
  byId("advice-count").textContent = summary(groups);
  byId("verdicts").replaceChildren(...verdicts.map(verdictItem));
  // The list is drawn anew, so the focus has to go back to the button that had it.
  const focused = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
  list.hidden = byId("list-heading").hidden = groups.length === 0;
  list.replaceChildren(...groups.map((group) => item(group, show)));
  if (focused) {
    [...list.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
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
  const verdict = element("span", { className: "takes" }, TAKES[takes]);
  verdict.dataset["takes"] = takes;
  // Screen readers read this as one sentence, which needs the spaces.
  return element("li", {}, element("span", {}, name), " ", verdict, " ", element("span", { className: "why" }, why));
}

function item(group: Group, show: (path: Path) => void): HTMLElement {
  const severity = element("span", { className: "severity" }, SEVERITIES[group.severity][0]);
  severity.dataset["severity"] = group.severity;
  const body = element("div", { className: "body" }, element("p", {}, group.text));
  const about = concerns(group);
  if (about !== "") {
    body.append(element("p", { className: "concerns" }, about));
  }
  body.append(places(group.paths, show));
  return element("li", {}, severity, body);
}

function places(paths: readonly Path[], show: (path: Path) => void): HTMLElement {
  const buttons = paths.map((path) => button(path || "/", () => show(path), { className: "link" }));
  const rest = buttons.splice(PLACES);
  const all = element("div", { className: "places" }, ...buttons);
  if (rest.length > 0) {
    all.append(element("details", {}, element("summary", {}, `${rest.length} more`), element("div", { className: "places" }, ...rest)));
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
