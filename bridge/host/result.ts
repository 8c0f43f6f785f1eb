/** A value that an accepted form may contain for one property. */
export type ElicitValue = string | number | boolean | string[];

/** The accepted answers, by property name. */
export type ElicitContent = { [property: string]: ElicitValue };

/**
 * What goes back to the server, exactly as it belongs into the JSON-RPC
 * response. Only an accepted form has `content`.
 */
export type ElicitResult =
  | { action: "accept"; content?: ElicitContent }
  | { action: "decline" | "cancel" };
