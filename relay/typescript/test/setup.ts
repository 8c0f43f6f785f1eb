import { after, afterEach } from "node:test";
import { MemoryStore } from "../relay-memory.js";
import { createRelay, type Relay, type RelayOptions } from "../relay-server.js";
import { Device, Network } from "./fake.js";

export const secret = "a secret that nobody else knows";

/** The network of the tests in a file. Each test begins with an undisturbed one. */
export const network = new Network();
const connections: { close(): void }[] = [];
const relays: Relay[] = [];

after(() => network.restore());
afterEach(async () => {
  connections.splice(0).forEach((connection) => connection.close());
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
  network.line = (_, next) => next();
  network.origin = undefined;
  network.requests.length = 0;
});

/** Closes a connection after the test. */
export function closeLater(connection: { close(): void }): void {
  connections.push(connection);
}

/** Makes a relay, which becomes the server of the network. */
export function start(options: Partial<RelayOptions> = {}): Relay {
  const relay = createRelay({ secret, store: new MemoryStore(), ...options });
  relays.push(relay);
  network.relay = relay;
  return relay;
}

/** Makes a device. */
export function open(...options: ConstructorParameters<typeof Device>): Device {
  const phone = new Device(...options);
  closeLater(phone.connection);
  return phone;
}
