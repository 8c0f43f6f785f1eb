/** Lets the buttons of the page talk to the chat on the server. */
export function chatWith(session) {
  let call;
  for (const button of document.querySelectorAll("[data-tool]")) {
    button.disabled = false;
    button.onclick = async () => {
      call = new AbortController();
      const body = JSON.stringify({ session, prompt: button.dataset.tool });
      const answer = fetch("/chat", { method: "POST", body, signal: call.signal });
      document.querySelector("output").textContent = await answer.then((response) => response.text(), () => "Stopped");
    };
  }
  document.querySelector("#stop").onclick = () => call?.abort();
}
