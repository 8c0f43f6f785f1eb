import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../../bridge/host/index.js";
import { locate } from "../located.js";
import type { Asked } from "../reading.js";
import type { Advice } from "./advice.js";
import { adviceOfForm, withSecrets } from "./findings.js";

const one: Asked[] = [{ key: "", params: locate("{}", "/params") }];

test("N29 the form's own findings become a verdict", () => {
  const cases: [findings: Finding[], takes: string, why: string][] = [
    [[], "whole", ""],
    [[{ code: "secret", property: "a" }], "whole", "with warnings: secrets"],
    [[{ code: "link:not-encrypted" }, { code: "link:port" }], "whole", "with warnings: not encrypted, port"],
    [[{ code: "link:bad-scheme" }, { code: "link:port" }], "no", "for the address: bad scheme"],
    [[{ code: "unsupported:nested-object", property: "a" }, { code: "note:unknown-format", property: "b" }], "part", "without a, with a note on b"],
    [["a", "b", "c", "d"].map((property) => ({ code: "note:untyped", property })), "part", "with a note on a, b, c and 1 more"],
  ];
  for (const [findings, takes, why] of cases) {
    assert.deepEqual(adviceOfForm(findings, one, false).verdict, { name: "This form", takes, why });
  }
});

test("T20 N29 adds the secrets that only the form knows, at their places", () => {
  const requests = [{ key: "x", params: locate("{}", "/inputRequests/x/params") }];
  const { secrets } = adviceOfForm([{ code: "secret", property: "clave", key: "x" }, { code: "secret", property: "pwd", key: "x" }], requests, false);
  assert.deepEqual(secrets, ["clave", "pwd"].map((name) => `/inputRequests/x/params/requestedSchema/properties/${name}`));
  const known: Advice = { code: "secret", severity: "problem", path: secrets[1]!, text: "known" };
  assert.deepEqual(withSecrets([known], secrets).map(({ path }) => path.split("/").at(-1)), ["clave", "pwd"]);
  assert.deepEqual(adviceOfForm([{ code: "secret", property: "clave" }], [{ key: "", params: locate("{}") }], true).secrets, ["/properties/clave"]);
});
