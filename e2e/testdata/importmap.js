// A chat without a bundler. Its server asks once; one tool fails with an error that makes no sense.
import { createFormHost, ElicitationError, elicitRequired, interceptElicitations } from "elicitform";

window.ElicitationError = ElicitationError;
window.sent = [];

const server = { id: "weather.example" };
const forms = createFormHost({ container: document.getElementById("form") });
const transport = { start: async () => {}, close: async () => {}, send: async (message) => void window.sent.push(message) };
await interceptElicitations(transport, forms, { server }).start();
const requestedSchema = { type: "object", properties: { city: { type: "string", title: "City" } }, required: ["city"] };
transport.onmessage({ jsonrpc: "2.0", id: 1, method: "elicitation/create", params: { message: "Where?", requestedSchema } });
window.refused = await elicitRequired(forms, {}, { server }).catch((error) => error);
window.loaded = true;
