package schema

import (
	"slices"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// maxHeader is the largest number of characters of a header.
const maxHeader = 24

// marker is what a text says in its _meta. Coding agents ask so for an answer in the person's own words:
// https://github.com/zed-industries/claude-agent-acp and https://github.com/zed-industries/codex-acp.
type marker struct {
	choice string
	isNote bool
}

// readMarker reads the markers of both agents. The name of a property never counts: "release_note" is a question of its own.
func readMarker(property request.Value) (marker, bool) {
	meta := property.Get("_meta")
	claude, codex := meta.Get("_askUserQuestionCustomAnswer"), meta.Get("codex")
	switch {
	case claude.Get("isCustomAnswer").Truth:
		return marker{choice: claude.Get("questionId").Text}, true
	case codex.Get("isOtherAnswer").Truth:
		return marker{choice: codex.Get("questionId").Text}, true
	case codex.Get("role").Text == "user_note":
		return marker{choice: codex.Get("questionId").Text, isNote: true}, true
	}
	return marker{}, false
}

// isMarkedSecret reports whether an agent says that the answer must not be shown or kept.
func isMarkedSecret(meta request.Value) bool { return meta.Get("codex").Get("isSecret").Truth }

// joinCompanions joins each marked text to its choice. A marker is ignored if it names no choice of the form, or a choice that has a
// companion. An answer that the form requires is picked, so that the text beside it is a note.
func (f *Form) joinCompanions(d *document, properties []request.Member) {
	var positions map[string]int
	for i := range properties {
		text := &f.Fields[i]
		mark, isMarked := readMarker(properties[i].Value)
		if !isMarked || text.Kind != Text || text.Required || text.Unsupported != "" {
			continue
		}
		if positions == nil {
			positions = f.byName()
		}
		at, found := positions[mark.choice]
		if !found {
			continue
		}
		choice := &f.Fields[at]
		if choice.Kind != Choice && choice.Kind != Choices || choice.Unsupported != "" || choice.Companion > 0 {
			continue
		}
		choice.Companion, text.PartOf, text.IsNote = i+1, at+1, mark.isNote || choice.Required
		f.OfAgent = true
		f.Parts++
		choice.moveHeader(mark.isNote)
		if !text.IsNote {
			choice.addOwnAnswer(d, text, properties[i].Value)
		}
	}
}

// ownText is the text that a property with options accepts beside them.
type ownText struct {
	field  int
	schema request.Value
}

// takesOwnText notes the first entry of an anyOf that accepts texts.
func (r *reader) takesOwnText(entry request.Value) bool {
	texts := &r.document.ownTexts
	isText := r.field.Kind == Choice && entry.Get("type").Text == "string" && r.field.Schema.Get("anyOf").Exists()
	if !isText || len(*texts) > 0 && (*texts)[len(*texts)-1].field == r.field.Index {
		return false
	}
	*texts = append(*texts, ownText{r.field.Index, entry})
	return true
}

// addOwnTexts adds a field for each text that a property accepts beside its options.
func (f *Form) addOwnTexts(d *document) {
	for _, own := range d.ownTexts {
		choice := &f.Fields[own.field]
		// No other field of the request has this name.
		text := Field{Index: len(f.Fields), Name: choice.Name + "\x00", PartOf: own.field + 1}
		reader := reader{document: d, field: &text}
		reader.read(own.schema)
		if choice.Unsupported != "" || text.Kind != Text || text.Unsupported != "" {
			choice.remark(OptionsDropped)
			continue
		}
		choice.Companion = text.Index + 1
		choice.addOwnAnswer(d, &text, own.schema)
		f.Fields = append(f.Fields, text)
		f.Parts, f.OwnTexts = f.Parts+1, f.OwnTexts+1
	}
}

// OwnText returns the position of the text that answers the same property as a choice; -1 without one.
func (f *Form) OwnText(choice int) int {
	if text := f.Fields[choice].Companion - 1; text >= 0 && f.SharesProperty(text) {
		return text
	}
	return -1
}

// SharesProperty reports whether a field is a text for the property of its choice.
func (f *Form) SharesProperty(field int) bool { return field >= len(f.Fields)-f.OwnTexts }

// Property returns the name of the property that a field answers.
func (f *Form) Property(field int) string {
	if f.SharesProperty(field) {
		return f.Question(field).Name
	}
	return f.Fields[field].Name
}

// moveHeader makes the question the title. Agents send it as the description of a short header; those whose texts are notes send the
// header as the description.
func (f *Field) moveHeader(isDescription bool) {
	title, description := f.Title, f.Description
	switch {
	case description == "" || utf8.RuneCountInString(string(description)) > safetext.TitleLimit:
	case !isDescription:
		f.Header, f.Title, f.Description = title, description, ""
	case utf8.RuneCountInString(string(description)) <= maxHeader:
		f.Header, f.Description = description, ""
	}
}

// addOwnAnswer adds the option that stands for a text. The option gets the title of the text, and the text gets the title of the
// choice. The option's value is null, and no other option has that value.
func (f *Field) addOwnAnswer(d *document, text *Field, schema request.Value) {
	title := text.Title
	if !schema.Get("title").Exists() {
		title = "" // It would be made of the name.
	}
	text.Title = f.Title
	f.Options = append(f.Options, Option{Value: request.Value{Type: request.Null}, Title: title, IsOwn: true})
	d.tellApart(f.Options)
	f.positions = positionsOf(f.Options)
}

// OwnAnswer returns the position of the option that stands for an answer in the person's own words; -1 without one.
func (f *Field) OwnAnswer() int {
	if last := len(f.Options) - 1; last >= 0 && f.Options[last].IsOwn {
		return last
	}
	return -1
}

// Listed returns the options that the server lists.
func (f *Field) Listed() []Option {
	if own := f.OwnAnswer(); own >= 0 {
		return f.Options[:own]
	}
	return f.Options
}

// describeForAgent reads what Claude's agent adds to an option.
func (r *reader) describeForAgent(option *Option, meta request.Value) {
	if option.Description == "" {
		option.Description = r.text(meta, "description")
	}
	option.Preview = r.text(meta, "preview")
}

// HasPreviews reports whether an option has a preview.
func (f *Field) HasPreviews() bool {
	return slices.ContainsFunc(f.Options, func(o Option) bool { return o.Preview != "" })
}

// CountQuestions counts the fields that are questions of their own.
func (f *Form) CountQuestions() int { return len(f.Fields) - f.Parts }

// Question returns the field, or the choice that the field is the companion of.
func (f *Form) Question(field int) *Field {
	if of := f.Fields[field].PartOf; of > 0 {
		field = of - 1
	}
	return &f.Fields[field]
}
