// The page on which elicitform-server can be tried without an own one. Its token is in the fragment of the address,
// which no browser sends to a server.

const form = document.querySelector("elicitation-form") as HTMLElement & { token?: string };
const state = document.getElementById("state")!;

const told: Record<string, string> = {
  connecting: "Connecting", open: "Connected", polling: "Connected", offline: "The server cannot be reached",
  denied: "The token in the address is not valid: open the address that the server has printed", closed: "Closed",
};

function say(what: string): void {
  state.textContent = told[what] ?? what;
}

let denied = false;
const token = location.hash.slice(1);
if (token) {
  // This script comes before page.js, which defines the element.
  form.token = token;
  form.addEventListener("elicitform-relay", (event) => {
    const { type, state: now, error } = (event as CustomEvent<{ type: string; state?: string; error?: { status?: number } }>).detail;
    if (type === "error") {
      // The states that follow say less.
      denied = error?.status === 401;
    } else if (type === "state" && now) {
      say(denied && now !== "open" ? "denied" : now);
    }
  });
} else {
  form.remove();
  say("denied");
}
// The address of a server that was started again differs in its fragment only.
addEventListener("hashchange", () => location.reload());
