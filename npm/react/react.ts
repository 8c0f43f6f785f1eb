/**
 * A component, a provider and hooks for React, which is the only peer dependency.
 *
 * @module elicitform/react
 */

import {
  createContext, createElement, forwardRef, Fragment, type ReactNode, type RefAttributes, useContext, useEffect,
  useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore,
} from "react";
import { type ElicitationFormElement, OPTION_NAMES, registerElement } from "../../bridge/host/element.js";
import type { ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostOptions } from "../../bridge/host/forms.js";
import type { FollowOptions } from "../../bridge/host/styles.js";
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

/** The props of an {@link ElicitationForm} that shows one request. */
export interface ElicitationRequestProps
  extends Omit<ElicitOptions, "container" | "replyMeta">, Omit<FormHostOptions, "container" | "onEvent"> {
  /**
   * The params of the request, or their JSON text. The component asks a request once. A new request, or undefined, withdraws the one
   * before, and neither `onResult` nor `onError` is called for it.
   */
  request: ElicitRequestParams | string | undefined;
  /**
   * Gets the person's decision.
   *
   * @defaultValue nobody hears of it
   */
  onResult?: ((result: ElicitResult) => void) | undefined;
  /**
   * Gets the error where no person could decide: what `elicit` of a {@link FormHost} rejects with.
   *
   * @defaultValue nobody hears of it
   */
  onError?: ((error: Error) => void) | undefined;
  /**
   * The host that shows the request.
   *
   * @defaultValue the host of the surrounding provider, or else a frame that all components of the page share
   */
  host?: FormHost | undefined;
  /**
   * Follows the styles of the page, like `followStyles` of `elicitform/styles`: true, the name of a design system, or a map. A
   * provider or a host of yours has its own look.
   *
   * @defaultValue only the variables of the element, such as `--elicitform-accent`
   */
  followStyles?: FollowOptions["map"];
  /**
   * The class of its element.
   *
   * @defaultValue none
   */
  className?: string | undefined;
}

/** The props of an {@link ElicitationForm} that shows what the hooks ask. */
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
 * Shows a request, and calls `onResult` with the person's decision. It needs no provider. A component that leaves the page parks its
 * open request: for a minute another component with the same request takes it over, with what the person has entered. Then it
 * fails with "disposed". `ref` gets the element, whose `withdraw()` withdraws the request.
 *
 * Without a request it is a place for what {@link useElicitationForms} asks. When it leaves the page, an open form goes on behind
 * the provider's children.
 *
 * @param props The props of the component.
 *
 * @throws An Error without a request, outside of an {@link ElicitationForms}.
 *
 * @example
 * ```tsx
 * <ElicitationForm request={pending.params} server={{ id: pending.server }} onResult={pending.answer} onError={pending.fail} />
 * ```
 */
export const ElicitationForm: {
  (props: ElicitationRequestProps & RefAttributes<ElicitationFormElement>): ReactNode;
  (props: ElicitationFormProps): ReactNode;
} = forwardRef<ElicitationFormElement, ElicitationRequestProps | ElicitationFormProps>((props, ref) =>
  "request" in props ? createElement(RequestForm, { ...props, element: ref }) : createElement(PlaceForm, props));

function PlaceForm({ place, className }: ElicitationFormProps): ReactNode {
  const store = useStore();
  const element = useRef<HTMLDivElement>(null);
  useBeforePaint(() => store.adopt(place, element.current!), [store, place]);
  return createElement("div", { ref: element, className });
}

// The props that are properties of the element.
const PROPERTIES = ["context", "frameUrl", ...OPTION_NAMES] as const;

function RequestForm(props: ElicitationRequestProps & { element: React.Ref<ElicitationFormElement> }): ReactNode {
  const { request, host, className, server, check, deadline, draftKey, focus, review, signal } = props;
  const store = useContext(Forms);
  const element = useRef<ElicitationFormElement>(null);
  const [last] = useState<{ props?: typeof props }>({});
  const [onEnd] = useState(() => {
    // Before React makes the element: a page without a browser does not upgrade it later.
    registerElement();
    return ({ type, detail }: CustomEvent) =>
      void (type === "elicitform-result" ? last.props?.onResult?.(detail as ElicitResult) : last.props?.onError?.(detail as Error));
  });
  useImperativeHandle(props.element, () => element.current!);
  useBeforePaint(() => {
    const form = element.current!;
    // A request that fails because no component took it over says so to the last one.
    form.addEventListener("elicitform-result", onEnd);
    form.addEventListener("elicitform-failure", onEnd);
    form.connectedCallback();
    return () => form.park();
  }, [onEnd]);
  useBeforePaint(() => {
    const form = element.current!;
    for (const name of PROPERTIES) {
      if (props[name] !== last.props?.[name]) {
        Object.assign(form, { [name]: props[name] });
      }
    }
    last.props = props;
    form.host = host ?? store?.forms;
    form.requestOptions = { server, check, deadline, draftKey, focus, review, signal };
    form.request = request;
  });
  return createElement("elicitation-form", { ref: element, class: className });
}

function useStore(): FormStore {
  const store = useContext(Forms);
  if (!store) {
    throw new Error("elicitform: there is no <ElicitationForms> around this component");
  }
  return store;
}
