import type { Entry } from "./entry.js";
import { own } from "./json.js";
import type { ElicitContent, ElicitResult } from "./types.js";

// How long the host may look at the answers, in milliseconds.
const PATIENCE = 30_000;
// What is said to the frame has to fit into a message.
const MOST_PROBLEMS = 50;
const MESSAGE_LIMIT = 500;

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
    return problems.map(({ name, message }) => ({ key, name, message: message.slice(0, MESSAGE_LIMIT) }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, PATIENCE)));
  const problems = await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer));
  return problems.flat().slice(0, MOST_PROBLEMS);
}
