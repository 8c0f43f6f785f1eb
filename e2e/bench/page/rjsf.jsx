// A chat that shows forms with react-jsonschema-form: its core theme with a style sheet, ajv, and
// validation of every change, like this project. Continue shows the answers, also like this project.
import Form from "@rjsf/core";
import validator from "@rjsf/validator-ajv8";
import { useState } from "react";
import { createRoot } from "react-dom/client";

function Request({ message, requestedSchema }) {
  const [answers, setAnswers] = useState();
  return (
    <section className="request">
      <h2>Bench</h2>
      {answers
        ? <Review properties={requestedSchema.properties} answers={answers} />
        : (
          <>
            <p className="message">{message}</p>
            <Form schema={requestedSchema} validator={validator} liveValidate onSubmit={({ formData }) => setAnswers(formData)} />
          </>
        )}
    </section>
  );
}

function Review({ properties, answers }) {
  return (
    <>
      <dl className="answers">
        {Object.entries(properties).map(([name, { title }]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{answers[name] === undefined ? "Not provided" : String(answers[name])}</dd>
            <button type="button">Change</button>
          </div>
        ))}
      </dl>
      <button type="button" className="primary">Send</button>
    </>
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
