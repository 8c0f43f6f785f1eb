import { checkContent, readForm } from "elicitform/rules";
import words from "elicitform/words/en.json";
import { useState } from "react";
import { Field, valueOf } from "./Field.jsx";

export function Form({ params, onResult }) {
  const [problems, setProblems] = useState([]);
  const form = readForm(params.requestedSchema);
  const fields = form.fields.filter(({ obstacle }) => !obstacle);
  const accept = (event) => {
    event.preventDefault();
    const answers = fields.map((field) => [field.name, valueOf(field, new FormData(event.target).getAll(field.name))]);
    const content = Object.fromEntries(answers.filter(([, value]) => value !== undefined));
    const found = checkContent(params.requestedSchema, content, { words });
    setProblems(found);
    if (found.length === 0) onResult({ action: "accept", content });
  };
  const problemOf = (name) => problems.find((problem) => problem.name === name)?.message;
  return (
    <form noValidate onSubmit={accept}>
      <p>{params.message}</p>
      {fields.map((field) => <Field key={field.name} field={field} problem={problemOf(field.name)} />)}
      <p role="alert">{form.blocked ? "This form cannot be answered here." : problemOf("")}</p>
      {!form.blocked && <button>Send</button>}
      <button type="button" onClick={() => onResult({ action: "decline" })}>Decline</button>
      <button type="button" onClick={() => onResult({ action: "cancel" })}>Not now</button>
    </form>
  );
}
