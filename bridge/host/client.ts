// elicitform/client: what stands between an MCP client and the forms. It needs no
// page, but somebody who asks.

export { keepAlive } from "./alive.js";
export type { Chats } from "./chats.js";
export { elicitationHandler, type HandlerExtra } from "./handler.js";
export { interceptElicitations } from "./intercept.js";
export { elicitRequired, retryRequired, URL_ELICITATION_REQUIRED } from "./required.js";
export type { Message, MessageHandler, SendOptions, ShowOptions, TransportLike } from "./transport.js";
export { ElicitationError, type ElicitationErrorCode } from "./errors.js";
export type * from "./types.js";
