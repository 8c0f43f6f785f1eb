/**
 * Forms for MCP elicitation requests, in a sandboxed frame, and functions that pass requests on from an MCP client.
 *
 * @module elicitform
 */

export { keepAlive, keepCallsAlive } from "./alive.js";
export type { Chats } from "./chats.js";
export { embedFonts, type EmbedFontsOptions } from "./fonts.js";
export * from "./forms.js";
export { elicitationHandler, type HandlerExtra } from "./handler.js";
export { interceptElicitations } from "./intercept.js";
export { elicitRequired, retryRequired, URL_ELICITATION_REQUIRED } from "./required.js";
export type { InterceptOptions, Message, SendOptions, TransportLike } from "./transport.js";
