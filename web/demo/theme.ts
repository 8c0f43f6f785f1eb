import type { FormHost, HostContext } from "../../bridge/host/index.js";

/** The MCP Apps style variables that chat.css defines and the form follows. */
const VARIABLES = [
  "--color-background-primary", "--color-background-secondary", "--color-text-primary", "--color-text-secondary",
  "--color-border-primary", "--color-border-secondary", "--color-ring-primary", "--font-sans",
];

/** What the form has to know to look like the chat. */
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

/** Makes the button switch between light and dark; before its first use the page and the form follow the browser. */
export function themeToggle(button: HTMLElement, host: FormHost): void {
  const preference = matchMedia("(prefers-color-scheme: dark)");
  let chosen: "light" | "dark" | undefined;
  const show = () => {
    const dark = chosen ? chosen === "dark" : preference.matches;
    button.setAttribute("aria-pressed", String(dark));
  };
  preference.addEventListener("change", show);
  button.addEventListener("click", () => {
    chosen = button.getAttribute("aria-pressed") === "true" ? "light" : "dark";
    document.documentElement.dataset["theme"] = chosen;
    host.setContext({ theme: chosen });
    show();
  });
  show();
}
