// The official client checks messages with zod, which would try to make functions of text. An extension must not.
import { config } from "zod/v4/core";

config({ jitless: true });
