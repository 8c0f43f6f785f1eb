// The client command of the conformance suite: node client.mjs <control>
// <server>. The suite appends the address of its server. The real client is a
// page that the running test opens and answers in; this command tells the test
// the address and ends when the test is done.

const [control, server] = process.argv.slice(2);
const { ok } = await fetch(control, { method: "POST", body: server });
process.exitCode = ok ? 0 : 1;
