import { createMCPClient, ElicitationRequestSchema } from "@ai-sdk/mcp";
import { bookings, journey } from "../drive.mjs";

export default async function test(page, { mcp }) {
  await bookings(page);
  await journey(page, { tool: "Pay a deposit", open: true, result: "The page for the deposit was opened" });
  await withoutTheTransport(mcp);
}

// Checks what the recipe says of the SDK's own way: a request to open a page is refused before the handler
// sees it.
async function withoutTheTransport(url) {
  const client = await createMCPClient({ transport: { type: "http", url }, capabilities: { elicitation: { form: {}, url: {} } } });
  const asked = [];
  client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => {
    asked.push(params);
    return { action: "decline" };
  });
  try {
    const { book, pay } = await client.tools();
    await book.execute({}, { toolCallId: "1", messages: [] });
    const refused = await pay.execute({}, { toolCallId: "2", messages: [] });
    if (asked.length !== 1 || !refused.isError) {
      throw new Error(`the SDK's own handler was asked ${JSON.stringify(asked)}, and the page ended as ${JSON.stringify(refused)}`);
    }
  } finally {
    await client.close();
  }
}
