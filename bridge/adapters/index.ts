// elicitform/adapters: other protocols than the Model Context Protocol, as pure functions.

export * from "./acp.js";
export * from "./agui.js";
export { AdapterError, type AdapterErrorCode } from "./answers.js";
export * from "./langchain.js";
