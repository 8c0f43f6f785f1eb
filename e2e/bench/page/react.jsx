// A chat that shows forms with a React component: what those of all libraries share.
import { createRoot } from "react-dom/client";

let root;

export function openChat(Request) {
  globalThis.chat = {
    async open() {},
    ask(params) {
      root = createRoot(document.getElementById("place"));
      root.render(<Request {...params} />);
    },
    end() {
      root.unmount();
    },
  };
  globalThis.chatLoaded?.();
}
