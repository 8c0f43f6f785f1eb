/**
 * What the frame may do. Never allow-same-origin, allow-top-navigation or allow-modals. The pages that a person agrees to open must not
 * run in a sandbox.
 */
export const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
