// A chat in the browser: the host page of the tests, with its requests and their outcomes.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { carryOut, type Chat as Contracted, type ChatStep } from "../../npm/testing/test/contract.js";
import type { ElicitOptions, FormHost, FormHostOptions } from "../../bridge/host/types.js";

/** How a request has settled. */
export interface Outcome {
  key: string;
  result?: string;
  error?: string;
  code?: string;
  reason?: string;
}

/** Globals of e2e/testdata/host.js. */
declare global {
  interface Window {
    loaded?: boolean;
    outcomes: Outcome[];
    host: FormHost;
    chat: Contracted;
    mount(options: object): void;
    start(key: string, params: string, options: object): void;
  }
}

/** Options that can be sent to the page. */
export type Sent = Partial<Omit<FormHostOptions, "container" | "onEvent" | "openLink">>;
export type Asked = Partial<Omit<ElicitOptions, "signal" | "container">> & { abortable?: boolean; round?: boolean };

export class Chat {
  readonly page: Page;
  readonly site: string;
  #asked = 0;

  constructor(page: Page, site: string) {
    this.page = page;
    this.site = site;
  }

  async open(options: Sent = {}): Promise<void> {
    await this.page.goto(`${this.site}/e2e/host.html`);
    await this.page.waitForFunction(() => window.loaded);
    await this.page.evaluate((options) => window.mount(options), { context: { locale: "en", timeZone: "UTC" }, prerender: true, ...options });
  }

  /** Asks, and returns the key of the request. */
  async ask(params: object, options: Asked = {}): Promise<string> {
    const key = `r${++this.#asked}`;
    await this.page.evaluate(([key, text, options]) => window.start(key, text, options), [key, JSON.stringify(params), options] as const);
    return key;
  }

  async carryOut(step: ChatStep): Promise<void> {
    await this.page.evaluate(`(${carryOut})(window.chat, ${JSON.stringify(step)})`);
  }

  async settled(key: string): Promise<Outcome> {
    await this.page.waitForFunction((key) => window.outcomes.some((outcome) => outcome.key === key), key);
    const [outcome, ...more] = await this.page.evaluate((key) => window.outcomes.filter((outcome) => outcome.key === key), key);
    assert.deepEqual(more, []);
    return outcome!;
  }

  /** The result of a request that a person has decided. */
  async result(key: string): Promise<unknown> {
    const { result, error, code } = await this.settled(key);
    assert.ok(result !== undefined, `${error} ${code}`);
    return JSON.parse(result);
  }
}
