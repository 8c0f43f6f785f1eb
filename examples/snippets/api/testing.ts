import assert from "node:assert/strict";
import type { FormHost } from "elicitform";
import { fakeHost } from "elicitform/testing";
import { cancel, change, close, decline, done, fillForm, open, outcome, proceed, send } from "elicitform/testing/playwright";
import type { Page } from "playwright-core";

declare class Chat {
  constructor(forms: FormHost);
}

export function fakeHostShown() {
  // #region fakeHost
  const forms = fakeHost([{ name: "Ada", guests: 2 }, "decline"]);
  const chat = new Chat(forms);
  // #endregion fakeHost
}

export async function fillFormShown(page: Page) {
  // #region fillForm
  await fillForm(page, { "Your name": "Ada", Guests: 2, Day: "2027-02-14" });
  await send(page);
  // #endregion fillForm
}

export async function changeShown(page: Page) {
  // #region change
  await fillForm(page, { Guests: 2 });
  await proceed(page);
  await change(page, "Guests");
  // #endregion change
}

export async function openShown(page: Page) {
  // #region open
  await open(page);
  await done(page);
  // #endregion open
}

export async function declineShown(page: Page) {
  // #region decline
  await decline(page);
  assert.match(await outcome(page), /declined/i);
  // #endregion decline
}

export async function cancelShown(page: Page) {
  // #region cancel
  await cancel(page);
  // #endregion cancel
}

export async function closeShown(page: Page) {
  // #region close
  await close(page);
  // #endregion close
}
