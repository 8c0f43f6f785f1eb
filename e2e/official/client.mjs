// The client command of the conformance suite: node client.mjs <control> <server>. The real client is a page or
// clients.mjs. This command sends it the suite's arguments, and prints the reply.

const [control, server] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_PROTOCOL_VERSION: revision, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const response = await fetch(control, { method: "POST", body: JSON.stringify({ server, scenario, revision, context: JSON.parse(context ?? "{}") }) });
console.log(await response.text());
process.exitCode = response.ok ? 0 : 1;
