import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bookings } from "../drive.mjs";
import { fillForm, send } from "../../build/examples/package/playwright.js";

// The addresses behind the two names of cdn.html. The files of the other origin come with the headers that its
// server has to send.
async function names(context, origin) {
  const document = await readFile(join(import.meta.dirname, "../snippets/learn/cdn.html"));
  await context.route("https://chat.example/**", (route) => route.fulfill({ contentType: "text/html", body: document }));
  await context.route("https://forms.example/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const response = await route.fetch({ url: new URL(pathname, origin).href });
    const policy = response.headers()["content-security-policy"].replace("'self'", "https://chat.example");
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
}

export default async function test(page) {
  await bookings(page);
  await names(page.context(), page.url());
  const other = await page.context().newPage();
  await other.goto("https://chat.example/");
  await other.getByRole("button", { name: "Ask me" }).click();
  await fillForm(other, { Seat: "Terrace" });
  await send(other);
  await other.locator("output").filter({ hasText: '{"action":"accept","content":{"seat":"Terrace"}}' }).waitFor();
}
