import { bookings, journey } from "../drive.mjs";

export default async function test(page) {
  await bookings(page);
  await journey(page, { tool: "Pay a deposit", open: true, result: "The page for the deposit was opened" });
}
