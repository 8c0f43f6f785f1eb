import { randomBytes } from "node:crypto";

// Signs the tokens of the pages.
const { RELAY_SECRET, NODE_ENV } = process.env;
if (!RELAY_SECRET && NODE_ENV === "production") {
  throw new Error("RELAY_SECRET is missing: 16 bytes or more that nobody can guess, the same in all processes");
}
export const secret = RELAY_SECRET || randomBytes(32);
