import { randomUUID } from "node:crypto";
import { Chat } from "./chat.jsx";
import { relay } from "./relay.js";

export const dynamic = "force-dynamic";

export default async function Page() {
  const session = randomUUID();
  return <Chat session={session} token={await relay.token(session)} />;
}
