import type { Entry } from "./entry.js";
import { own, textOf } from "./json.js";
import type { ElicitContent, ElicitResult } from "./types.js";

// How long the host may look at the answers, in milliseconds.
const PATIENCE = 30_000;
// What of them reaches the person; the frame cuts texts as well. More than a
// message may hold would never arrive, and leave them waiting.
const MOST_PROBLEMS = 100;
const LONGEST = 600;

/**
 * What the host has against the answers. It rejects when the host could not
 * look at them, or not in time.
 */
export async function refusals({ options: { check }, question }: Entry, results: readonly ElicitResult[]): Promise<object[]> {
  const all = results.map(async (result, i) => {
    const content = own(result, "content");
    const { key } = question.parts[i]!;
    // A copy: what the person has sent is what is handed on.
    const problems = content ? await check!(structuredClone(content as ElicitContent), key) : [];
    return problems.map((problem) => ({ name: textOf(own(problem, "name")), message: textOf(own(problem, "message"))?.slice(0, LONGEST), key }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, PATIENCE)));
  return (await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer))).flat().slice(0, MOST_PROBLEMS);
}
