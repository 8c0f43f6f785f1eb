import { randomBytes } from "node:crypto";

// Signs the tokens of the pages. `next build` runs this file, too, and needs no secret.
const { RELAY_SECRET, NODE_ENV, NEXT_PHASE } = process.env;
if (!RELAY_SECRET && NODE_ENV === "production" && NEXT_PHASE !== "phase-production-build") {
  throw new Error("RELAY_SECRET is missing: 16 bytes or more that nobody can guess, the same in all processes");
}
export const secret = RELAY_SECRET || (globalThis.developmentSecret ??= randomBytes(32));
