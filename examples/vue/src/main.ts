import { createApp } from "vue";
import "elicitform/element";
import App from "./App.vue";

createApp(App).mount("#app");
