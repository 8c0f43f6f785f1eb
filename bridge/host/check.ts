import { own } from "../message/json.js";
import { MAX_REFUSALS } from "../message/names.js";
import type { Call } from "./round.js";
import type { ElicitContent, ElicitResult, Receipt } from "./types.js";

// The page's own check of the answers has this long, in milliseconds.
const TIMEOUT = 30_000;

/** Returns the problems that the page finds in the answers. It rejects when the check fails or takes too long. */
export async function checkAnswers(
  { options: { check }, round }: Call, results: readonly ElicitResult[], receipt: Receipt | undefined,
): Promise<object[]> {
  const all = results.map(async (result, i) => {
    const content = own(result, "content");
    // The check gets a copy, so that it cannot change what reaches the server.
    const problems = content ? await check!(structuredClone(content as ElicitContent), round[i]!.key, receipt) : [];
    // A message that is too long would not arrive; the frame shows 500 characters of it. A message that is not text throws here.
    return problems.map(({ name, property, message }) => ({ name: property ?? name, message: message.slice(0, 600), key: round[i]!.key }));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, TIMEOUT)));
  return (await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer))).flat().slice(0, MAX_REFUSALS);
}
