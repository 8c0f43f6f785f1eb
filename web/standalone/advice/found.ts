// What the form itself reports about a request that it shows.

import type { Finding } from "../../../bridge/host/index.js";
import { type Path, pointer } from "../located.js";
import type { Asked } from "../reading.js";
import { type Advice, adviceOf, some, type Verdict } from "./advice.js";

/** What the form reports, as a verdict and places for the advice. */
export interface Found {
  verdict: Verdict;
  /** Fields that ask for secrets. The form knows more words for secrets than the advice does. */
  secrets: Path[];
}

/** Reads the findings about the requests. When only a schema was pasted, its places begin at the root. */
export function found(findings: readonly Finding[], asked: readonly Asked[], bareSchema: boolean): Found {
  const place = ({ key = "", property = "" }: Finding): Path => {
    const params = asked.find((one) => one.key === key)?.params;
    return (params?.path ?? "") + pointer(...(bareSchema ? [] : ["requestedSchema"]), "properties", property);
  };
  return {
    verdict: verdict(findings),
    secrets: findings.filter(({ code }) => code === "secret").map(place),
  };
}

/** Adds advice for secrets that only the form has found. */
export function withSecrets(advice: readonly Advice[], secrets: readonly Path[]): Advice[] {
  const known = new Set(advice.filter(({ severity }) => severity === "problem").map(({ path }) => path));
  const more = secrets.filter((path) => !known.has(path));
  return [...more.map((path) => adviceOf("problem", path, SECRET)), ...advice];
}

const SECRET = "Do not ask for a secret in a form: the form warns people about this field. Open a page of your own in URL mode, where only you see what is entered.";

const NAME = "This form";

function verdict(findings: readonly Finding[]): Verdict {
  const named = (prefix: string): string[] =>
    findings.filter(({ code }) => code.startsWith(prefix)).map(({ code, property }) => property ?? code.slice(prefix.length).replaceAll("-", " "));
  const blocked = findings.filter(({ code }) => BLOCKS.includes(code)).map(({ code }) => code.slice("link:".length).replaceAll("-", " "));
  if (blocked.length > 0) {
    return { name: NAME, takes: "no", why: `for the address: ${blocked.join(", ")}` };
  }
  const unsupported = named("unsupported:");
  const noted = named("note:");
  if (unsupported.length + noted.length > 0) {
    const parts = [unsupported.length > 0 ? `without ${some(unsupported)}` : "", noted.length > 0 ? `with a note on ${some(noted)}` : ""];
    return { name: NAME, takes: "part", why: parts.filter(Boolean).join(", ") };
  }
  const warned = [...named("link:"), ...(findings.some(({ code }) => code === "secret") ? ["secrets"] : [])];
  return { name: NAME, takes: "whole", why: warned.length > 0 ? `with warnings: ${some(warned)}` : "" };
}

/** Addresses that the form does not open. */
const BLOCKS = ["link:unreadable", "link:bad-scheme", "link:credentials", "link:too-long"];
