import { own } from "../message/json.js";
import { MAX_REFUSALS } from "../message/names.js";
import type { Call } from "./call.js";
import type { ElicitContent, ElicitResult } from "./types.js";

// How long the host page may check the answers, in milliseconds.
const PATIENCE = 30_000;

/**
 * Asks the host page what is wrong with the answers. It rejects when the check of
 * the host page fails or takes too long.
 */
export async function refusals({ options: { check }, round }: Call, results: readonly ElicitResult[]): Promise<object[]> {
  const all = results.map(async (result, i) => {
    const content = own(result, "content");
    // The check gets a copy: nothing but what the person has sent reaches the server.
    const problems = content ? await check!(structuredClone(content as ElicitContent), round[i]!.key) : [];
    // Problems that are too long for a message or that have no JSON would not arrive,
    // and the person would wait for ever. The frame shows 500 characters of a text.
    return problems.map(({ name, message }) => ({ name, message: message.slice(0, 600), key: round[i]!.key }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, PATIENCE)));
  return (await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer))).flat().slice(0, MAX_REFUSALS);
}
