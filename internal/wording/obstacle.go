package wording

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// Remark words a fact about a field that the person should know.
func (w *Words) Remark(f schema.Field, r schema.Remark, server string) Sentence {
	format := Arg{Name: "format", Value: untrusted.OneLine(untrusted.Text(f.Format), formatLimit)}
	return w.Sentence(Key("remark-"+string(r)), Server(server), format)
}

// Obstacle says why a field cannot be answered; empty when it can.
func (w *Words) Obstacle(f schema.Field, server string) Sentence {
	if f.Unsupported == "" {
		return ""
	}
	return w.Sentence(keyOf("obstacle-", f.Unsupported, "obstacle-unsupported-type"), Server(server))
}

// How many names are told, and how much of each that is missing.
const (
	maxNames  = 3
	nameLimit = 60
)

// Blocked says why only Decline and Not now are left; empty when the form can
// be answered.
func (w *Words) Blocked(form schema.Form, server string) Sentence {
	if !form.Blocked() {
		return ""
	}
	if len(form.Missing) == 0 {
		return w.Sentence("blocked-fields", Server(server))
	}
	missing := make([]Arg, len(form.Missing))
	for i, name := range form.Missing {
		missing[i] = Label(untrusted.OneLine(untrusted.Text(name), nameLimit))
		if missing[i].Value == "" {
			missing[i] = inner("label", w.Sentence("Empty"))
		}
	}
	return w.Sentence("blocked-missing", Server(server), w.names(missing))
}

// Secrets names the answers that look like secrets, by the names of their fields.
func (w *Words) Secrets(fields []Arg) Sentence { return w.Sentence("SecretNames", w.names(fields)) }

// names are the first of some names, as a list, and how many more there are.
func (w *Words) names(all []Arg) Arg {
	first := make([]string, min(len(all), maxNames))
	for i := range first {
		first[i] = w.written(all[i])
	}
	list := inner("names", Sentence(strings.Join(first, w.comma)))
	if more := len(all) - len(first); more > 0 {
		list.Value = string(w.Sentence("names-and-more", list, Count("n", more)))
	}
	return list
}

// RequestRejected says why a request could not be shown.
func (w *Words) RequestRejected(reason elicit.Reason, server string) Sentence {
	return w.Sentence(keyOf("rejected-", reason, "rejected-unreadable"), Server(server))
}

// Block says why an address may not be opened; empty when it may.
func (w *Words) Block(v link.Verdict) Sentence {
	if v.Block == "" {
		return ""
	}
	return w.Sentence(keyOf("block-", v.Block, "block-unreadable"), Host(v.Domain))
}

// Caution warns of something about an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) Sentence {
	return w.Sentence(keyOf("caution-", c, "caution-foreign-letters"), Server(server),
		Host(v.Domain), Value("port", v.Port), Arg{Name: "unicode", Value: v.Unicode, kind: asHost},
		Arg{Name: "known", Value: v.Imitated, kind: asHost})
}
