import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import Gallery from "./Gallery.vue";
import HostHeaders from "./HostHeaders.vue";
import RunLink from "./RunLink.vue";
import RunningForm from "./RunningForm.vue";
import TryIt from "./TryIt.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    // A page that cannot be drawn fails the build.
    app.config.throwUnhandledErrorInProduction = import.meta.env.SSR;
    // The components that documents can use, each as an element of its name.
    for (const [name, component] of Object.entries({ Gallery, HostHeaders, RunLink, RunningForm, TryIt })) {
      app.component(name, component);
    }
  },
} satisfies Theme;
