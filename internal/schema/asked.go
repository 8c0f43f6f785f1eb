package schema

import "slices"

// The message of a request can ask for a secret as well, and leave the question without a
// name that says so: "Send the 6-digit code from your app", with one field "Value".

// markAsked marks the one question that could hold a secret that the message asks for. Where
// there are several, or another one is marked, nobody knows which is meant.
func (r *Reading) markAsked() {
	candidate := -1
	for i := range r.form.Fields {
		f := &r.form.Fields[i]
		switch {
		case f.Secret:
			return
		case !f.holdsAnything():
			continue
		case candidate >= 0:
			return
		}
		candidate = i
	}
	if candidate < 0 {
		return
	}
	r.budget.units += min(len(r.message), maxGuess) / 32
	r.form.Fields[candidate].Secret = asksForSecret(string(r.message))
}

// holdsAnything reports whether a person can type into the field what they like, as far as
// a code or a password goes.
func (f *Field) holdsAnything() bool {
	if f.Unsupported != "" || f.Const.Exists() {
		return false
	}
	return slices.Contains([]Kind{Text, Number, Integer, List}, f.Kind)
}
