// The chat: a button that calls the tool, one that gives up the call, and what the tool has said.
const [ask, stop] = document.querySelectorAll("button");
let call;
ask.onclick = async () => {
  call = new AbortController();
  const said = fetch("/call", { method: "POST", signal: call.signal }).then((response) => response.text());
  document.querySelector("output").value = await said.catch(() => "Stopped");
};
stop.onclick = () => call?.abort();
