import { own } from "../message/json.js";
import type { Call } from "./call.js";
import type { ElicitContent, ElicitResult } from "./types.js";

// How long the host may look at the answers, in milliseconds.
const PATIENCE = 30_000;

/**
 * What the host has against the answers. It rejects when the host could not
 * look at them, or not in time.
 */
export async function refusals({ options: { check }, question }: Call, results: readonly ElicitResult[]): Promise<object[]> {
  const all = results.map(async (result, i) => {
    const content = own(result, "content");
    // A copy: what the person has sent is what is handed on.
    const problems = content ? await check!(structuredClone(content as ElicitContent), question.parts[i]!.key) : [];
    // More than a message may hold, or what has no JSON, would never arrive, and
    // leave the person waiting. The frame shows less of a text.
    return problems.map(({ name, message }) => ({ name, message: message.slice(0, 600), key: question.parts[i]!.key }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, PATIENCE)));
  return (await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer))).flat().slice(0, 100);
}
