/**
 * What the frame may do. Never allow-same-origin, allow-top-navigation or allow-modals. The pages that a person agrees to open must not
 * run in a sandbox.
 */
export const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

/** Returns the policy that the frame's document has to be sent with. The sources are those that may embed it. */
export function guardOf(sources: string): string {
  return `sandbox ${SANDBOX}; frame-ancestors ${sources}`;
}
