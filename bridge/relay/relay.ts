// elicitform/relay: both halves. A bundle gets the half that it uses.

export * from "./relay-server.js";
export * from "./relay-browser.js";
export * from "./ask-anybody.js";
