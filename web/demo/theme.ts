import type { FormHost, HostContext } from "../../bridge/host/index.js";

/** The MCP Apps style variables that chat.css defines and the form follows. */
const VARIABLES = [
  "--color-background-primary", "--color-background-secondary", "--color-text-primary", "--color-text-secondary",
  "--color-border-primary", "--color-border-secondary", "--color-ring-primary", "--font-sans",
];

/** The context with which the form looks like the chat. */
export function hostContext(): HostContext {
  const computed = getComputedStyle(document.documentElement);
  const variables: { [name: string]: string } = {};
  for (const name of VARIABLES) {
    const value = computed.getPropertyValue(name).trim();
    if (value) {
      variables[name] = value;
    }
  }
  return { styles: { variables } };
}

/** Sets the theme of the page and the form. Any other text than "light" and "dark" lets both follow the system. */
export function setTheme(theme: string, host: FormHost): void {
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset["theme"] = theme;
    host.setContext({ theme });
  } else {
    delete document.documentElement.dataset["theme"];
    host.setContext({ theme: undefined });
  }
}
