/**
 * Both halves of the relay. A bundle gets the half that it uses.
 *
 * @module elicitform/relay
 */

export * from "./relay-server.js";
export * from "./relay-browser.js";
export * from "./ask-anybody.js";
