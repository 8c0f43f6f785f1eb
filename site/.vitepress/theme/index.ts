import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import Gallery from "./Gallery.vue";
import RunningForm from "./RunningForm.vue";
import TryIt from "./TryIt.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    // What documents can use, each as an element of its name.
    app.component("Gallery", Gallery).component("RunningForm", RunningForm).component("TryIt", TryIt);
  },
} satisfies Theme;
