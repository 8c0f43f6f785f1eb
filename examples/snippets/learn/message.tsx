import type { FormHost } from "elicitform";
import { ElicitationForm, useElicitationForms } from "elicitform/react";

/** A message of the transcript, with a place for what is asked during its call. */
export function ToolMessage({ id, call }: { id: string; call: (forms: FormHost) => Promise<void> }) {
  const forms = useElicitationForms(id);
  return (
    <li>
      <button onClick={() => void call(forms)}>Book a table</button>
      <ElicitationForm place={id} />
    </li>
  );
}
