// The advice uses the clients' schemas. Here the clients themselves get every request of the
// corpus, over a transport in memory, from a server that only sends messages.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as v2 from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import packages from "../../../package.json" with { type: "json" };
import { locate } from "../located.js";
import { treatments, V1, V2 } from "./clients.js";

const CORPUS = "e2e/testdata/corpus";
const CAPABILITIES = { elicitation: { form: {}, url: {} } };

type Message = { id?: number; method?: string; params?: { protocolVersion?: string }; error?: unknown };
type Transport = { start(): Promise<void>; send(message: unknown): Promise<void>; close(): Promise<void>; onmessage?: unknown };

/** What came of one request: the params that a handler was given, or nothing when there was an error. */
type Outcome = { params: unknown } | undefined;

/** Sends each params to a client, and returns what became of them. */
async function send(server: Transport, connect: (handled: (request: { params: unknown }) => void) => Promise<unknown>, all: unknown[]): Promise<Outcome[]> {
  let handled: Outcome;
  let answered = (_: Message): void => {};
  server.onmessage = (message: Message) => {
    if (message.method === "initialize") {
      const result = { protocolVersion: message.params?.protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } };
      void server.send({ jsonrpc: "2.0", id: message.id, result });
    } else if (message.method === undefined) {
      answered(message);
    }
  };
  await server.start();
  await connect(({ params }) => (handled = { params }));
  const outcomes: Outcome[] = [];
  for (const [id, params] of all.entries()) {
    handled = undefined;
    const answer = new Promise<Message>((resolve) => (answered = resolve));
    await server.send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
    const { error } = await answer;
    outcomes.push(error === undefined ? handled : undefined);
  }
  await server.close();
  return outcomes;
}

test("N29 N31 the advice predicts the official TypeScript clients", async (t) => {
  const files = readdirSync(CORPUS).filter((name) => name.endsWith(".json"));
  const all = files.map((name) => {
    const { params } = JSON.parse(readFileSync(`${CORPUS}/${name}`, "utf8"));
    // A task has its own capability and its own result.
    delete params.task;
    // The clients ignore a message with "_meta": null.
    params._meta ??= undefined;
    return params;
  });
  const decline = { action: "decline" } as const;

  const [near1, far1] = InMemoryTransport.createLinkedPair();
  const client1 = new Client({ name: "c", version: "1" }, { capabilities: CAPABILITIES });
  const outcomes1 = await send(far1 as Transport, (handled) => {
    client1.setRequestHandler(ElicitRequestSchema, (request) => (handled(request), decline));
    return client1.connect(near1);
  }, all);

  const [near2, far2] = v2.InMemoryTransport.createLinkedPair();
  const client2 = new v2.Client({ name: "c", version: "1" }, { capabilities: CAPABILITIES });
  const outcomes2 = await send(far2 as unknown as Transport, (handled) => {
    client2.setRequestHandler("elicitation/create", (request) => (handled(request), decline));
    return client2.connect(near2);
  }, all);

  for (const [i, name] of files.entries()) {
    await t.test(name, () => {
      const predictions = treatments({ params: locate(JSON.stringify(all[i])), revisions: ["2025-11-25"] });
      for (const [client, outcome] of [[V1, outcomes1[i]], [V2, outcomes2[i]]] as const) {
        const { rejected, removed } = predictions.find((one) => one.client === client)!;
        assert.equal(rejected.length === 0, outcome !== undefined, `${client}: rejects`);
        assert.deepEqual(removed.sort(), outcome ? lost(all[i], outcome.params, "").sort() : [], `${client}: removes`);
      }
    });
  }
});

// Lists the pointers of the members that only the first value has.
function lost(before: unknown, after: unknown, at: string): string[] {
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) {
    return [];
  }
  return Object.entries(before).flatMap(([name, value]) => {
    const path = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return Object.hasOwn(after, name) ? lost(value, (after as { [name: string]: unknown })[name], path) : [path];
  });
}

test("the advice names the versions that the project has installed", () => {
  const { dependencies } = packages;
  assert.equal(V1, `TypeScript client ${dependencies["@modelcontextprotocol/sdk"]}`);
  assert.equal(V2, `TypeScript client ${dependencies["@modelcontextprotocol/client"]}`);
});

test("N27 a page in a round has no elicitationId", () => {
  const params = locate('{"mode":"url","url":"https://a.example/","message":"m"}');
  assert.deepEqual(treatments({ params, revisions: ["2026-07-28"] }), [
    { client: V1, rejected: [], removed: [], foreign: true },
    { client: V2, rejected: [], removed: [] },
  ]);
  assert.deepEqual(treatments({ params: locate(params.text, "/x"), revisions: ["2025-11-25"] }).map(({ rejected }) => rejected), [["/x"], ["/x"]]);
});
