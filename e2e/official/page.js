// Uses the example that the query names; the tests connect it and call tools.

/** The responses of the frame, as text. */
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

/** The end of each call, with its key. A second end of a call would be here too. */
window.endings = [];

/** Connects to a server, and lists its tools. */
window.connect = async (path, capabilities) => {
  window.client = await chat.connect(new URL(path, location.href), capabilities);
  await window.client.listTools();
};

/** Calls a tool, directly or as a task of its server. The outcome is added to endings, with this key. */
window.call = (key, name, args, asTask) => {
  const tool = { name, arguments: args ?? {} };
  const result = asTask ? callAsTask(window.client, tool) : chat.callTool(window.client, tool);
  result.then(
    ({ content, isError }) => window.endings.push({ key, text: content.map((part) => part.text).join("\n"), isError: isError === true }),
    (error) => window.endings.push({ key, text: error.message, code: String(error.code), isError: true }),
  );
};

// Version 1 of the client has a method for this. The protocol has dropped tasks, but servers of 2025-11-25 may require
// them.
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
