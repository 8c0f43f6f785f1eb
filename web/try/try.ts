// A page for people without a page of their own. Its token is in the fragment, which no browser sends to a server.

const form = document.querySelector("elicitation-form") as HTMLElement & { token?: string };
const state = document.getElementById("state")!;

const SENTENCES: Record<string, string> = {
  connecting: "Connecting", open: "Connected", polling: "Connected", offline: "The server cannot be reached",
  denied: "The token in the address is not valid: open the address that the server has printed", closed: "Closed",
};

function say(what: string): void {
  state.textContent = SENTENCES[what] ?? what;
}

let isDenied = false;
const token = location.hash.slice(1);
if (token) {
  // This script runs before page.js, which defines the element.
  form.token = token;
  form.addEventListener("elicitform-relay", (event) => {
    const { type, state: now, error } = (event as CustomEvent<{ type: string; state?: string; error?: { status?: number } }>).detail;
    if (type === "error") {
      // The states after an error are less precise.
      isDenied = error?.status === 401;
    } else if (type === "state" && now) {
      say(isDenied && now !== "open" ? "denied" : now);
    }
  });
} else {
  form.remove();
  say("denied");
}
// After a restart of the server only the fragment of its address differs.
addEventListener("hashchange", () => location.reload());
