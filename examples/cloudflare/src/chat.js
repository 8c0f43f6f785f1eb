/** Lets the buttons of the page talk to the agent. */
export function chatWith(agent) {
  const post = (name) => fetch(`${agent}/${name}`, { method: "POST" });
  for (const button of document.querySelectorAll("[data-tool]")) {
    button.disabled = false;
    button.onclick = async () => {
      const { content } = await (await post(button.dataset.tool)).json();
      document.querySelector("output").textContent = content[0].text;
    };
  }
  document.querySelector("#stop").onclick = () => post("stop");
}
