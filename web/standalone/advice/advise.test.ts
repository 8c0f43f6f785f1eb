import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { examples, exampleText } from "../examples.js";
import { valueAt } from "../located.js";
import { read, type Readable } from "../reading.js";
import type { Severity } from "./advice.js";
import { advise, type Advised } from "./advise.js";
import { treatments, V1, V2 } from "./clients.js";
import { GO_SDK } from "./gosdk.js";

const TESTDATA = "e2e/testdata";

function readable(text: string): Readable {
  const reading = read(text);
  assert.ok(reading.kind !== "problem");
  return reading;
}

const adviceOn = (text: string): Advised => advise(readable(text), treatments);

const takes = ({ verdicts }: Advised, name: string): string | undefined => verdicts.find((verdict) => verdict.name === name)?.takes;

// index.json was recorded from the official JSON schemas and clients.
test("N29 the verdicts are those of the official schemas and clients, for every request of the corpus", async (t) => {
  const columns = {
    schema_json_2025_06_18: ["MCP 2025-06-18"],
    schema_json_2025_11_25: ["MCP 2025-11-25"],
    schema_json_2026_07_28: ["MCP 2026-07-28"],
    ts_sdk_1_32_2_client_parses: [V1, V2],
    go_sdk_1_8_0_accepts: [GO_SDK],
  };
  const index: { [column: string]: string | boolean | null }[] = JSON.parse(readFileSync(`${TESTDATA}/index.json`, "utf8"));
  for (const entry of index) {
    await t.test(String(entry["file"]), () => {
      const text = readFileSync(`${TESTDATA}/corpus/${entry["file"]}`, "utf8");
      const advised = adviceOn(text);
      for (const [column, names] of Object.entries(columns)) {
        for (const name of names) {
          // Null stands for a request that was not tried.
          assert.equal(takes(advised, name) !== "no", entry[column] ?? takes(advised, name) !== "no", name);
        }
      }
      const { root } = readable(text);
      for (const { path, severity, rejectedBy, clients } of advised.advice) {
        assert.ok(valueAt(root, path), `${path} leads nowhere`);
        assert.ok(severity === "problem" || !clients?.has("rejects the request"), path);
        assert.ok(severity !== "warning" || rejectedBy?.length !== 3, path);
      }
    });
  }
});

test("N29 advice names the place and how grave it is", async (t) => {
  const form = (properties: string, more = ""): string => `{"message":"Tell me","requestedSchema":{"type":"object","properties":{${properties}}${more}}}`;
  const page = (url: string): string => `{"mode":"url","elicitationId":"1","message":"Go","url":${JSON.stringify(url)}}`;
  const P = "/requestedSchema/properties";
  const cases: [what: string, request: string, severity: Severity, path: string, text: RegExp][] = [
    ["no message", '{"requestedSchema":{"type":"object","properties":{}}}', "problem", "", /Add a message/],
    ["a message that says nothing", '{"message":"Input required.","requestedSchema":{"type":"object","properties":{}}}', "note", "/message", /“Input required.” says neither/],
    ["another message that says nothing", '{"message":"Please fill in the form below:","requestedSchema":{"type":"object","properties":{}}}', "note", "/message", /says neither/],
    ["a misspelt member", '{"message":"m","requestedschema":{}}', "warning", "/requestedschema", /Did you mean “requestedSchema”/],
    ["a misspelt root", form('"a":{"type":"string"}', ',"requierd":["a"]'), "warning", "/requestedSchema/requierd", /Did you mean “required”/],
    ["a misspelt title", form('"a":{"type":"string","titel":"A"}'), "warning", `${P}/a/titel`, /Did you mean “title”/],
    ["a keyword in small letters", form('"a":{"type":"string","maxlength":3}'), "warning", `${P}/a/maxlength`, /Did you mean “maxLength”/],
    ["a keyword with an underscore", form('"a":{"type":"string","min_length":3}'), "warning", `${P}/a/min_length`, /Did you mean “minLength”/],
    ["an abbreviation", form('"a":{"type":"number","desc":"x"}'), "warning", `${P}/a/desc`, /Did you mean “description”/],
    ["a misspelt type", form('"a":{"tpye":"string"}'), "problem", `${P}/a`, /Did you mean “type”/],
    ["a misspelt title of an option", form('"a":{"type":"string","oneOf":[{"const":"x","tittle":"X"}]}'), "problem", `${P}/a/oneOf/0`, /Did you mean “title”/],
    ["required beside a type", form('"a":{"type":"string","required":true}'), "problem", `${P}/a/required`, /beside “properties”/],
    ["an email without its format", form('"contactEmail":{"type":"string"}'), "note", `${P}/contactEmail`, /"format": "email"/],
    ["a day as text", form('"a":{"type":"string","title":"Arrival (YYYY-MM-DD)"}'), "note", `${P}/a/title`, /"format": "date"/],
    ["a day as text, by its description", form('"a":{"type":"string","title":"Arrival","description":"As dd.mm.yyyy, please"}'), "note", `${P}/a/description`, /"format": "date"/],
    ["a moment as text", form('"a":{"type":"string","title":"Start","description":"YYYY-MM-DD HH:MM"}'), "note", `${P}/a/description`, /"format": "date-time"/],
    ["yes or no as a choice", form('"a":{"type":"string","title":"Terrace","enum":["Yes","No"]}'), "note", `${P}/a/enum`, /boolean/],
    ["yes or no by titles", form('"a":{"type":"string","title":"Terrasse","oneOf":[{"const":"1","title":"Oui"},{"const":"0","title":"Non"}]}'), "note", `${P}/a/oneOf`, /boolean/],
    ["a number for a count", form('"guests":{"type":"number","minimum":1}'), "note", `${P}/guests/type`, /integer/],
    ["a number for another count", form('"n":{"type":"number","title":"How many rooms?"}'), "note", `${P}/n/type`, /integer/],
    ["an empty message", '{"message":" ","requestedSchema":{"type":"object","properties":{}}}', "warning", "/message", /empty/],
    ["an unknown mode", '{"mode":"voice","message":"m","requestedSchema":{"type":"object","properties":{}}}', "problem", "/mode", /-32602/],
    ["an address in a form", '{"message":"m","url":"https://a.example","requestedSchema":{"type":"object","properties":{}}}', "problem", "/url", /in a form/],
    ["another member", '{"message":"m","hint":1,"requestedSchema":{"type":"object","properties":{}}}', "warning", "/hint", /_meta/],
    ["a task", '{"message":"m","task":{"ttl":1},"requestedSchema":{"type":"object","properties":{}}}', "note", "/task", /only in revision 2025-11-25/],
    ["no schema", '{"message":"m"}', "problem", "", /Add a requestedSchema/],
    ["no properties", '{"message":"m","requestedSchema":{"type":"object"}}', "problem", "/requestedSchema", /Add properties/],
    ["no fields", form(""), "note", "/requestedSchema/properties", /confirm/],
    ["a root that is a list", '{"message":"m","requestedSchema":{"type":"array"}}', "problem", "/requestedSchema/type", /“object”/],
    ["a rule between fields", form('"a":{"type":"string"}', ',"if":{}'), "warning", "/requestedSchema/if", /“if”/],
    ["a dialect nobody knows", form('"a":{"type":"string"}', ',"$schema":"https://x.example/"'), "problem", "/requestedSchema/$schema", /2020-12/],
    ["nothing required", form('"a":{"type":"string"}'), "note", "/requestedSchema", /Nothing is required/],
    ["required, but not asked", form('"a":{"type":"string"}', ',"required":["b"]'), "problem", "/requestedSchema/required/0", /“b”/],
    ["the same name twice", form('"a":{"type":"string"},"a":{"type":"number"}'), "problem", `${P}/a`, /appears twice/],
    ["names that are numbers", form('"10":{"type":"string"},"9":{"type":"string"}'), "warning", `${P}/10`, /9, 10/],
    ["__proto__", form('"__proto__":{"type":"string"}'), "warning", `${P}/__proto__`, /lose/],
    ["a nullable union", form('"a":{"anyOf":[{"type":"string"},{"type":"null"}]}'), "problem", `${P}/a/anyOf`, /leave its name out of required/],
    ["several types", form('"a":{"type":["string","null"]}'), "problem", `${P}/a/type`, /one type/],
    ["a reference", form('"a":{"$ref":"#/$defs/A"}'), "problem", `${P}/a/$ref`, /references/],
    ["a nested object", form('"a":{"type":"object","properties":{"b":{"type":"string"}}}'), "problem", `${P}/a/type`, /nested/],
    ["a free list", form('"a":{"type":"array","items":{"type":"string"}}'), "problem", `${P}/a/items`, /Offer options/],
    ["oneOf in a list", form('"a":{"type":"array","items":{"oneOf":[{"const":"x","title":"X"}]}}'), "problem", `${P}/a/items/oneOf`, /anyOf/],
    ["a format of its own", form('"a":{"type":"string","format":"phone"}'), "problem", `${P}/a/format`, /“phone”/],
    ["a pattern", form('"a":{"type":"string","pattern":"^x$"}'), "warning", `${P}/a/pattern`, /pattern/],
    ["a default of the wrong type", form('"a":{"type":"integer","default":"1"}'), "problem", `${P}/a/default`, /a number/],
    ["a null default", form('"a":{"type":"string","default":null}'), "problem", `${P}/a/default`, /null is no default/],
    ["an early default", form('"a":{"type":"string","default":"x"}'), "note", `${P}/a/default`, /2025-06-18/],
    ["a default that is too long", form('"a":{"type":"string","maxLength":1,"default":"👪👪"}'), "problem", `${P}/a/default`, /too long/],
    ["a default that is no day", form('"a":{"type":"string","format":"date","default":"2027-02-29"}'), "problem", `${P}/a/default`, /is not a valid date/],
    ["a default without an offset", form('"a":{"type":"string","format":"date-time","default":"2027-02-28T09:00:00"}'), "problem", `${P}/a/default`, /offset/],
    ["a default above the maximum", form('"a":{"type":"number","maximum":1,"default":2}'), "problem", `${P}/a/default`, /above/],
    ["a default that is not offered", form('"a":{"type":"string","enum":["x"],"default":"y"}'), "problem", `${P}/a/default`, /options/],
    ["too few by default", form('"a":{"type":"array","items":{"type":"string","enum":["x","y"]},"minItems":2,"default":["x"]}'), "problem", `${P}/a/default`, /too few/],
    ["crossed lengths", form('"a":{"type":"string","minLength":2,"maxLength":1}'), "problem", `${P}/a/maxLength`, /at least minLength/],
    ["more than there are", form('"a":{"type":"array","items":{"type":"string","enum":["x"]},"minItems":2}'), "problem", `${P}/a/minItems`, /fewer options/],
    ["no options", form('"a":{"type":"string","enum":[]}'), "problem", `${P}/a/enum`, /at least one/],
    ["an option twice", form('"a":{"type":"string","enum":["x","x"]}'), "problem", `${P}/a/enum/1`, /second "x"/],
    ["options that are numbers", form('"a":{"type":"string","enum":[1,2]}'), "problem", `${P}/a/enum`, /list of strings/],
    ["fewer names than options", form('"a":{"type":"string","enum":["x","y"],"enumNames":["X"]}'), "problem", `${P}/a/enumNames`, /as many/],
    ["old names of options", form('"a":{"type":"string","enum":["x"],"enumNames":["X"]}'), "note", `${P}/a/enumNames`, /oneOf/],
    ["an option without a title", form('"a":{"type":"string","oneOf":[{"const":"x"}]}'), "problem", `${P}/a/oneOf/0`, /a const and a title/],
    ["options that look like code", form('"a":{"type":"string","enum":["eu_west_1","us_east_1"]}'), "note", `${P}/a/enum`, /titles/],
    ["no title", form('"a":{"type":"string"}'), "note", `${P}/a`, /title/],
    ["a name that says nothing", form('"value":{"type":"string","title":"Value"}'), "note", `${P}/value`, /“Value” alone/],
    ["the same title twice", form('"a":{"type":"string","title":"T"},"b":{"type":"string","title":"T"}'), "warning", `${P}/b/title`, /“a” and “b”/],
    ["a link", form('"a":{"type":"string","description":"See https://a.example/x"}'), "warning", `${P}/a/description`, /nobody can click/],
    ["HTML", form('"a":{"type":"string","title":"<b>Name</b>"}'), "warning", `${P}/a/title`, /HTML/],
    ["Markdown", form('"a":{"type":"string","title":"**Name**"}'), "note", `${P}/a/title`, /Markdown/],
    ["invisible characters", form('"a":{"type":"string","title":"N\\u202eame"}'), "warning", `${P}/a/title`, /invisible/],
    ["a long title", form(`"a":{"type":"string","title":"${"x".repeat(120)}"}`), "note", `${P}/a/title`, /120 characters/],
    ["a password", form('"dbPassword":{"type":"string"}'), "problem", `${P}/dbPassword`, /secret/],
    ["a format of a secret", form('"a":{"type":"string","title":"A","format":"password"}'), "problem", `${P}/a`, /secret.*no formats/],
    ["a key by its title", form('"k":{"type":"string","title":"Your API key"}'), "problem", `${P}/k`, /secret/],
    ["multiple choice in 2025-06-18", form('"a":{"type":"array","items":{"type":"string","enum":["x"]}}'), "note", `${P}/a`, /2025-11-25 or newer/],
    ["no address", '{"mode":"url","elicitationId":"1","message":"m"}', "problem", "", /Add the url/],
    ["no elicitationId", '{"mode":"url","url":"https://a.example","message":"m"}', "problem", "", /elicitationId for clients of 2025-11-25/],
    ["an elicitationId", page("https://a.example/"), "note", "/elicitationId", /2026-07-28 has no/],
    ["an unreadable address", page("/login"), "problem", "/url", /cannot be read/],
    ["another scheme", page("javascript:alert(1)"), "problem", "/url", /javascript:/],
    ["no encryption", page("http://a.example/"), "warning", "/url", /not encrypted/],
    ["no encryption on this machine", page("http://127.0.0.1:1/"), "note", "/url", /this machine/],
    ["credentials", page("https://a.example@b.example/"), "problem", "/url", /user name/],
    ["punycode", page("https://xn--pple-43d.com/"), "warning", "/url", /imitate/],
    ["an IP address", page("https://192.0.2.1/"), "warning", "/url", /IP address/],
    ["a port", page("https://a.example:8443/"), "note", "/url", /8443/],
    ["spaces", page(" https://a.example/"), "warning", "/url", /as browsers read it/],
    ["a token in the address", page("https://a.example/?access_token=1"), "warning", "/url", /“access_token”/],
    ["a schema beside a page", '{"mode":"url","elicitationId":"1","url":"https://a.example","message":"m","requestedSchema":{}}', "problem", "/requestedSchema", /nothing but consent/],
  ];
  for (const [what, request, severity, path, text] of cases) {
    await t.test(what, () => {
      const found = adviceOn(request).advice.filter((one) => one.path === path && text.test(one.text));
      assert.deepEqual(found.map((one) => one.severity), [severity], JSON.stringify(adviceOn(request).advice, null, 1));
    });
  }
});

test("N29 a correct request gets no advice", () => {
  const request = {
    message: "When shall I book the table?",
    requestedSchema: {
      type: "object",
      properties: {
        day: { type: "string", title: "Day", format: "date" },
        guests: { type: "integer", title: "Guests", minimum: 1, maximum: 12 },
        page: { type: "string", title: "Result page", enum: ["Short", "Long"] },
        maxTokens: { type: "integer", title: "Maximum tokens" },
      },
      required: ["day", "guests"],
    },
  };
  const { advice, verdicts } = adviceOn(JSON.stringify(request));
  assert.deepEqual(advice, []);
  assert.deepEqual(new Set(verdicts.map((verdict) => verdict.takes)), new Set(["whole"]));
});

test("N29 parts that only look like mistakes get no advice", () => {
  const request = (message: string, properties: string): string => `{"message":${JSON.stringify(message)},"requestedSchema":{"type":"object","properties":{${properties}}}}`;
  const quiet: [request: string, text: RegExp][] = [
    [request("Shall I book the table?", ""), /Make the message a question/],
    [request("本当に予約しますか？", ""), /Make the message a question/],
    [request("Information about your order is missing: which size?", ""), /says neither/],
    [request("m", '"subject":{"type":"string","title":"Email subject"}'), /format/],
    [request("m", '"mail":{"type":"string","title":"Email","format":"email"}'), /"format": "email"/],
    [request("m", '"hours":{"type":"number","title":"Number of hours"}'), /integer/],
    [request("m", '"guests":{"type":"number","title":"Guests","multipleOf":0.5}'), /integer/],
    [request("m", '"a":{"type":"string","title":"Side","enum":["Left","Right"]}'), /boolean/],
    [request("m", '"a":{"type":"string","title":"Answer","enum":["Yes","No","Later"]}'), /boolean/],
    [request("m", '"a":{"type":"string","x-hint":"x","contentEncoding":"base64"}'), /Did you mean/],
  ];
  for (const [text, advice] of quiet) {
    assert.deepEqual(adviceOn(text).advice.filter((one) => advice.test(one.text)), [], text);
  }
  assert.match(adviceOn(request("I book the table.", "")).advice.map((one) => one.text).join(), /Make the message a question/);
});

test("N29 N31 says which clients reject a request or thin it out", () => {
  const { advice, verdicts } = adviceOn(readFileSync(`${TESTDATA}/corpus/028-ts-test-complex-pattern.json`, "utf8"));
  const removed = advice.filter(({ path }) => path.endsWith("/pattern"));
  assert.ok(removed.length > 0);
  for (const { clients } of removed) {
    assert.deepEqual(clients, new Map([["removes it", new Set([V1, V2])]]));
  }
  assert.deepEqual(verdicts.find(({ name }) => name === V1), { name: V1, takes: "part", why: "without pattern" });

  const nullable = adviceOn(readFileSync(`${TESTDATA}/corpus/036-py1-optional-anyof.json`, "utf8"));
  const rejected = nullable.advice.filter(({ clients }) => clients?.get("rejects the request")?.size === 3);
  assert.deepEqual(rejected.map(({ path }) => path.split("/").at(-2)), ["optional_age", "optional_email", "subscribe"]);
  assert.deepEqual(nullable.verdicts.map(({ takes }) => takes), Array(6).fill("no"));
});

test("N29 advises on a schema alone, a round and an error at their places", () => {
  const schema = adviceOn('{"type":"object","properties":{"a":{"type":"string","format":"phone"}},"required":["a"]}');
  assert.deepEqual(schema.advice.filter(({ severity }) => severity === "problem").map(({ path }) => path), ["/properties/a/format"]);

  const round = adviceOn('{"inputRequests":{"x/y":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"null"}}}}}}}');
  assert.deepEqual(round.advice.filter(({ severity }) => severity === "problem").map(({ path }) => path), ["/inputRequests/x~1y/params/requestedSchema/properties/a/type"]);
  assert.deepEqual(round.verdicts.map(({ name, takes }) => [name, takes]), [
    ["MCP 2025-06-18", "never"], ["MCP 2025-11-25", "never"], ["MCP 2026-07-28", "no"], [V1, "never"], [V2, "no"], [GO_SDK, "no"],
  ]);

  // A round gets no advice for older revisions.
  const defaults = adviceOn('{"inputRequests":{"x":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"A","default":"x"}},"required":["a"]}}}},"requestState":"s"}');
  assert.deepEqual(defaults.advice, []);

  const required = adviceOn('{"code":-32042,"message":"x","data":{"elicitations":[{"mode":"url","url":"https://a.example/","message":"m"}]}}');
  assert.deepEqual(required.advice.filter(({ severity }) => severity === "problem").map(({ path, text }) => [path, text.slice(0, 22)]), [["/data/elicitations/0", "Add an elicitationId f"]]);
});

test("N29 hostile requests get the same advice as others", () => {
  for (const example of examples.flatMap((group) => group.examples)) {
    assert.doesNotThrow(() => adviceOn(exampleText(example)), example.title);
  }
  const deep = '{"a":'.repeat(3000) + "1" + "}".repeat(3000);
  for (const text of ["{}", '{"params":[]}', '{"message":null}', deep, `{"message":"m","requestedSchema":${deep}}`, '{"inputRequests":{}}', '{"code":-32042}']) {
    assert.ok(adviceOn(text).advice.length > 0, text.slice(0, 40));
  }
});

test("N29 says once that a password has no place in a form", () => {
  const reading = read('{"message":"m","requestedSchema":{"type":"object","properties":{"password":{"type":"string","title":"Password","format":"password"}}}}');
  assert.ok(reading.kind !== "problem");
  const { advice, verdicts } = advise(reading);
  assert.equal(advice.filter(({ text }) => /secret|format/.test(text)).length, 1);
  assert.ok(verdicts.some(({ takes }) => takes === "no"));
});
