import { journey } from "../drive.mjs";

/** The reference server, which somebody else wrote, asks what its own tool asks. */
export const server = "everything";

/** React's development build, in which StrictMode runs every effect twice, recommends its tools. */
export const expected = /Download the React DevTools/;

const tool = "Ask me";

export default async function test(page) {
  await journey(page, { tool, accept: { String: "Ada", Integer: "7" }, result: "Ada" });
  await journey(page, { tool, decline: true, result: "declined" });
  await journey(page, { tool, withdraw: true, result: "Stopped" });
  await journey(page, { tool, accept: { String: "Bo" }, result: "Bo" });
  if ((await page.locator("iframe").count()) !== 1) {
    throw new Error("there is not one frame");
  }
}
