import { paramsMessage } from "../message/params.js";
import type { Display, ShowNotes } from "../session/request.js";
import type { Session } from "../session/session.js";
import type { Bridge } from "./bridge.js";
import type { Call } from "./call.js";
import { ElicitationError } from "./errors.js";
import type { Results } from "./owner.js";
import type { FormHostOptions } from "./types.js";

/** The frame, as the display of a session: where in the page it is, and the messages that show something in it. */
export class FrameDisplay implements Display<Call> {
  readonly #bridge: Bridge;
  readonly #options: FormHostOptions;

  constructor(bridge: Bridge, options: FormHostOptions) {
    this.#bridge = bridge;
    this.#options = options;
  }

  get open(): boolean {
    return this.#bridge.open;
  }

  get present(): boolean {
    return this.#bridge.frame.connected;
  }

  reveal({ options: { container }, from, inDefaultContainer }: Call): void {
    this.#bridge.place(container?.isConnected && !inDefaultContainer ? container : this.#options.container);
    // The bridge may have made a new frame, in place of one that has failed.
    this.#bridge.frame.show(`Request from ${from}`);
  }

  show({ id, question, options: { server, focus }, deadline, draft }: Call, { queue, waits }: ShowNotes): void {
    const { openLink, findings, drafts } = this.#options;
    if (focus) {
      this.#bridge.frame.focus();
    }
    this.#bridge.sendText(
      question.message(id, {
        server, queue, waits, deadline, draft,
        focus: Boolean(focus),
        openLink: Boolean(openLink),
        findings: Boolean(findings),
        drafts: Boolean(drafts),
      }),
    );
  }

  wait({ id, pages, options: { server } }: Call, waits: boolean): void {
    const notes = { requestId: id, server, openLink: Boolean(this.#options.openLink), waits };
    this.#bridge.sendText(paramsMessage(undefined, "elicitform/wait", pages.at(-1)!, notes));
  }

  notify(method: string, params: object): void {
    this.#bridge.notify(method, params);
  }

  hide(): void {
    this.#bridge.frame.hide();
  }

  /**
   * Somebody took the frame out of the page: it goes back to the host's container,
   * and what is shown in it goes on there. When that container is gone too, nobody
   * can answer any more.
   */
  removed(session: Session<Call, Results>): void {
    const { active } = session;
    if (!this.#options.container.isConnected) {
      session.fail(new ElicitationError("disposed", { reason: "removed" }));
      this.hide();
    } else if (active) {
      active.inDefaultContainer = true;
      this.reveal(active);
    } else {
      this.stow();
    }
  }

  /** Puts the frame away, unseen, where it started. */
  stow(): void {
    this.hide();
    this.#bridge.place(this.#options.container);
  }
}
