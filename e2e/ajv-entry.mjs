// ajv for both dialects of JSON Schema. Most MCP servers use it.
import Ajv2020 from "ajv/dist/2020.js";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const options = { strict: false, allErrors: true, logger: false };

globalThis.validate = (schemaText, contentText) => {
  const schema = JSON.parse(schemaText);
  const Class = String(schema.$schema ?? "").includes("draft-07") ? Ajv : Ajv2020;
  const ajv = new Class(options);
  addFormats(ajv);
  const check = ajv.compile(schema);
  if (check(JSON.parse(contentText))) {
    return [];
  }
  return check.errors.map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
};
