const output = document.querySelector("output");
const link = document.querySelector("a");
let call = new AbortController();

// Shows the tool's text, and the first address in it as a link.
async function run(kind) {
  call = new AbortController();
  link.hidden = true;
  let text = "";
  const response = await fetch(`call/${kind}`, { method: "POST", signal: call.signal });
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const url = /https?:\/\/\S+/.exec(text)?.[0];
    if (url) {
      link.href = url;
      link.hidden = false;
    }
    output.textContent = text;
  }
}

for (const button of document.querySelectorAll("button")) {
  const stop = button.textContent === "Stop";
  button.onclick = () => stop ? call.abort() : run(button.textContent).catch(() => (output.textContent = "Stopped"));
}
