import { createRelay } from "elicitform/relay";
import { secret } from "./secret.js";

const { ORIGIN = `http://127.0.0.1:${process.env.PORT ?? 3000}` } = process.env;
export const relay = createRelay({ secret, origins: [ORIGIN] });
