import { useId } from "react";

const TYPES = { email: "email", uri: "url", date: "date", "local-time": "time" };

/** Returns the value of a field from the texts of its controls; undefined without an answer. */
export function valueOf({ kind, options }, texts) {
  const [text = ""] = texts;
  if (kind === "choices") return texts.length > 0 ? texts.map((i) => options[i].value) : undefined;
  if (text.trim() === "") return undefined;
  if (options) return options[text].value;
  if (kind === "list") return text.split("\n").filter(Boolean);
  // A text that is no number stays a text, so that it has a problem.
  return (kind === "number" || kind === "integer") && !Number.isNaN(Number(text)) ? Number(text) : text;
}

export function Field({ field: { name, kind, label, description, required, options, default: suggestion }, problem }) {
  const [id, help] = [useId(), useId()];
  const control = { id, name, "aria-describedby": help, "aria-invalid": problem !== undefined };
  const chosen = options?.flatMap(({ value }, i) => ([suggestion].flat().includes(value) ? [String(i)] : [])) ?? [];
  return (
    <div>
      <label htmlFor={id}>{label || name}{required ? "" : " (optional)"}</label>
      {options && (
        <select {...control} multiple={kind === "choices"} defaultValue={kind === "choices" ? chosen : chosen[0]}>
          {kind !== "choices" && <option value="">Choose</option>}
          {options.map(({ label }, i) => <option key={i} value={i}>{label}</option>)}
        </select>
      )}
      {kind === "list" && <textarea {...control} defaultValue={suggestion?.join("\n")} />}
      {!options && kind !== "list" && <input {...control} type={TYPES[kind] ?? "text"} defaultValue={suggestion} />}
      <small id={help}>{problem ?? description}</small>
    </div>
  );
}
