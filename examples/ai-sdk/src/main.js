import { createFormHost } from "elicitform";
import { connectRelay } from "elicitform/relay";
import { chatWith } from "./chat.js";

const { session, token } = await (await fetch("/session", { method: "POST" })).json();
connectRelay("/relay", createFormHost({ container: document.querySelector("#form") }), { token });
chatWith(session);
