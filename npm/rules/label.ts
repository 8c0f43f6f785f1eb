// Labels of questions without a title, by the rules of internal/safetext/label.go.

import { isBlank, safeText } from "../../bridge/message/safetext.js";

const ACRONYMS = (
  "ai api aws bic cpu css csv db dns eu faq gcp gpu html http https iban id ip isbn iso json jwt kpi llm mfa os otp pdf pr qa qr ram sdk " +
  "sku sla sms sql ssh ssl sso tls ttl ui uri url usb utc uuid vat vm vpn xml yaml zip"
).split(" ");

/** Makes a server's text safe to show on one line. */
export function line(text: unknown, limit: number): string {
  return safeText(text, limit).replace(/\s+/g, " ").trim();
}

/** Returns the label of a question: its title, or its name in words; empty if neither has a visible character. */
export function labelOf(title: unknown, name: string, limit: number): string {
  const written = typeof title === "string" && !isBlank(title) && !isAutomatic(title, name) ? title : toLabel(name);
  return isBlank(written) ? "" : line(written, limit);
}

/** Makes a name readable: "firstLine" becomes "First line", and "api_url" becomes "API URL". A phrase stays. */
function toLabel(name: string): string {
  if (!/^[\p{L}\p{M}\p{Nd}_-]*$/u.test(name)) {
    return name;
  }
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(name);
  return (isLatin ? toPhrase(name) : name.split("_").filter(Boolean).join(" ")) || name;
}

// Reports whether a program made a title of a name, as Python's title and capitalize do.
function isAutomatic(title: string, name: string): boolean {
  const [written, plain] = [separate(title), separate(name)];
  if (written === "" || written.toLowerCase() !== plain.toLowerCase()) {
    return false;
  }
  // A person writes "iPhone".
  return !/\p{L}\p{Lu}/u.test(written) || written.slice(1) === plain.slice(1);
}

function separate(text: string): string {
  return text.replace(/[_-]/g, " ").trim();
}

function toPhrase(name: string): string {
  const words = name.split(/[_-]/).filter(Boolean).flatMap(splitHumps);
  const shouts = name === name.toUpperCase() && (words.length > 1 || name.length > 3);
  return words.map((word, i) => {
    const lower = word.toLowerCase();
    const stem = lower.replace(/s$/, "");
    if (ACRONYMS.includes(lower)) {
      return word.toUpperCase();
    } else if (ACRONYMS.includes(stem)) {
      return `${stem.toUpperCase()}s`;
    }
    const quiet = shouts && word.length > 1 ? lower : word;
    // "URL", "IDs" and the last letter of "planB" stay.
    const isAcronym = !/\p{Ll}/u.test(quiet.replace(/s$/, ""));
    return i === 0 ? capital(quiet, "toUpperCase") : isAcronym ? quiet : capital(quiet, "toLowerCase");
  }).join(" ");
}

// Does not depend on the language, which would change names.
function capital(word: string, change: "toUpperCase" | "toLowerCase"): string {
  const [first = "", ...rest] = [...word];
  return first[change]() + rest.join("");
}

// Splits "userIDNumber" into "user", "ID" and "Number". "IDs" and "OAuth" stay whole.
function splitHumps(part: string): string[] {
  const letters = [...part];
  const words: string[] = [];
  let start = 0;
  const isUpper = (at: number): boolean => /^\p{Lu}$/u.test(letters[at] ?? "");
  const isLower = (at: number): boolean => /^\p{Ll}$/u.test(letters[at] ?? "");
  for (let i = 1; i < letters.length; i++) {
    const endsPlural = letters[i + 1] === "s" && !isLower(i + 2);
    const isFresh = !isUpper(i - 1) || (i - start >= 2 && isLower(i + 1) && !endsPlural);
    if (isUpper(i) && isFresh) {
      words.push(letters.slice(start, i).join(""));
      start = i;
    }
  }
  return [...words, letters.slice(start).join("")];
}
