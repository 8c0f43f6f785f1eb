import { mount } from "svelte";
import "elicitform/element";
import Chat from "./Chat.svelte";

mount(Chat, { target: document.querySelector("#app") });
