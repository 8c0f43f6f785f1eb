import { relay } from "../relay.js";

export const dynamic = "force-dynamic";
export const GET = relay.handle;
export const POST = relay.handle;
