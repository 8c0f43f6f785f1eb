// Loaded before a program that is not ours (node --import). It changes nothing
// of what the program does; it keeps the program on this machine, lets the test
// know what it hears, and ends it with the test.

import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";

// The test holds the other end of stdin, which closes however the test ends.
process.stdin.once("close", () => process.exit()).resume().unref();

// Where listen() ends: unlike an option "host", this leaves the address known as
// soon as listen() has returned, which some programs rely on.
const bind = Server.prototype._listen2;
Server.prototype._listen2 = function (_address, port, _family, ...rest) {
  this.once("listening", () => console.log(`child: listening on ${this.address().port}`));
  return bind.call(this, "127.0.0.1", port, 4, ...rest);
};

// What reaches the server over HTTP, in the order of its arrival. Reading the
// body would take it away from the server, so that it is seen on its way in.
subscribe("http.server.request.start", ({ request }) => {
  const parts = [];
  const push = request.push;
  request.push = (chunk, ...rest) => {
    if (chunk === null) {
      console.log(`child: received ${request.method} ${Buffer.concat(parts).toString()}`);
    } else {
      parts.push(Buffer.from(chunk));
    }
    return push.call(request, chunk, ...rest);
  };
});
