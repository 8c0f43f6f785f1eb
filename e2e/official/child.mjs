// Loaded before a program of another author (node --import). It limits the server to this machine, prints its port and its
// requests, and ends the program with the test.

import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";

// The test holds the other end of stdin, which closes even if the test crashes.
process.stdin.once("close", () => process.exit()).resume().unref();

// The function at the end of listen() is replaced, because some programs need the address at once. With an option "host"
// the address is known later.
const bind = Server.prototype._listen2;
Server.prototype._listen2 = function (_address, port, _family, ...rest) {
  // Only the client closes an idle connection. Node would close it after five seconds even if the next request has arrived
  // meanwhile, for example when Node got no processor time. The proxy of the tests would then answer with the status 502.
  Object.assign(this, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  this.once("listening", () => console.log(`child: listening on ${this.address().port}`));
  return bind.call(this, "127.0.0.1", port, 4, ...rest);
};

// Prints the bytes on their way to the server: a later reader would take the body away from it.
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
