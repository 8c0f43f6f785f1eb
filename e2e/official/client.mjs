// The client command of the conformance suite, which appends the address of its
// server: node client.mjs <control> <server>. The client itself is a page that
// the running test opens and answers in; the command lasts as long as that does.

const [control, server] = process.argv.slice(2);
const { ok } = await fetch(control, { method: "POST", body: server });
process.exitCode = ok ? 0 : 1;
