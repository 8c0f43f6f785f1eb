/** The style variables of a context that the form reads: those of docs/reference/theme.md. */
export const STYLE_NAMES = [
  "--color-background-primary", "--color-background-secondary", "--color-text-primary", "--color-text-secondary",
  "--color-border-primary", "--color-border-secondary", "--color-ring-primary",
  "--color-accent", "--color-button", "--color-button-text", "--color-link",
  "--color-text-danger", "--color-background-danger", "--color-text-warning", "--color-background-warning",
  "--color-text-success", "--color-background-success",
  "--border-radius-sm", "--border-radius-md", "--font-text-md-size", "--font-sans", "--font-mono",
] as const;

/** The settings that an element can have in its style beside the style variables. */
export const SETTING_NAMES = ["density", "actions", "padding"] as const;

/** A style variable of a context, or the setting "density", "actions" or "padding": the names in docs/reference/theme.md. */
export type StyleName = (typeof STYLE_NAMES | typeof SETTING_NAMES)[number];

/** Returns the CSS variable of an element that has the value: "--elicitform-accent" for "--color-accent". */
export function ownVariable(name: StyleName): string {
  return `--elicitform-${name.replace(/^--(color-)?/, "")}`;
}

/** Reports whether the element's style has a variable of ours. */
export function hasOwnVariables(element: Element): boolean {
  const style = getComputedStyle(element);
  return [...STYLE_NAMES, ...SETTING_NAMES].some((name) => style.getPropertyValue(ownVariable(name)));
}
