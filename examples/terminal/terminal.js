// A chat in a terminal. A server's request is asked line by line, and each wrong line again.

import { createInterface } from "node:readline/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { checkContent, readForm } from "elicitform/rules";
import words from "elicitform/words/en.json" with { type: "json" };

const terminal = createInterface({ input: process.stdin, output: process.stdout });
const lines = terminal[Symbol.asyncIterator]();
const ask = async (text) => {
  process.stdout.write(`${text} `);
  const { value, done } = await lines.next();
  return done ? Promise.reject(new Error("The input has ended.")) : value;
};

// A server's text could contain commands for the terminal. The texts of readForm and checkContent have none.
const plain = (text) => text.replace(/[^\P{C}\n]/gu, "");

function valueOf({ kind, options }, text) {
  if (text === "") return undefined;
  if (kind === "choices") return text.split(" ").map((number) => options[number - 1]?.value ?? number);
  if (options) return options[text - 1]?.value ?? text;
  if (kind === "list") return text.split(",").map((entry) => entry.trim());
  return (kind === "number" || kind === "integer") && !Number.isNaN(Number(text)) ? Number(text) : text;
}

async function elicit({ message, requestedSchema }) {
  const { fields, blocked } = readForm(requestedSchema, { words });
  console.log(plain(message));
  if (blocked || (await ask("Answer? (y/n)")) !== "y") return { action: "decline" };
  const content = {};
  let problems = [];
  let open = fields.filter(({ obstacle }) => !obstacle);
  do {
    console.log(problems.find(({ name }) => name === "")?.message ?? "");
    for (const { name, label, options = [], required, ...field } of open) {
      const problem = problems.find((problem) => problem.name === name);
      const choices = options.map((option, i) => `\n  ${i + 1} ${option.label}`).join("");
      const text = await ask(`${problem ? `${problem.message}\n` : ""}${label || name}${required ? "" : " (optional)"}${choices}:`);
      content[name] = valueOf({ options: options.length > 0 && options, ...field }, text.trim());
    }
    problems = checkContent(requestedSchema, content, { words });
    const wrong = new Set(problems.map(({ name }) => name));
    open = wrong.has("") ? open : open.filter(({ name }) => wrong.has(name));
  } while (problems.length > 0 && open.length > 0);
  return problems.length > 0 ? { action: "cancel" } : { action: "accept", content };
}

const client = new Client({ name: "terminal-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler("elicitation/create", ({ params }) => elicit(params).catch(() => ({ action: "cancel" })));
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp")));
const { content } = await client.callTool({ name: "book" }, { timeout: 3_600_000 });
console.log(plain(content[0].text));
await client.close();
terminal.close();
