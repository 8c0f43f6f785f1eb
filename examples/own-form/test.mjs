/** The chat draws the form itself, and has no frame. */
export const frame = false;

/** React's development build recommends its tools. */
export const expected = /Download the React DevTools/;

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const shows = (page, text) => page.getByText(text, { exact: true }).waitFor();

export default async function test(page) {
  await press(page, "Book a table");
  await page.getByLabel("Guests").fill("30");
  await press(page, "Send");
  await shows(page, "Enter an answer");
  await shows(page, "Enter a number from 1 to 12");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Guests").fill("3");
  await press(page, "Send");
  await shows(page, "Booked for Ada: 3 guests");
  await press(page, "Book a table");
  await press(page, "Decline");
  await shows(page, "Not booked: decline");
  await press(page, "Book a table");
  await page.getByLabel("Name").waitFor();
  await press(page, "Stop");
  await shows(page, "Stopped");
  await page.locator("form").waitFor({ state: "detached" });
}
