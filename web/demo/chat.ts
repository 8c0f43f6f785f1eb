// The demo chat: a small MCP client in a page. It is what a chat client has to
// do to show elicitation requests, and little else.

import "./jitless.js";
import { createFormHost, type FormHostEvent } from "../../bridge/host/index.js";
import { type Connection, connect, type Tool } from "./connection.js";
import { hostContext, themeToggle } from "./theme.js";
import { Transcript } from "./transcript.js";

const transcript = new Transcript(element("transcript"));
const formArea = element("form");
const toolArea = element("tools");
const status = element("connection");
const input = element("text") as HTMLInputElement;

const host = createFormHost({ container: formArea, context: hostContext(), onEvent });
themeToggle(element("theme"), host);
let connection: Connection | undefined;

element("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text) {
    input.value = "";
    said(text);
  }
});
void start();

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`the page has no element ${id}`);
  }
  return found;
}

async function start(): Promise<void> {
  status.textContent = "Connecting…";
  toolArea.replaceChildren();
  try {
    connection = await connect(new URL("mcp", document.baseURI), host);
  } catch (error) {
    console.warn("connecting failed", error);
    status.textContent = "Not connected";
    toolArea.replaceChildren(button("Try again", () => void start()));
    return;
  }
  status.textContent = `Connected to ${serverName()} at ${connection.server.id}`;
  toolArea.replaceChildren(...connection.tools.map((tool) => toolButton(tool)));
  transcript.add({
    speaker: "server",
    name: serverName(),
    text: "Hello. Choose one of my tools, or type its name. Each asks you for something before it answers.",
  });
}

function serverName(): string {
  return connection?.server.title ?? connection?.server.name ?? "The server";
}

function button(label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", press);
  return made;
}

function toolButton(tool: Tool): HTMLButtonElement {
  const made = button(tool.title, () => said(tool.title));
  made.title = tool.description;
  return made;
}

// Something that the person said, by button or keyboard.
function said(text: string): void {
  transcript.add({ speaker: "you", name: "You", text });
  const wanted = text.toLowerCase();
  const tool = connection?.tools.find(({ name, title }) => [name, title].some((known) => known.toLowerCase() === wanted));
  if (connection && tool) {
    void run(connection, tool);
    return;
  }
  const titles = connection?.tools.map(({ title }) => title).join(", ");
  transcript.add({
    speaker: "chat",
    name: "Chat",
    text: titles ? `I do not know that one. The tools are: ${titles}.` : "There is no connection to the server.",
  });
}

async function run(server: Connection, tool: Tool): Promise<void> {
  try {
    const { text, isError } = await server.call(tool.name);
    transcript.add({ speaker: "server", name: `${serverName()}, ${tool.title}`, text, isError });
  } catch (error) {
    console.warn("calling a tool failed", error);
    transcript.add({
      speaker: "chat",
      name: "Chat",
      text: `${tool.title} failed: ${error instanceof Error ? error.message : String(error)}`,
      isError: true,
    });
  }
}

// The form never takes the focus; the transcript, a live region, says that it
// is there.
function onEvent(event: FormHostEvent): void {
  switch (event.type) {
    case "shown":
      transcript.add({ speaker: "chat", name: "Chat", text: `${event.server} asks for information. The form is below the messages.` });
      reveal();
      break;
    case "resized":
      // What the form needs is known step by step while it loads; somebody who
      // is in the form already is left where they are.
      if (!formArea.contains(document.activeElement)) {
        reveal();
      }
      break;
    case "load-failed":
      transcript.add({ speaker: "chat", name: "Chat", text: "The form could not be loaded.", isError: true });
      break;
  }
}

// A form that is higher than the view is shown from its top.
function reveal(): void {
  const room = element("conversation").clientHeight;
  formArea.scrollIntoView({ block: formArea.offsetHeight > room ? "start" : "nearest" });
}
