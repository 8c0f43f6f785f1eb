import { createApp } from "vue";
import "elicitform/element";
import Chat from "./Chat.vue";

createApp(Chat).mount("#app");
