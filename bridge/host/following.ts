import { hasOwnVariables } from "./stylenames.js";
import type { FollowOptions } from "./styles.js";
import type { HostContext } from "./types.js";

/** Follows the styles of one element, if it is to: only then the script for it is loaded. */
export class Following {
  /** The look that has been read. */
  context: Partial<HostContext> = {};
  readonly #onChange: () => void;
  // Ends the following that was begun last, whose script may still be on its way.
  #stop: (() => void) | undefined;
  #followed: unknown;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Begins, or goes on, with this map. Without a map the element is followed if it has variables of ours. */
  follow(element: Element, map: FollowOptions["map"]): void {
    const wanted = map || hasOwnVariables(element) ? JSON.stringify(map || false) : undefined;
    if (wanted === this.#followed) {
      return;
    }
    this.stop();
    this.#followed = wanted;
    if (wanted === undefined) {
      return;
    }
    const end = new AbortController();
    this.#stop = () => end.abort();
    const setContext = (context: Partial<HostContext>): void => {
      this.context = { ...this.context, ...context };
      this.#onChange();
    };
    // Without the script, or the style sheets of scripts, which pages of unit tests lack, the form has its own look.
    import("./styles.js").then(({ followStyles }) => {
      if (!end.signal.aborted) {
        end.signal.addEventListener("abort", followStyles({ setContext }, { element, map: map || false }));
      }
    }).catch(() => {});
  }

  stop(): void {
    this.#stop?.();
    this.#stop = this.#followed = undefined;
    this.context = {};
  }

  /** Returns a context with the look: what the context itself has counts before. */
  complete(context: HostContext | undefined): HostContext | undefined {
    const { styles } = this.context;
    if (!styles) {
      return context;
    }
    const variables = { ...styles.variables, ...context?.styles?.variables };
    // The colours behind the forms decide on the theme.
    const theme = this.context.theme ?? context?.theme;
    return { ...this.context, ...context, theme, styles: { ...styles, ...context?.styles, variables } };
  }
}
