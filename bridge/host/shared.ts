import { createFormHost, type FormHost, type FormHostEvent, type FormHostOptions } from "./forms.js";
import { contextChange, type LiveOptions } from "./live.js";

// A frame with its program takes about thirty megabytes, and a chat may have an element in each of its messages. So elements
// share frames: each element with open requests has a frame, and one more frame is kept warm for the next request.

export interface FrameUser {
  /** Where its forms are shown. */
  container(): HTMLElement;
  /** The settings that are fixed once the frame exists. Only users with equal fixed settings share a frame. */
  fixed(): Pick<FormHostOptions, "frameUrl" | "prerender">;
  /** The current values of all other settings. */
  settings(): LiveOptions;
  /** Gets the events of its frame, or of the frame that is kept warm for it. */
  report(event: FormHostEvent): void;
}

// The users in the page, in the order of their arrival, and the frames, the last used frame at the end.
const users = new Set<FrameUser>();
const frames = new Set<SharedFrame>();

/** Adds a user that is in the page: a frame is warm for it and for users with equal settings. */
export function arrive(user: FrameUser): void {
  const isKnown = users.has(user);
  users.add(user);
  const { ready } = frameFor(user);
  if (ready && !isKnown) {
    user.report({ type: "ready" });
  }
}

/** Disposes of the user's frame, in which open requests reject with "disposed". If the user has left the page, it is removed. */
export function leave(user: FrameUser, hasLeft: boolean): void {
  if (hasLeft) {
    users.delete(user);
  }
  for (const frame of [...frames].filter((frame) => frame.home === user)) {
    frame.dispose();
    // The frame may have been warm for other users. Their elements may be leaving the page as well.
    const next = [...users].find((other) => other !== user && other.container().isConnected && frame.fits(other));
    if (next) {
      frameFor(next);
    }
  }
}

/** Returns the frame for the user's next request: its own frame, an idle frame, or a new frame, which is warm for all users. */
export function frameFor(user: FrameUser): SharedFrame {
  const own = frameOf(user);
  // A frame with other settings is kept until it is idle.
  if (own && (own.fits(user) || !own.idle)) {
    return own;
  }
  own?.dispose();
  const idle = [...frames].filter((frame) => frame.idle && frame.fits(user));
  return idle.find((frame) => !frame.user) ?? idle[0] ?? new SharedFrame(user);
}

export function frameOf(user: FrameUser): SharedFrame | undefined {
  return [...frames].find((frame) => frame.user === user);
}

/** A form host that elements use one after the other. */
export class SharedFrame {
  readonly host: FormHost & { readonly idle?: boolean };
  /** The element that shows something in the frame; undefined once it has been put away. */
  user: FrameUser | undefined;
  /** The user whose container holds the frame. */
  home: FrameUser;
  ready = false;
  readonly #options: FormHostOptions;
  readonly #key: string;

  constructor(user: FrameUser) {
    this.home = user;
    this.#key = keyOf(user);
    this.#options = { ...user.fixed(), ...user.settings(), container: user.container(), onEvent: (event) => this.#report(event) };
    // The host reads its options whenever it needs them, so that later changes count.
    this.host = createFormHost(this.#options);
    frames.add(this);
  }

  /** Whether no request is open in the frame. It may still show the outcome of the last request. */
  get idle(): boolean {
    return Boolean(this.host.idle);
  }

  fits(user: FrameUser): boolean {
    return this.#key === keyOf(user) && this.home.container().ownerDocument === user.container().ownerDocument;
  }

  /** Gives the frame to the user, or applies the changed settings of its user. */
  use(user: FrameUser): FormHost {
    const settings = user.settings();
    const change = contextChange(this.#options.context, settings.context);
    if (this.user && this.user !== user) {
      // The frame no longer shows the outcome of the last request.
      this.user.report({ type: "closed" });
    }
    this.user = this.home = user;
    Object.assign(this.#options, settings, { container: user.container() });
    if (change) {
      this.host.setContext(change);
    }
    frames.delete(this);
    frames.add(this);
    // Drops idle frames that fit no remaining user.
    const unused = [...frames].filter((frame) => !frame.user && frame.idle && ![...users].some((other) => frame.fits(other)));
    unused.forEach((frame) => frame.dispose());
    return this.host;
  }

  dispose(): void {
    this.host.dispose();
    frames.delete(this);
  }

  #report(event: FormHostEvent): void {
    const { user } = this;
    const isAboutLoading = event.type === "ready" || event.type === "load-failed";
    if (isAboutLoading) {
      this.ready = event.type === "ready";
    }
    const receivers = user ? [user] : isAboutLoading ? [...users].filter((other) => this.fits(other) && !frameOf(other)) : [this.home];
    receivers.forEach((user) => user.report(event));
    if (event.type === "closed" && this.idle) {
      this.user = undefined;
      // One warm frame is enough.
      if ([...frames].some((other) => other !== this && !other.user && other.fits(this.home))) {
        this.dispose();
      }
    }
  }
}

function keyOf(user: FrameUser): string {
  const { frameUrl, prerender } = user.fixed();
  return `${frameUrl} ${prerender}`;
}
