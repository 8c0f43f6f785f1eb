import type { HostContext } from "../../bridge/host/index.js";

/** The MCP Apps style variables that chat.css defines and the form follows. */
const VARIABLES = [
  "--color-background-primary", "--color-background-secondary", "--color-text-primary", "--color-text-secondary",
  "--color-border-primary", "--color-border-secondary", "--color-ring-primary", "--font-sans",
];

/** The context with which the form looks like the chat. */
export function hostContext(): HostContext {
  const computed = getComputedStyle(document.documentElement);
  return { styles: { variables: Object.fromEntries(VARIABLES.map((name) => [name, computed.getPropertyValue(name).trim()])) } };
}
