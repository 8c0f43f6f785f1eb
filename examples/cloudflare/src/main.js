import { createFormHost } from "elicitform";
import { connectRelay } from "elicitform/relay";
import { chatWith } from "./chat.js";

// An agent for each load of the page. Nobody else can guess its name.
const agent = `/agents/chat/${crypto.randomUUID()}`;
connectRelay(`${agent}/relay`, createFormHost({ container: document.querySelector("#form") }), {});
chatWith(agent);
