import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import {
  createFormHost, ElicitationError, type ElicitRequestParams, elicitationHandler, elicitRequired, embedFonts, type FormHost, interceptElicitations,
  keepAlive, keepCallsAlive, retryRequired,
} from "elicitform";
import "elicitform/element";
import { followStyles } from "elicitform/styles";

type Transport = Parameters<Client["connect"]>[0];
type Info = ConstructorParameters<typeof Client>[0];
interface Around {
  container: HTMLElement;
  capabilities: NonNullable<ClientOptions["capabilities"]>;
  client: Client;
  error: unknown;
  host: FormHost;
  info: Info;
  name: string;
  request: { params: ElicitRequestParams };
  server: { id: string };
  signal: AbortSignal;
  transport: Transport;
}

export async function createFormHostShown({ container, request }: Around) {
  // #region createFormHost
  const host = createFormHost({ container });
  const result = await host.elicit(request.params, { server: { id: "weather.example" } });
  // #endregion createFormHost
}

export async function followStylesShown({ container }: Around) {
  // #region followStyles
  const host = createFormHost({ container });
  const stop = followStyles(host, { element: container });
  // #endregion followStyles
}

export async function approveShown({ host }: Around) {
  // #region approve
  const { action } = await host.approve({ server: { id: "linear" }, tool: { name: "save_comment", arguments: { body: "Done" } } });
  // #endregion approve
}

export async function errorShown({ host, request }: Around) {
  // #region ElicitationError
  try {
    return await host.elicit(request.params, { server: { id: "weather.example" } });
  } catch (error) {
    // The JSON-RPC error for the server; no decline is invented.
    throw error instanceof ElicitationError ? { code: error.rpcCode, message: error.message } : error;
  }
  // #endregion ElicitationError
}

export async function interceptShown({ info, transport, host }: Around) {
  // #region interceptElicitations
  const client = new Client(info, { capabilities: { elicitation: { form: {}, url: {} } } });
  await client.connect(interceptElicitations(transport, host, { server: { id: "weather.example" } }));
  // #endregion interceptElicitations
}

export function handlerShown({ client, host }: Around) {
  // #region elicitationHandler
  client.setRequestHandler("elicitation/create", elicitationHandler(host, { server: { id: "weather.example" } }));
  // #endregion elicitationHandler
}

export async function keepAliveShown({ client, name, signal }: Around) {
  // #region keepAlive
  await client.callTool({ name }, keepAlive({ signal }));
  // #endregion keepAlive
}

export function keepCallsAliveShown({ info, capabilities }: Around) {
  // #region keepCallsAlive
  const client = keepCallsAlive(new Client(info, { capabilities }));
  // #endregion keepCallsAlive
}

export async function elicitRequiredShown({ host, error }: Around) {
  // #region elicitRequired
  const decision = await elicitRequired(host, error, { server: { id: "files.example" } });
  // #endregion elicitRequired
}

export async function retryRequiredShown({ host, client, name, server }: Around) {
  // #region retryRequired
  const result = await retryRequired(host, () => client.callTool({ name }), { server });
  // #endregion retryRequired
}

export async function embedFontsShown({ host }: Around) {
  // #region embedFonts
  const fonts = await embedFonts('@font-face { font-family: "Chat"; src: url("/fonts/chat.woff2") }');
  host.setContext({ styles: { variables: { "--font-sans": "Chat, sans-serif" }, css: { fonts } } });
  // #endregion embedFonts
}

export async function elementShown({ request }: Around) {
  // #region ElicitationFormElement
  const form = document.querySelector("elicitation-form")!;
  form.addEventListener("elicitform-shown", ({ detail }) => console.log(detail.server));
  const result = await form.elicit(request.params);
  // #endregion ElicitationFormElement
}
