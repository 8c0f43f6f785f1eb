// elicitform: forms for MCP elicitation requests, in a sandboxed frame. Bundlers
// take of it what is imported; a page without one can import the two files alone.

export * from "./client.js";
export * from "./forms.js";
