// Each page of an example has a button for each tool, a button "Stop" that gives up the call, and an
// <output> with what the tool said.

import { decline, fillForm, open, outcome, send } from "../build/examples/package/playwright.js";

async function shows(page, text) {
  const output = page.locator("output");
  await output.filter({ hasText: text }).waitFor().catch(async () => {
    throw new Error(`the page shows ${JSON.stringify(await output.textContent())}, not ${JSON.stringify(text)}`);
  });
}

function expect(what, got, wanted) {
  if (got !== wanted) {
    throw new Error(`${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
  }
}

/**
 * Calls a tool and goes one way through its form to the end:
 *
 * - { tool, accept: answers, result }: sends the form, and waits for what the tool says
 * - { tool, decline: true, result }
 * - { tool, open: true, result }: opens the page
 * - { tool, withdraw: true, result }: gives up the call while the form is open
 */
export async function journey(page, { tool, accept, open: opens, withdraw, result }) {
  await page.getByRole("button", { name: tool, exact: true }).click();
  if (accept) {
    await fillForm(page, accept);
    await send(page);
    expect("the outcome", await outcome(page), "Answers sent");
  } else if (opens) {
    const opened = page.context().waitForEvent("page");
    await open(page);
    await (await opened).close();
  } else if (withdraw) {
    await fillForm(page, {});
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    expect("the outcome", await outcome(page), "This request is no longer needed");
  } else {
    await decline(page);
    expect("the outcome", await outcome(page), "You declined this request");
  }
  await shows(page, result);
}

/** The three ways through the form of the restaurant's tool. */
export async function bookings(page) {
  await journey(page, { tool: "Book a table", accept: { Name: "Ada", Guests: "3" }, result: "Booked for Ada: 3 guests" });
  await journey(page, { tool: "Book a table", decline: true, result: "Not booked: decline" });
  await journey(page, { tool: "Book a table", withdraw: true, result: "Stopped" });
  await journey(page, { tool: "Book a table", accept: { Name: "Bo", Guests: "2" }, result: "Booked for Bo: 2 guests" });
}
