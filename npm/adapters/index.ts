/**
 * Other protocols than the Model Context Protocol, as pure functions.
 *
 * @module elicitform/adapters
 */

export * from "./acp.js";
export * from "./agui.js";
export { AdapterError, type AdapterErrorCode } from "./answers.js";
export * from "./langchain.js";
