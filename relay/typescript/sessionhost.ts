import type { ElicitRequestParams } from "../../bridge/host/types.js";
import { isObject, parseObject } from "../../bridge/message/json.js";
import type { DeviceOption, Relay, RelayElicitOptions, RelayHost, RelayHostOptions, RelayShowOptions } from "./relay-api.js";
import { readElicitations } from "./roundbody.js";
import { checkSession } from "./token.js";

export function makeHost(relay: Relay, session: string, { key }: RelayHostOptions): RelayHost {
  checkSession(session);
  return {
    elicit: async (params, options) => relay.elicit(params, { ...elicitOptions(session, options), key: requestKey(key, params) }),
    elicitAll: async (requests, options) => {
      const { waitForPages } = options;
      return relay.elicitAll(requests, { ...elicitOptions(session, options), key: roundKey(key, requests), waitForPages });
    },
    approve: async (approval, options = {}) => {
      checkShowOptions(options);
      const { key, signal, deadline } = options;
      return relay.approve(approval, { session, key, signal, deadline });
    },
    complete: (server, elicitationId) => relay.complete(session, server, elicitationId),
    checkOptions: checkShowOptions,
  };
}

function elicitOptions(session: string, options: RelayShowOptions): RelayElicitOptions {
  checkShowOptions(options);
  const { server, signal, deadline, review } = options;
  return { session, server, signal, deadline, review };
}

function checkShowOptions(options: { [option in DeviceOption]?: unknown }): void {
  for (const name of ["check", "focus", "container", "draftKey"] satisfies DeviceOption[]) {
    // Types do not stop JavaScript callers. An option that is false is harmless.
    if (options[name]) {
      throw new TypeError(`relay: options.${name} is for the device that shows the form; look at the result here, and ask again`);
    }
  }
}

function requestKey(key: RelayHostOptions["key"], params: unknown): string | undefined {
  const request = typeof params === "string" ? parseObject(params) : params;
  const name = isObject(request) ? key?.(request as unknown as ElicitRequestParams) : undefined;
  if (name !== undefined && typeof name !== "string") {
    throw new TypeError("relay: the key of a request is no text");
  }
  return name;
}

function roundKey(key: RelayHostOptions["key"], requests: unknown): string | undefined {
  const keys = key ? readElicitations(requests).map((request) => [request.key ?? "", requestKey(key, request.params)]) : [];
  return keys.length > 0 && keys.every(([, name]) => name) ? JSON.stringify(keys) : undefined;
}
