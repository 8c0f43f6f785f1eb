import { render } from "solid-js/web";
import "elicitform/element";
import { App } from "./App.jsx";

render(() => <App />, document.getElementById("root"));
