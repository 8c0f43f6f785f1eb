import { byId } from "./byid.js";

type Choices = { theme?: "light" | "dark" | undefined; locale?: string | undefined };

/** Applies the page's #theme to the page and the form, and #language to the form. */
export function followChoices(host: { setContext(choices: Choices): void }): void {
  const theme = byId<HTMLSelectElement>("theme");
  const language = byId<HTMLSelectElement>("language");
  const follow = (): void => {
    document.documentElement.dataset["theme"] = theme.value;
    host.setContext({ theme: (theme.value || undefined) as Choices["theme"], locale: language.value || undefined });
  };
  theme.addEventListener("change", follow);
  language.addEventListener("change", follow);
  // Browsers keep the choices across a reload.
  follow();
}
