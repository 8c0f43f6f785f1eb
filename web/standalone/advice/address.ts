// The address of a request in URL mode.

import { type Located, member, text } from "../located.js";
import { type Advice, note, problem, type Revision, type Subject, warning } from "./advice.js";
import { isForm } from "./schema.js";

const BEFORE: readonly Revision[] = ["2025-06-18"];
const WITH_ID: readonly Revision[] = ["2025-11-25"];
const WITHOUT_ID: readonly Revision[] = ["2026-07-28"];
const LONG = 2000;

/** Names of parameters that often hold a credential or tell who the person is. */
const SENSITIVE = /^(?:.*token|.*secret|password|pwd|api[_-]?key|auth|sig(?:nature)?|session(?:[_-]?id)?|jwt|e?mail|user(?:name)?|phone|name|ssn|code)$/i;

/** Advises on URL mode. */
export function* adviseOnAddress(subject: Subject): Iterable<Advice> {
  const { params } = subject;
  if (isForm(subject) || params.kind !== "object") {
    return;
  }
  yield note(member(params, "mode") ?? params, "Only send it to a client that has declared elicitation.url: URL mode came with 2025-11-25.", { refusedBy: BEFORE });
  yield* adviseOnId(subject);
  const url = member(params, "url");
  const raw = text(url);
  const at = url ?? params;
  if (raw === undefined) {
    yield problem(at, "Add the url: the address of the page, as a string.", { refusedBy: ["2025-11-25", "2026-07-28"] });
    return;
  }
  if (!URL.canParse(raw)) {
    yield problem(at, "Write a full address with scheme and host, such as https://auth.example/connect: this one cannot be read.");
    return;
  }
  yield* inspect(raw, new URL(raw), at);
}

function* adviseOnId({ params, revisions }: Subject): Iterable<Advice> {
  const id = member(params, "elicitationId");
  if (id && text(id) === undefined) {
    yield problem(id, "Write the elicitationId as a string.", { refusedBy: WITH_ID });
  } else if (id && revisions.includes("2026-07-28")) {
    yield note(id, "Revision 2026-07-28 has no elicitationId and no notice of completion: the client asks again with its next call.", { unknownTo: WITHOUT_ID });
  } else if (!id && revisions.includes("2025-11-25")) {
    const advise = revisions.includes("2026-07-28") ? warning : problem;
    const text = "Add an elicitationId for clients of 2025-11-25: they refuse a request in URL mode without one. Only 2026-07-28 does without.";
    yield advise(params, text, { refusedBy: WITH_ID });
  }
}

function* inspect(raw: string, url: URL, at: Located): Iterable<Advice> {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    yield problem(at, `Use https: a client must not open “${url.protocol}”.`);
    return;
  }
  if (url.protocol === "http:") {
    yield isLoopback(url.hostname)
      ? note(at, "Use https for what others will use: http is fine on this machine only.")
      : warning(at, "Use https: clients warn people about a page that is not encrypted.");
  }
  if (url.username !== "" || url.password !== "") {
    yield problem(at, "Remove the user name or password in front of the host: clients block such an address, because it can pose as another host.");
  }
  if (/[\s\\]|[^\u0021-\u007E]/.test(raw)) {
    yield warning(at, `Write the address as browsers read it, without spaces, backslashes or letters that are not ASCII: ${url.href.slice(0, 200)}`);
  }
  if (/(?:^|\.)xn--/.test(url.hostname)) {
    yield warning(at, `Use a host name in plain letters if you can: clients warn people about “${url.hostname}”, because such names are used to imitate others.`);
  }
  if (/^[\d.]+$|^\[/.test(url.hostname) && !isLoopback(url.hostname)) {
    yield warning(at, "Use a host name: clients warn people about a bare IP address.");
  }
  if (url.port !== "" && !isLoopback(url.hostname)) {
    yield note(at, `Use the usual port if you can: clients point out port ${url.port}.`);
  }
  if (raw.length > LONG) {
    yield warning(at, `Shorten the address: people have to be shown all of its ${raw.length} characters before they agree.`);
  }
  const sensitive = [...url.searchParams.keys()].find((name) => SENSITIVE.test(name));
  if (sensitive !== undefined) {
    yield warning(at, `Keep “${sensitive}” out of the address if it says who the person is or lets others act for them: the specification forbids both. Let the page sign people in itself.`);
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
