// A chat that shows forms with JSON Forms and its vanilla renderers. JSON Forms has no
// button to submit: a chat looks at the errors that the last change has left.
import { JsonForms } from "@jsonforms/react";
import { vanillaCells, vanillaRenderers } from "@jsonforms/vanilla-renderers";
import { useState } from "react";
import { openChat } from "./react.jsx";

function Request({ message, requestedSchema }) {
  const [{ data, errors }, change] = useState({ data: {}, errors: [] });
  const [validated, setValidated] = useState(false);
  const submit = (event) => {
    event.preventDefault();
    setValidated(errors.length === 0);
  };
  return (
    <section>
      <h2>Bench</h2>
      <p>{message}</p>
      <form onSubmit={submit} noValidate>
        <JsonForms schema={requestedSchema} data={data} renderers={vanillaRenderers} cells={vanillaCells} onChange={change} />
        <button type="submit">Submit</button>
      </form>
      {validated && <p className="validated">Sent</p>}
    </section>
  );
}

openChat(Request);
