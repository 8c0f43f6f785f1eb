import { fillForm, outcome, send } from "../../build/examples/package/playwright.js";

/** The tool asks by elicitform-server where the client has no forms. */
export const program = true;

/** The page by link has a sandbox that keeps its origin, as it has a cookie; the form in it has none. */
export const expected = /An iframe which has both allow-scripts and allow-same-origin/;

// Calls the tool through one kind of client.
const press = (page, kind) => page.getByRole("button", { name: kind, exact: true }).click();
const shows = (page, text) => page.locator("output").filter({ hasText: text }).waitFor();

// Opens the link as the person does, and answers there.
async function answer(page, name, guests) {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the page" }).click();
  const form = await opened;
  await form.getByRole("button", { name: "Open the question" }).click();
  await fillForm(form, { Name: name, Guests: guests });
  await send(form);
  const said = await outcome(form);
  if (said !== "Answers sent") {
    throw new Error(`the outcome is ${JSON.stringify(said)}`);
  }
  await form.close();
}

export default async function test(page) {
  await press(page, "Forms");
  await shows(page, "Booked for Cy: 4 guests");

  await press(page, "Pages");
  await answer(page, "Ada", "3");
  await shows(page, "Booked for Ada: 3 guests");

  await press(page, "Nothing");
  await shows(page, "call this tool again when they have answered");
  await answer(page, "Bo", "2");
  await press(page, "Nothing");
  await shows(page, /^Booked for Bo: 2 guests$/);
}
