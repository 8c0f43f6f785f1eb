import { own } from "../message/json.js";
import { MAX_REFUSALS } from "../message/names.js";
import type { Call } from "./round.js";
import type { ElicitContent, ElicitResult } from "./types.js";

// How long the host page may check the answers, in milliseconds.
const PATIENCE = 30_000;

/** Asks the host page what is wrong with the answers. It rejects when that fails or takes too long. */
export async function refusals({ options: { check }, round }: Call, results: readonly ElicitResult[]): Promise<object[]> {
  const all = results.map(async (result, i) => {
    const content = own(result, "content");
    // The check gets a copy: nothing but what the person has sent reaches the server.
    const problems = content ? await check!(structuredClone(content as ElicitContent), round[i]!.key) : [];
    // A text that is too long, or has no JSON, would not arrive. The frame shows 500 characters of it.
    return problems.map(({ name, message }) => ({ name, message: message.slice(0, 600), key: round[i]!.key }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, PATIENCE)));
  return (await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer))).flat().slice(0, MAX_REFUSALS);
}
