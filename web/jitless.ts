// Imported before anything that uses zod: it compiles its parsers with
// `new Function` where it may, and even the attempt is reported as a violation
// of this page's policy.

import { config } from "zod/v4/core";

config({ jitless: true });
