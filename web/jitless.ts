// Must come before zod: by default that tries to compile its parsers with `new Function`, and
// browsers report even the attempt as a violation of the page's Content-Security-Policy.

import { config } from "zod/v4/core";

config({ jitless: true });
