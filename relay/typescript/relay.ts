/**
 * Both parts of the relay: for the MCP client and for the page. A bundle gets only the part that it uses.
 *
 * @module elicitform/relay
 */

export * from "./relay-server.js";
export * from "./relay-browser.js";
export * from "./ask-anybody.js";
