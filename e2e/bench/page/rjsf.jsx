// A chat that shows forms with react-jsonschema-form: its core theme, ajv, and
// validation of every change, like this project.
import Form from "@rjsf/core";
import validator from "@rjsf/validator-ajv8";
import { useState } from "react";
import { createRoot } from "react-dom/client";

function Request({ message, requestedSchema }) {
  const [validated, setValidated] = useState(false);
  return (
    <section>
      <h2>Bench</h2>
      <p>{message}</p>
      <Form schema={requestedSchema} validator={validator} liveValidate onSubmit={() => setValidated(true)} />
      {validated && <p className="validated">Sent</p>}
    </section>
  );
}

let root;

globalThis.chat = {
  ask(params) {
    root = createRoot(document.getElementById("place"));
    root.render(<Request {...params} />);
  },
  end() {
    root.unmount();
  },
};
globalThis.chatLoaded();
