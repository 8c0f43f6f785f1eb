/**
 * Other protocols than the Model Context Protocol, as pure functions.
 *
 * @module elicitform/adapters
 */

export * from "./acp.js";
export * from "./agui.js";
export * from "./aisdk.js";
export { AdapterError, type AdapterErrorCode } from "./answers.js";
export type { ApprovalRequest } from "./approvals.js";
export * from "./claude.js";
export * from "./langchain.js";
