// Starts the restaurant's server, and types what a person would.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { startServer } from "../server.mjs";

const server = await startServer();
const chat = spawn(process.execPath, ["terminal.js"], { env: { ...process.env, MCP_URL: server.url }, stdio: ["pipe", "pipe", "inherit"] });
chat.stdin.end(["y", "", "30", "Ada", "three", "3", ""].join("\n"));
let said = "";
for await (const piece of chat.stdout.setEncoding("utf8")) {
  said += piece;
}
await server.close();
assert.equal(said, `For whom is the table?
Answer? (y/n)${" "}
Name: Guests:${" "}
Enter an answer
Name: Enter a number from 1 to 12
Guests:${" "}
Enter a number from 1 to 12
Guests: Booked for Ada: 3 guests
`);
process.exit();
