import { createRelay } from "elicitform/relay";

const { RELAY_SECRET = "a secret for development", ORIGIN = `http://127.0.0.1:${process.env.PORT ?? 3000}` } = process.env;
export const relay = createRelay({ secret: RELAY_SECRET, origins: [ORIGIN] });
