// The client command of the conformance suite: node client.mjs <control>
// <server>. The suite appends the address of its server. The real client is
// another program, a page that the running test opens or clients.mjs: this command
// tells it what the suite has told, prints what it says, and ends when it is done.

const [control, server] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_PROTOCOL_VERSION: revision, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const response = await fetch(control, { method: "POST", body: JSON.stringify({ server, scenario, revision, context: JSON.parse(context ?? "{}") }) });
console.log(await response.text());
process.exitCode = response.ok ? 0 : 1;
