import { createFormHost } from "/elicitform/forms.js";
import { connectRelay } from "/elicitform/relay-browser.js";

connectRelay("/relay", createFormHost({ container: document.querySelector("main") }), {});
