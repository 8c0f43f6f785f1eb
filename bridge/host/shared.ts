import { createFormHost, type FormHost, type FormHostEvent, type FormHostOptions } from "./forms.js";
import { contextChange, type LiveOptions } from "./live.js";

// A frame with its program takes some thirty megabytes, and a chat may have an element in each of its messages. So elements
// share frames: each element with open requests has one, and one more is kept warm for the next element that asks.

/** An element that shows forms. */
export interface FrameUser {
  /** Where its forms are shown. */
  container(): HTMLElement;
  /** What of its settings cannot be changed once there is a frame. Only users with equal ones share it. */
  fixed(): Pick<FormHostOptions, "frameUrl" | "prerender">;
  /** All other settings, as they are now. */
  settings(): LiveOptions;
  /** Something happened, in its frame or in the one that is kept warm for it. */
  told(event: FormHostEvent): void;
}

// The users that are in the page, in the order of their arrival, and the frames, the last used one at the end.
const users = new Set<FrameUser>();
const frames = new Set<SharedFrame>();

/** The user is in the page: a frame is warm for it and for those with equal settings. */
export function arrive(user: FrameUser): void {
  const known = users.has(user);
  users.add(user);
  const { ready } = frameFor(user);
  if (ready && !known) {
    user.told({ type: "ready" });
  }
}

/** The user is gone, or gives up its frame. Open requests in the frame reject with "disposed". */
export function leave(user: FrameUser, gone: boolean): void {
  if (gone) {
    users.delete(user);
  }
  for (const frame of [...frames].filter((frame) => frame.home === user)) {
    frame.dispose();
    // The frame may have been kept warm for others, who may be about to go too.
    const other = [...users].find((other) => other !== user && other.container().isConnected && frame.fits(other));
    if (other) {
      frameFor(other);
    }
  }
}

/** The frame that the user would get: its own, one that nobody needs, or a new one, which is warm for all then. */
export function frameFor(user: FrameUser): SharedFrame {
  const own = frameOf(user);
  // One with other settings is kept until it is not needed.
  if (own && (own.fits(user) || !own.idle)) {
    return own;
  }
  own?.dispose();
  const idle = [...frames].filter((frame) => frame.idle && frame.fits(user));
  return idle.find((frame) => !frame.user) ?? idle[0] ?? new SharedFrame(user);
}

/** The frame that the user has. */
export function frameOf(user: FrameUser): SharedFrame | undefined {
  return [...frames].find((frame) => frame.user === user);
}

/** A form host that elements use one after the other. */
export class SharedFrame {
  readonly host: FormHost & { readonly idle?: boolean };
  /** The element that shows something in the frame; undefined once it has been put away. */
  user: FrameUser | undefined;
  /** In whose container the frame is. */
  home: FrameUser;
  ready = false;
  readonly #options: FormHostOptions;
  readonly #key: string;

  constructor(user: FrameUser) {
    this.home = user;
    this.#key = keyOf(user);
    this.#options = { ...user.fixed(), ...user.settings(), container: user.container(), onEvent: (event) => this.#told(event) };
    // The host reads its options whenever it needs them, so that later changes count.
    this.host = createFormHost(this.#options);
    frames.add(this);
  }

  /** Nobody has to answer anything in it. It may still say what became of the last request. */
  get idle(): boolean {
    return Boolean(this.host.idle);
  }

  fits(user: FrameUser): boolean {
    return this.#key === keyOf(user) && this.home.container().ownerDocument === user.container().ownerDocument;
  }

  /** Is the user's from now on, with its settings; also when those have changed. */
  use(user: FrameUser): FormHost {
    const settings = user.settings();
    const change = contextChange(this.#options.context, settings.context);
    if (this.user && this.user !== user) {
      // What became of its last request is not shown any more.
      this.user.told({ type: "closed" });
    }
    this.user = this.home = user;
    Object.assign(this.#options, settings, { container: user.container() });
    if (change) {
      this.host.setContext(change);
    }
    frames.delete(this);
    frames.add(this);
    // Nobody is left whose settings another one was kept warm with.
    const unused = [...frames].filter((other) => !other.user && other.idle && ![...users].some((one) => other.fits(one)));
    unused.forEach((other) => other.dispose());
    return this.host;
  }

  dispose(): void {
    this.host.dispose();
    frames.delete(this);
  }

  #told(event: FormHostEvent): void {
    const { user } = this;
    const loaded = event.type === "ready" || event.type === "load-failed";
    if (loaded) {
      this.ready = event.type === "ready";
    }
    const concerned = user ? [user] : loaded ? [...users].filter((other) => this.fits(other) && !frameOf(other)) : [this.home];
    concerned.forEach((one) => one.told(event));
    if (event.type === "closed" && this.idle) {
      this.user = undefined;
      // One that is kept warm is enough.
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
