import { mount } from "svelte";
import "elicitform/element";
import App from "./App.svelte";

mount(App, { target: document.querySelector("#app")! });
