import type { StyleName } from "./stylenames.js";

/**
 * Where the look comes from: a CSS value for each style variable of a context, such as `"var(--brand)"` or `"#2250d6"`, and
 * "density", "actions" and "padding". A value `"--brand"` names a variable that has a colour, or the numbers of `hsl()` or `rgb()`.
 */
export type StyleMap = { readonly [name in StyleName]?: string | undefined };

/** The maps of design systems, by the names of their CSS variables. {@link followStyles} takes the name of one of them, too. */
export const designs = {
  /** shadcn/ui with Tailwind, in `oklch()` as of version 4, or in the numbers of `hsl()` as before. */
  shadcn: {
    "--color-accent": "--primary",
    "--color-button-text": "--primary-foreground",
    "--color-background-secondary": "--muted",
    "--color-text-secondary": "--muted-foreground",
    "--color-border-primary": "--input",
    "--color-border-secondary": "--border",
    "--color-ring-primary": "--ring",
    "--color-text-danger": "--destructive",
    "--border-radius-sm": "calc(var(--radius) - 2px)",
    "--border-radius-md": "var(--radius)",
    "--font-mono": "var(--font-mono)",
    actions: "end",
  },
  /** Mantine 9. */
  mantine: {
    "--color-accent": "--mantine-primary-color-filled",
    "--color-button-text": "--mantine-primary-color-contrast",
    "--color-link": "--mantine-color-anchor",
    "--color-background-secondary": "--mantine-color-default-hover",
    "--color-text-secondary": "--mantine-color-dimmed",
    "--color-border-primary": "--mantine-color-default-border",
    "--color-border-secondary": "--mantine-color-default-border",
    "--color-text-danger": "--mantine-color-error",
    "--border-radius-sm": "var(--mantine-radius-default)",
    "--border-radius-md": "var(--mantine-radius-default)",
    "--font-mono": "var(--mantine-font-family-monospace)",
    // Inputs and buttons are 36 pixels high with this text, unless their size is given.
    "--font-text-md-size": "var(--mantine-font-size-sm)",
    density: "compact",
    actions: "end",
  },
  /** MUI 9 with `cssVariables: true` in its theme. */
  mui: {
    "--color-accent": "--mui-palette-primary-main",
    "--color-button-text": "--mui-palette-primary-contrastText",
    "--color-background-secondary": "--mui-palette-action-hover",
    "--color-text-secondary": "--mui-palette-text-secondary",
    "--color-border-secondary": "--mui-palette-divider",
    "--color-text-danger": "--mui-palette-error-main",
    "--color-background-danger": "--mui-palette-Alert-errorStandardBg",
    "--color-text-warning": "--mui-palette-Alert-warningColor",
    "--color-background-warning": "--mui-palette-Alert-warningStandardBg",
    "--color-text-success": "--mui-palette-Alert-successColor",
    "--color-background-success": "--mui-palette-Alert-successStandardBg",
    "--border-radius-sm": "var(--mui-shape-borderRadius)",
    "--border-radius-md": "var(--mui-shape-borderRadius)",
    actions: "end",
  },
  /** Radix Themes 3. */
  radix: {
    "--color-accent": "--accent-9",
    "--color-button-text": "--accent-contrast",
    "--color-link": "--accent-11",
    "--color-background-secondary": "--gray-3",
    "--color-text-secondary": "--gray-11",
    "--color-border-primary": "--gray-7",
    "--color-border-secondary": "--gray-6",
    "--color-ring-primary": "--focus-8",
    "--color-text-danger": "--red-11",
    "--color-background-danger": "--red-3",
    "--color-text-warning": "--amber-11",
    "--color-background-warning": "--amber-3",
    "--color-text-success": "--green-11",
    "--color-background-success": "--green-3",
    "--border-radius-sm": "max(var(--radius-2), var(--radius-full))",
    "--border-radius-md": "var(--radius-3)",
    "--font-mono": "var(--code-font-family)",
    actions: "end",
  },
  /** Bootstrap 5.3. */
  bootstrap: {
    "--color-accent": "--bs-primary",
    "--color-button-text": "#fff",
    "--color-link": "--bs-link-color",
    "--color-background-secondary": "--bs-tertiary-bg",
    "--color-text-secondary": "--bs-secondary-color",
    "--color-border-primary": "--bs-border-color",
    "--color-border-secondary": "--bs-border-color",
    "--color-text-danger": "--bs-danger-text-emphasis",
    "--color-background-danger": "--bs-danger-bg-subtle",
    "--color-text-warning": "--bs-warning-text-emphasis",
    "--color-background-warning": "--bs-warning-bg-subtle",
    "--color-text-success": "--bs-success-text-emphasis",
    "--color-background-success": "--bs-success-bg-subtle",
    "--border-radius-sm": "var(--bs-border-radius)",
    "--border-radius-md": "var(--bs-border-radius)",
    "--font-mono": "var(--bs-font-monospace)",
    actions: "end",
  },
} as const satisfies { [name: string]: StyleMap };

/** The name of a design system. */
export type Design = keyof typeof designs;

/** Returns the design whose variables the style has; undefined if there is none. */
export function designOf(style: Pick<CSSStyleDeclaration, "getPropertyValue">): StyleMap | undefined {
  return Object.values(designs).find((map) => style.getPropertyValue(map["--color-text-secondary"]));
}
