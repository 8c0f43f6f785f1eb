import type { Finding } from "../../../bridge/host/index.js";
import { type Path, pointer } from "../located.js";
import type { Asked } from "../reading.js";
import { type Advice, some, type Verdict } from "./advice.js";
import { OPEN_A_PAGE } from "./property.js";

/** Returns the verdict of the form, and the places of fields for secrets: the form knows more words for these. */
export function adviceOfForm(
  findings: readonly Finding[], asked: readonly Asked[], bareSchema: boolean,
): { verdict: Verdict; secrets: Path[] } {
  const secrets = findings.filter(({ code }) => code === "secret").map(({ key = "", property = "" }) => {
    const params = asked.find((one) => one.key === key)?.params;
    return (params?.path ?? "") + pointer(...(bareSchema ? [] : ["requestedSchema"]), "properties", property);
  });
  return { verdict: verdict(findings), secrets };
}

/** Adds advice on secrets that only the form has noticed. */
export function withSecrets(advice: readonly Advice[], secrets: readonly Path[]): Advice[] {
  const known = new Set(advice.filter(({ severity }) => severity === "problem").map(({ path }) => path));
  const more = secrets.filter((path) => !known.has(path));
  return [...more.map((path) => ({ code: "secret-noticed", severity: "problem" as const, path, text: SECRET })), ...advice];
}

const SECRET = `Do not ask for a secret in a form: the form warns people about this field. ${OPEN_A_PAGE}`;

const BLOCKS = ["link:unreadable", "link:bad-scheme", "link:credentials", "link:too-long"];

function verdict(findings: readonly Finding[]): Verdict {
  const propertiesWith = (prefix: string, among = findings): string[] => among
    .filter(({ code }) => code.startsWith(prefix))
    .map(({ code, property }) => property ?? code.slice(prefix.length).replaceAll("-", " "));
  const name = "This form";
  const blocked = propertiesWith("link:", findings.filter(({ code }) => BLOCKS.includes(code)));
  const [unsupported, noted] = [propertiesWith("unsupported:"), propertiesWith("note:")];
  if (blocked.length > 0) {
    return { name, takes: "no", why: `for the address: ${blocked.join(", ")}` };
  }
  if (unsupported.length + noted.length > 0) {
    const parts = [unsupported.length > 0 && `without ${some(unsupported)}`, noted.length > 0 && `with a note on ${some(noted)}`];
    return { name, takes: "part", why: parts.filter(Boolean).join(", ") };
  }
  const warned = [...propertiesWith("link:"), ...(findings.some(({ code }) => code === "secret") ? ["secrets"] : [])];
  return { name, takes: "whole", why: warned.length > 0 ? `with warnings: ${some(warned)}` : "" };
}
