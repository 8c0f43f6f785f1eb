/**
 * A provider and hooks for React, which is the only peer dependency.
 *
 * @module elicitform/react
 */

import {
  createContext, createElement, Fragment, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState,
  useSyncExternalStore,
} from "react";
import type { FormHost } from "../../bridge/host/forms.js";
import { type ElicitationOptions, type ElicitationState, FormStore, INITIAL_STATE } from "./formstore.js";

export type { ElicitationOptions, ElicitationState, PendingRequest } from "./formstore.js";

const Forms = createContext<FormStore | undefined>(undefined);

// useLayoutEffect warns on a server in older versions of React.
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * The props of {@link ElicitationForms}. All props except `frameUrl` and `prerender` may change: open requests follow
 * `context` and the heights, and the next request has the other props. A provider with another `key` loads another frame.
 */
export interface ElicitationFormsProps extends ElicitationOptions {
  /**
   * The chat.
   *
   * @defaultValue nothing
   */
  children?: ReactNode;
  /**
   * The class of the element behind the children, which shows the forms without a place.
   *
   * @defaultValue none
   */
  className?: string | undefined;
}

/**
 * Loads the frame, once for all its components, and shows the forms behind its children, or in an {@link ElicitationForm}
 * among them. Place it so that it lives as long as the chat: when it leaves, open requests reject with "disposed".
 *
 * @param props The props of the component.
 *
 * @example
 * ```tsx
 * <ElicitationForms frameUrl="/elicitform/index.html" context={{ theme: "dark" }}>
 *   <Chat />
 * </ElicitationForms>
 * ```
 */
export function ElicitationForms({ children, className, ...options }: ElicitationFormsProps): ReactNode {
  const [store] = useState(() => new FormStore(options));
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => store.update(options));
  useEffect(() => store.mount(element.current!), [store]);
  const provider = createElement(Forms.Provider, { value: store }, children);
  return createElement(Fragment, null, provider, createElement("div", { ref: element, className }));
}

/**
 * Returns the forms of the surrounding provider, for every function of this package that takes a host: the same object during
 * the life of the provider. Call its methods in event handlers and effects: a request waits until the provider is in the page.
 * Requests with a place are shown in the `<ElicitationForm place>` of that name, for example in a message of the transcript.
 *
 * @throws An Error outside of an {@link ElicitationForms}.
 *
 * @example
 * ```tsx
 * const forms = useElicitationForms();
 * const connect = () => client.connect(interceptElicitations(transport, forms, { server: { id: "weather.example" } }));
 * ```
 */
export function useElicitationForms(place?: string): FormHost {
  const store = useStore();
  return useMemo(() => (place === undefined ? store.forms : store.at(place)), [store, place]);
}

/**
 * Returns whether forms can be shown, and the open requests. The component renders again when these change.
 *
 * @throws An Error outside of an {@link ElicitationForms}.
 *
 * @example
 * ```tsx
 * const { pending } = useElicitationState();
 * return <p>{pending.length > 0 ? `${pending[0]!.server} asks you something` : ""}</p>;
 * ```
 */
export function useElicitationState(): ElicitationState {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.state, () => INITIAL_STATE);
}

/** The props of {@link ElicitationForm}. */
export interface ElicitationFormProps {
  /**
   * The name of the place, as in `useElicitationForms(place)`.
   *
   * @defaultValue all requests without a place
   */
  place?: string | undefined;
  /**
   * The class of its element.
   *
   * @defaultValue none
   */
  className?: string | undefined;
}

/**
 * Shows forms. When it leaves the page, an open form goes on behind the provider's children.
 *
 * @param props The props of the component.
 *
 * @throws An Error outside of an {@link ElicitationForms}.
 *
 * @example
 * ```tsx
 * <ElicitationForm place={message.id} className="message" />
 * ```
 */
export function ElicitationForm({ place, className }: ElicitationFormProps): ReactNode {
  const store = useStore();
  const element = useRef<HTMLDivElement>(null);
  useBeforePaint(() => store.adopt(place, element.current!), [store, place]);
  return createElement("div", { ref: element, className });
}

function useStore(): FormStore {
  const store = useContext(Forms);
  if (!store) {
    throw new Error("elicitform: there is no <ElicitationForms> around this component");
  }
  return store;
}
