// Uses an example as its chat would: the query names the example, the tests
// connect it to servers and call their tools.

/** What the frame has answered, as text. */
window.answers = [];
const Channel = window.MessageChannel;
window.MessageChannel = class extends Channel {
  constructor() {
    super();
    this.port1.addEventListener("message", ({ data }) => {
      if (typeof data === "string" && !("method" in JSON.parse(data))) {
        window.answers.push(data);
      }
    });
  }
};

const chat = await import(`./${new URLSearchParams(location.search).get("example")}.js`);

/** How every call ended, by its key; a second ending would be seen. */
window.endings = [];

/** Connects to a server; the client learns which tools it has. */
window.connect = async (path, capabilities) => {
  window.client = await chat.connect(new URL(path, location.href), capabilities);
  await window.client.listTools();
};

/** Calls a tool, at once or as a task of its server; the outcome appears in endings under the key. */
window.call = (key, name, args, asTask) => {
  const tool = { name, arguments: args ?? {} };
  const result = asTask ? callAsTask(window.client, tool) : chat.callTool(window.client, tool);
  result.then(
    ({ content, isError }) => window.endings.push({ key, text: content.map((part) => part.text).join("\n"), isError: isError === true }),
    (error) => window.endings.push({ key, text: error.message, code: String(error.code), isError: true }),
  );
};

// Version 1 has a method for this. Version 2 has none: tasks have left the
// protocol, but a server of revision 2025-11-25 may still insist on them.
async function callAsTask(client, tool) {
  if (!client.experimental) {
    const { task } = await client.request({ method: "tools/call", params: { ...tool, task: {} } }, anything);
    return client.request({ method: "tasks/result", params: { taskId: task.taskId } }, anything);
  }
  for await (const message of client.experimental.tasks.callToolStream(tool, undefined, { task: {} })) {
    if (message.type === "result") {
      return message.result;
    }
    if (message.type === "error") {
      throw message.error;
    }
  }
}

const anything = { "~standard": { version: 1, vendor: "e2e", validate: (value) => ({ value }) } };

window.loaded = true;
