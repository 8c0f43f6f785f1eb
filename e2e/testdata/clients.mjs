// The official clients without a page: node clients.mjs <scripts of the npm package>. client.mjs posts scenarios to
// /<way>, and gets the client's replies, which are the same in each way.

import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const scripts = pathToFileURL(`${process.argv[2]}/`);
const { interceptElicitations } = await import(new URL("index.js", scripts));
const { fakeHost } = await import(new URL("testing.js", scripts));

const info = { name: "chat", version: "1" };
const capabilities = { elicitation: { form: { applyDefaults: true } }, roots: {}, sampling: {} };

// A person who keeps the suggestions, and says yes to everything else.
const answers = ({ requestedSchema }) =>
  Object.fromEntries(Object.entries(requestedSchema.properties).map(([name, property]) => [name, property.default ?? true]));

// A host with that person. It adds its requests to asked.
const hostOf = (asked) =>
  fakeHost(({ params }) => {
    asked.push(params.message);
    return answers(params);
  });

const options = { server: { id: "suite.example" } };

const notTheClient = () => {
  throw new Error("the client was asked, and not the host");
};

/** The layer between the client and its transport, which uses a fetch. Each way adds the person's requests to asked. */
const ways = {
  plain: (make, asked) => ({
    transport: make(fetch),
    answer({ params }) {
      asked.push(params.message);
      // The client itself adds the defaults.
      const suggested = Object.values(params.requestedSchema.properties).every((property) => "default" in property);
      return { action: "accept", content: suggested ? {} : answers(params) };
    },
  }),
  behind: (make, asked) => ({ transport: interceptElicitations(make(fetch), hostOf(asked), options), answer: notTheClient }),
  // The wrapper knows the call that caused a request.
  fetching: (make, asked) => ({ transport: interceptElicitations(make, hostOf(asked), options), answer: notTheClient }),
};

/** A value of that type for a tool. */
const values = {
  string: () => "text",
  number: () => 5,
  boolean: () => true,
  // The schema that the client got in the scenario about schemas.
  object: (tools) => tools[0].inputSchema,
};

/** The calls of the scenario, or else each tool once. */
const callsOf = (tools, { toolCalls }) =>
  toolCalls ?? tools.map(({ name, inputSchema }) => ({
    name,
    arguments: Object.fromEntries((inputSchema.required ?? []).map((key) => [key, values[inputSchema.properties[key].type]?.(tools)])),
  }));

// The results of the calls, errors too. All calls run at the same time.
const outcomes = async (list, act) =>
  (await Promise.allSettled(list.map(act))).map(({ value, reason }) => value ?? { error: String(reason) });

// The skills of a server are read as a host that loads them must (SEP-2640).
const digest = (text) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

// Reads the simple lines of a skill's front matter.
const frontmatter = (text) => Object.fromEntries(/^---\n(.*?)\n---/s.exec(text)?.[1].split("\n").map((line) => line.split(/: (.*)/, 2)) ?? []);

const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);

/**
 * Lists the skills with request(method, params), and where load is true reads the files
 * of each, its own first. A file that differs from the list throws.
 */
async function readSkills(request, load) {
  const { skills } = await request("skills/list", {});
  const read = [];
  for (const skill of load ? skills : []) {
    for (const { uri, digest: promised, size } of skill.resources) {
      const { contents: [{ text }] } = await request("resources/read", { uri });
      if (Buffer.byteLength(text) !== size || digest(text) !== promised || (uri === skill.uri && !same(skill.frontmatter, frontmatter(text)))) {
        read.push({ uri, error: "is not what was promised" });
        break;
      }
      read.push({ uri, text });
    }
  }
  return { skills, read };
}

/** Calls everything that the server offers. */
async function useServer(client, scenario, context) {
  const { tools, resources, prompts, extensions } = client.getServerCapabilities();
  const got = {};
  if (tools) {
    got.tools = (await client.listTools()).tools;
    got.calls = await outcomes(callsOf(got.tools, context), (call) => client.callTool(call));
  }
  if (resources) {
    got.resources = (await client.listResources()).resources;
    got.contents = await outcomes(got.resources, ({ uri }) => client.readResource({ uri }));
  }
  if (prompts) {
    got.prompts = (await client.listPrompts()).prompts;
    got.messages = await outcomes(got.prompts, ({ name }) => client.getPrompt({ name }));
  }
  // A server of "initialize" offers nothing, and gets requests all the same.
  if (!tools && !resources && !prompts) {
    got.tools = await client.listTools().catch(String);
  }
  if (extensions) {
    got.skills = await readSkills((method, params) => client.request({ method, params }, ResultSchema), scenario !== "sep-2640-client-no-prefetch");
  }
  return got;
}

async function run(way, { server, scenario, revision, context }) {
  // The suite's servers send requests on the stream of their session, without waiting for the stream.
  let heard;
  const listening = new Promise((resolve) => (heard = resolve));
  const noticing = (fetch) => async (address, init) => {
    const headers = new Headers(init?.headers);
    // The suite's servers close a connection that was idle for five seconds, and a busy machine may send on it just then.
    headers.set("connection", "close");
    const response = await fetch(address, { ...init, headers });
    if (init?.method === "GET") {
      heard();
    }
    return response;
  };
  const old = revision < "2026";
  const Transport = old ? TransportV1 : TransportV2;
  const asked = [];
  const { transport, answer } = ways[way]((fetch) => new Transport(new URL(server), { fetch: noticing(fetch) }), asked);
  const client = old ? new ClientV1(info, { capabilities }) : new ClientV2(info, { capabilities, versionNegotiation: { mode: "auto" } });
  client.setRequestHandler(old ? ElicitRequestSchema : "elicitation/create", answer);
  await client.connect(transport);
  if (old) {
    await listening;
  }
  const got = await useServer(client, scenario, context);
  await client.close();
  return { ...got, asked: asked.sort() };
}

const control = createServer(async (request, response) => {
  const [, way] = request.url.split("/");
  const told = JSON.parse(await text(request));
  try {
    const got = JSON.stringify(await run(way, told));
    // The port differs in each run of a scenario.
    response.end(got.replaceAll(new URL(told.server).host, "server.example"));
  } catch (error) {
    response.writeHead(500).end(String(error?.stack ?? error));
  }
});
control.listen(0, "127.0.0.1");
