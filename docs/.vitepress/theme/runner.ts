// Runs the forms of a page: with the built package, and one frame for all of them.

import { withBase } from "vitepress";
import type { AnswerProblem, ElicitContent, FormHost, HostContext } from "elicitform";
import groups from "../../../web/standalone/examples.json";

type Request = { title: string; text: string };

// The examples of the standalone page, which a page names by their titles.
const EXAMPLES = (groups as { examples: { title: string; request: unknown }[] }[]).flatMap(({ examples }): Request[] => (
  examples.map(({ title, request }) => ({ title, text: typeof request === "string" ? request : JSON.stringify(request, null, 2) }))
));

/** Returns the example with a title. A page with an unknown title fails the build. */
export function exampleOf(title: string): Request {
  const found = EXAMPLES.find((each) => each.title === title);
  if (!found) {
    throw new Error(`no example is called ${title}`);
  }
  return found;
}

/** Where the frame's document is on this site. */
export const frameAddress = (): string => new URL(withBase("/run/frame/index.html"), location.href).href;

/** How a page shows a request. */
export type Showing = { server: string; container: HTMLElement; errors: boolean; focus: boolean; signal: AbortSignal };

let host: Promise<FormHost> | undefined;

// The frame lives at the end of the page while no form is shown, and outlives the pages of the site.
async function start(): Promise<FormHost> {
  const { createFormHost } = await import("elicitform");
  const home = document.createElement("div");
  document.body.append(home);
  return createFormHost({ container: home, frameUrl: frameAddress(), prerender: false, outcome: "hidden" });
}

/** Shows a request and returns what the server would get, as text. It throws when the request is taken back. */
export async function run(text: string, context: HostContext, showing: Showing): Promise<string> {
  const forms = await (host ??= start());
  showing.signal.throwIfAborted();
  forms.setContext(context);
  const { errors, server, ...rest } = showing;
  const options = { ...rest, server: { id: server }, ...(errors && { check: refuseOnce() }) };
  const { inputRequests } = JSON.parse(text) as { inputRequests?: object };
  const result = await (inputRequests ? forms.elicitAll(JSON.stringify(inputRequests), options) : forms.elicit(text, options));
  return JSON.stringify(result, null, 2);
}

/** Changes the look and the language of an open form. */
export async function follow(context: HostContext): Promise<void> {
  (await host)?.setContext(context);
}

// The host's own check of the answers, as a chat may have one: it refuses the first answers that are sent.
function refuseOnce(): (content: ElicitContent) => Promise<AnswerProblem[]> {
  let refused = false;
  return async (content) => {
    const names = refused ? [] : Object.keys(content).slice(0, 1);
    refused = true;
    return names.map((name) => ({ name, message: "This page refuses the first answers, to show what that looks like. Send them again." }));
  };
}
