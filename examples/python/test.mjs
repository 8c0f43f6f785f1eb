import { journey } from "../drive.mjs";
import { fillForm, outcome, send } from "../../build/examples/package/playwright.js";

/** The page talks to elicitform-server, which the test kills and starts again. */
export const program = true;

/** 409 is the reply to a draft after the end of its question, which changes nothing. */
export const expected = /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)|status of 409/;

const tool = "Ask me";

export default async function test(page, { program }) {
  await journey(page, { tool, accept: { String: "Ada", Integer: "7" }, result: "Name: Ada" });
  await journey(page, { tool, decline: true, result: "User declined" });
  await journey(page, { tool, withdraw: true, result: "Stopped" });
  await killed(page, program);
}

// The server is killed and loses its questions. The agent asks again, and the form is answered.
async function killed(page, program) {
  await page.getByRole("button", { name: tool, exact: true }).click();
  await fillForm(page, { String: "Bo" });
  // The page connects again only after the question, so that the form stays where it is.
  await page.route("**/relay", (route) => route.abort("connectionrefused"));
  await program.restart();
  await program.counts(/^elicitform_requests_total\{endpoint="POST \/v1\/questions",status="201"\} 1$/m);
  const connected = page.evaluate(() => new Promise((open) => {
    document.addEventListener("elicitform-relay", ({ detail: { type, state } }) => type === "state" && state === "open" && open());
  }));
  await page.unroute("**/relay");
  await connected;
  await fillForm(page, { Integer: "9" });
  await send(page);
  const said = await outcome(page);
  if (said !== "Answers sent") {
    throw new Error(`the outcome is ${JSON.stringify(said)}`);
  }
  await page.locator("output").filter({ hasText: /Name: Bo[^]*Favorite Integer: 9/ }).waitFor();
}
