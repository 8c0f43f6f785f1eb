// The first script of the frame. It shakes hands with the host, shows who asks
// and lets the person decline before the program has loaded, loads the program
// and hands over to it, and says so when the program is gone.

import { rateLimit } from "../../bridge/message/rate.js";
import { VERSION } from "../../bridge/message/version.js";
import type { Wasm } from "../../bridge/message/download.js";
import { AppsChannel } from "../../bridge/frame/apps.js";
import { ContextChanges } from "../../bridge/frame/changes.js";
import { type Channel, portChannel } from "../../bridge/frame/channel.js";
import { DocumentContext } from "./context.js";
import { handshake } from "../../bridge/frame/handshake.js";
import { Inbox, INITIALIZE_ID } from "../../bridge/frame/inbox.js";
import { Palette } from "./palette.js";
import { guardPresses } from "./press.js";
import { Shell } from "./shell.js";
import { ContentSize } from "./size.js";
import { installStorage } from "./storage.js";
import { describeFailure, isWasm, loadProgram, programFile } from "../../bridge/frame/wasm.js";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: INITIALIZE_ID,
  method: "ui/initialize",
  params: {
    protocolVersion: "2026-01-26",
    appInfo: { name: "elicitform", version: VERSION },
    appCapabilities: { elicitation: { form: {}, url: {} } },
  },
};
const MESSAGES_PER_SECOND = 500;
const HOST_TIMEOUT = 15_000;
// How long a decision made in the shell stays readable when the program,
// which knows nothing of it, could start.
const OUTCOME_TIME = 10_000;

/** What the program finds as globalThis.elicitform. */
export interface ElicitformGlobal {
  /** Takes the port over; returns the texts that came so far, later ones go to receive. */
  attach(receive: (text: string) => void): string[];
  /** Sends a text to the host. */
  post(text: string): void;
  /** Says that the program is about to end because of a fault, and leaves the rest to the shell. */
  abandon(why: string): void;
}

installStorage(window);
guardPresses(window);
const context = new DocumentContext(document.documentElement, new Palette(document.documentElement));

if (window.parent === window) {
  new Shell(context, () => {}).topLevel();
} else {
  embedded();
}

function embedded(): void {
  const file = programFile(document);
  const allowed = new URLSearchParams(location.search).getAll("host");
  const shell = new Shell(context, (request, action) => inbox.decide(request, action));
  let channel: Channel | undefined;
  let size: ContentSize | undefined;
  let nextRequest = (): void => {};
  let abandoned = false;

  const send = (text: string): void => channel?.send(text);
  const notify = (method: string, params: object): void => send(JSON.stringify({ jsonrpc: "2.0", method, params }));

  const inbox = new Inbox({
    send,
    initialized: () => {
      notify("ui/notifications/initialized", {});
      size = new ContentSize(document, (measured) => notify("ui/notifications/size-changed", measured));
      size.measure();
    },
    context: (change) => {
      context.apply(change);
      shell.adapt();
      size?.measure();
    },
    changed: (calledOff) => {
      if (inbox.attached) {
        return;
      }
      const { current } = inbox;
      if (current) {
        if (shell.request(current)) {
          notify("elicitform/shown", { requestId: JSON.parse(current.id) });
        }
        nextRequest();
      } else if (calledOff) {
        shell.calledOff(calledOff);
      }
      size?.measure();
    },
  });

  const program: ElicitformGlobal = {
    attach(receive) {
      shell.stop();
      return inbox.attach(receive);
    },
    post: (text) => inbox.post(text),
    abandon(why) {
      abandoned = true;
      console.error("elicitform:", why);
    },
  };
  Object.defineProperty(globalThis, "elicitform", { value: Object.freeze(program) });

  const failed = (reason: string, message: string): void => {
    notify("elicitform/failed", { reason, message });
    if (!inbox.attached) {
      shell.loadFailed();
    }
    if (abandoned) {
      const open = inbox.detach();
      if (open || hasControls()) {
        shell.broken(open, open !== undefined);
      }
    } else if (inbox.attached || !channel?.ours) {
      // A host that was not made for us has another way to ask the person, and
      // turns to it when it gets an error.
      shell.stop();
      const unsent = inbox.crash();
      if (unsent || hasControls()) {
        shell.broken(undefined, unsent);
      }
    }
    size?.measure();
  };

  // Waits while the shell tells an outcome that the program would wipe out.
  const outcomeRead = (): Promise<void> =>
    new Promise((resolve) => {
      if (!shell.showsOutcome) {
        resolve();
        return;
      }
      nextRequest = resolve;
      setTimeout(resolve, OUTCOME_TIME);
    });

  const run = async (wasm: Wasm): Promise<void> => {
    let start: () => Promise<void>;
    try {
      start = await loadProgram(wasm, file);
    } catch (error) {
      const reason = (error as Error).message;
      const message = describeFailure(reason, file, document.baseURI);
      console.error(`elicitform: ${message}`);
      failed(reason, message);
      return;
    }
    await outcomeRead();
    try {
      await start();
    } catch (error) {
      console.error("elicitform:", error);
    }
    failed(abandoned ? "internal" : "crash", "the program in the frame has ended");
  };

  const timeout = setTimeout(() => shell.loadFailed(), HOST_TIMEOUT);
  void handshake(window, file, INITIALIZE, allowed).then((answer) => {
    clearTimeout(timeout);
    channel =
      "port" in answer
        ? portChannel(answer.port)
        : new AppsChannel(window, answer, (host) => context.words.serverVia.replace("{host}", () => host));
    const changes = new ContextChanges((text) => inbox.receive(text));
    const limit = rateLimit(MESSAGES_PER_SECOND);
    let running = false;
    channel.listen((data) => {
      if (typeof data !== "string") {
        if (!running && isWasm(data)) {
          running = true;
          void run(data);
        }
      } else if (changes.take(data)) {
        // It is told when nothing newer is waiting.
      } else if (limit()) {
        changes.flush();
        inbox.receive(data);
      } else {
        inbox.refuse(data);
      }
    });
  });
}

// Whether the program has left something on the page that would do nothing any more.
function hasControls(): boolean {
  return document.querySelector("main.app :is(button, a[href], input)") !== null;
}
