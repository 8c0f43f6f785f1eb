import type { FormHost } from "../../bridge/host/index.js";
import { byId } from "../byid.js";
import { setTheme } from "./theme.js";

/** What the person can choose about the chat. */
export class Settings {
  readonly #display = byId<HTMLSelectElement>("display");
  readonly #capable = byId<HTMLInputElement>("capable");

  constructor(host: FormHost, reconnect: () => void) {
    const language = byId<HTMLSelectElement>("language");
    const theme = byId<HTMLSelectElement>("theme");
    const followLanguage = (): void => host.setContext({ locale: language.value || undefined });
    const followTheme = (): void => setTheme(theme.value, host);
    language.addEventListener("change", followLanguage);
    theme.addEventListener("change", followTheme);
    this.#capable.addEventListener("change", reconnect);
    // Browsers keep the choices across a reload.
    followLanguage();
    followTheme();
  }

  /** Whether requests are shown in a message of the conversation. */
  get inline(): boolean {
    return this.#display.value === "inline";
  }

  /** Whether the chat tells servers that they may ask. */
  get capable(): boolean {
    return this.#capable.checked;
  }
}
