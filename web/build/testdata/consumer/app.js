import { createFormHost } from "elicitform";

const forms = createFormHost({ container: document.querySelector("#form") });
const result = await forms.elicit({ message: "Where to?" }, { server: { id: "weather.example" } });
document.title = result.action;
