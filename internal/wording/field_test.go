package wording

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

func plain(sentences []Sentence) (texts []string) {
	for _, sentence := range sentences {
		texts = append(texts, sentence.Plain())
	}
	return texts
}

// bare is a field without limits, as package schema reads it.
func bare(kind schema.Kind) schema.Field {
	return schema.Field{Kind: kind, Title: "Label", MinLength: -1, MaxLength: -1, MinItems: -1, MaxItems: -1}
}

// Rows: F1.
func TestLabel(t *testing.T) {
	for _, test := range []struct{ title, want string }{
		{"Full name", "Full name"},
		{"  Full\nname ", "Full name"},
		{"", "Question 3"},
		{" \u200b\u202e", "Question 3"},
		{"\u202eevil", "evil"},
		{strings.Repeat("x", 300), strings.Repeat("x", 200) + "…"},
	} {
		t.Run(test.title, func(t *testing.T) {
			f := schema.Field{Index: 2, Title: plainText(test.title)}
			if got := wordsFor("en").Label(f); got != test.want {
				t.Errorf("label of %q is %q, want %q", test.title, got, test.want)
			}
		})
	}
}

// Rows: T17.
func TestOption(t *testing.T) {
	text := func(value, title string, ambiguous bool) schema.Option {
		return schema.Option{Value: request.StringValue(value), Title: plainText(title), Ambiguous: ambiguous}
	}
	choice := bare(schema.Choice)
	choice.Options = []schema.Option{
		text("r", "Red", false), text("", "", false), text("", "None", false),
		text("red", "Red", true), text("red\u200b", "Red", true), text("", "Red", true), text(" ", " ", false),
		{Value: request.NumberValue("1"), Title: "One", Ambiguous: true},
	}
	want := []string{"Red", "(empty)", "None", "Red (red)", "Red (red⟨U+200B⟩)", "Red ((empty))", "␣", "One (1)"}
	for i := range choice.Options {
		if got := wordsFor("en").Option(choice, i); got != want[i] {
			t.Errorf("option %d is %q, want %q", i, got, want[i])
		}
	}
	boolean := bare(schema.Boolean)
	boolean.Options = []schema.Option{{Value: request.BoolValue(true)}, {Value: request.BoolValue(false)}}
	if yes, no := wordsFor("fr").Option(boolean, 0), wordsFor("fr").Option(boolean, 1); yes != "Oui" || no != "Non" {
		t.Errorf("got %q and %q", yes, no)
	}
	boolean.Options[0].Title, boolean.Options[1].Title, boolean.HasNames = "Publish now", "Keep as a draft", true
	if yes, no := wordsFor("fr").Option(boolean, 0), wordsFor("fr").Option(boolean, 1); yes != "Publish now" || no != "Keep as a draft" {
		t.Errorf("A41: got %q and %q", yes, no)
	}
	if got := wordsFor("en").Problem(boolean, validate.Problem{Code: validate.NotAnswered}).Plain(); got != "Choose an answer" {
		t.Errorf("A41: %q", got)
	}
	boolean.Const = request.BoolValue(true)
	if got := wordsFor("en").Hint(boolean); len(got) != 1 || got[0].Plain() != "Only Publish now" || wordsFor("en").Problem(boolean, validate.Problem{Code: validate.MustBeYes}) != got[0] {
		t.Errorf("A41: %q", got)
	}
	if got := wordsFor("en").Option(boolean, 2); got != "" {
		t.Errorf("an option out of range is %q, want an empty text", got)
	}
}

// TestHintBound_EveryTypeOfPrograms: a hint omits the bounds of a type, and states bounds of another size.
func TestHintBound_EveryTypeOfPrograms(t *testing.T) {
	for bits := 8; bits <= 64; bits *= 2 {
		for prefix, limits := range map[string][2]string{
			"int":  {"-" + new(big.Int).Lsh(big.NewInt(1), uint(bits-1)).String(), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)), big.NewInt(1)).String()},
			"uint": {"0", new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1)).String()},
		} {
			t.Run(prefix, func(t *testing.T) {
				f := bare(schema.Integer)
				f.Schema = request.ObjectValue().With("format", request.StringValue(prefix+strconv.Itoa(bits)))
				for _, limit := range limits {
					if got := f.HintBound(limit); got != "" {
						t.Errorf("%s%d: the hint states %s", prefix, bits, got)
					}
				}
				for _, rule := range []string{"", "1", "-1", "100", "254"} {
					if got := f.HintBound(rule); got != rule {
						t.Errorf("%s%d: %q becomes %q", prefix, bits, rule, got)
					}
				}
			})
		}
	}
	f := bare(schema.Integer)
	f.Minimum, f.Maximum = "-9007199254740991", "9007199254740991"
	if got := wordsFor("en").Problem(f, validate.Problem{Code: validate.NotANumber}).Plain(); strings.Contains(got, "9") {
		t.Errorf("the problem is %q", got)
	}
}

// Rows: F4.
func TestHint(t *testing.T) {
	with := func(kind schema.Kind, change func(*schema.Field)) schema.Field {
		f := bare(kind)
		f.Options = make([]schema.Option, 5)
		change(&f)
		return f
	}
	nothing := func(*schema.Field) {}
	lengths := func(low, high int) func(*schema.Field) {
		return func(f *schema.Field) { f.MinLength, f.MaxLength = low, high }
	}
	items := func(low, high int) func(*schema.Field) {
		return func(f *schema.Field) { f.MinItems, f.MaxItems = low, high }
	}
	tests := []struct {
		name  string
		tag   string
		field schema.Field
		want  []string
	}{
		{"free text", "en", with(schema.Text, nothing), nil},
		{"at least one character", "en", with(schema.Text, lengths(1, -1)), nil},
		{"minimum", "en", with(schema.Text, lengths(2, -1)), []string{"At least 2 characters"}},
		{"maximum", "en", with(schema.Text, lengths(-1, 10)), []string{"Up to 10 characters"}},
		{"maximum of one", "en", with(schema.Text, lengths(0, 1)), []string{"Up to 1 character"}},
		{"both", "en", with(schema.Text, lengths(2, 10)), []string{"Between 2 and 10 characters"}},
		{"exact", "en", with(schema.Text, lengths(1, 1)), []string{"Exactly 1 character"}},
		{"const", "en", with(schema.Text, func(f *schema.Field) { f.Const = request.StringValue("DELETE") }), []string{"Only DELETE"}},
		{"email", "en", with(schema.Email, nothing), nil},
		{"email with an example of the server", "en", with(schema.Email, func(f *schema.Field) { f.Description = "Like a@b.example" }), nil},
		{"uri", "en", with(schema.URI, nothing), []string{"For example, https://example.com"}},
		{"number", "en", with(schema.Number, nothing), nil},
		{"integer", "en", with(schema.Integer, nothing), []string{"A whole number"}},
		{"integer with bounds", "en", with(schema.Integer, func(f *schema.Field) { f.Minimum, f.Maximum = "1", "100" }), []string{"1 to 100"}},
		{"minimum only", "en", with(schema.Number, func(f *schema.Field) { f.Minimum = "0.5" }), []string{"0.5 or more"}},
		{"maximum only", "en", with(schema.Number, func(f *schema.Field) { f.Maximum = "9" }), []string{"9 or less"}},
		{"one number", "en", with(schema.Number, func(f *schema.Field) { f.Minimum, f.Maximum = "7", "7" }), []string{"Only 7"}},
		{"exclusive", "en", with(schema.Number, func(f *schema.Field) { f.ExclusiveMinimum, f.ExclusiveMaximum = "0", "1" }), []string{"More than 0", "Less than 1"}},
		{"a bound twice", "en", with(schema.Number, func(f *schema.Field) { f.Minimum, f.ExclusiveMinimum = "0", "0" }), []string{"More than 0"}},
		{"A63 zod: z.int()", "en", with(schema.Integer, func(f *schema.Field) { f.Minimum, f.Maximum = "-9007199254740991", "9007199254740991" }), []string{"A whole number"}},
		{"A63 zod: z.int().positive()", "en", with(schema.Integer, func(f *schema.Field) { f.ExclusiveMinimum, f.Maximum = "0", "9007199254740991" }), []string{"More than 0"}},
		{"A63 zod: z.int32()", "en", with(schema.Integer, func(f *schema.Field) { f.Minimum, f.Maximum = "-2147483648", "2147483647" }), []string{"A whole number"}},
		{"A63 zod: z.float64()", "en", with(schema.Number, func(f *schema.Field) { f.Minimum, f.Maximum = "-1.7976931348623157e+308", "1.7976931348623157E308" }), nil},
		{"A63 schemars: u8", "en", with(schema.Integer, func(f *schema.Field) {
			f.Minimum, f.Maximum, f.Schema = "0.0", "255.0", request.ObjectValue().With("format", request.StringValue("uint8"))
		}), []string{"A whole number"}},
		{"A63 schemars: NonZeroU16", "en", with(schema.Integer, func(f *schema.Field) {
			f.Minimum, f.Maximum, f.Schema = "1", "65535", request.ObjectValue().With("format", request.StringValue("uint16"))
		}), []string{"1 or more"}},
		{"a byte without a format", "en", with(schema.Integer, func(f *schema.Field) { f.Minimum, f.Maximum = "0", "255" }), []string{"0 to 255"}},
		{"step", "en", with(schema.Number, func(f *schema.Field) { f.MultipleOf = "0.5" }), []string{"A multiple of 0.5"}},
		{"step of one", "en", with(schema.Number, func(f *schema.Field) { f.MultipleOf = "1" }), []string{"A whole number"}},
		{"German decimals", "de", with(schema.Number, func(f *schema.Field) { f.Minimum = "0.5" }), []string{"Mindestens 0,5"}},
		{"T18 date", "en", with(schema.Date, nothing), []string{"For example, 31 12 2026"}},
		{"T18 date in the United States", "en-US", with(schema.Date, nothing), []string{"For example, 12 31 2026"}},
		{"T18 date in Japan", "ja", with(schema.Date, nothing), []string{"例：2026 12 31"}},
		{"date-time", "en", with(schema.DateTime, nothing), []string{"For example, 31 12 2026, 14:30"}},
		{"time", "en", with(schema.Time, nothing), []string{"For example, 14:30"}},
		{"boolean", "en", with(schema.Boolean, nothing), nil},
		{"N13 consent", "en", with(schema.Boolean, func(f *schema.Field) { f.Const = request.BoolValue(true) }), []string{"Only “Yes” is accepted"}},
		{"only no", "en", with(schema.Boolean, func(f *schema.Field) { f.Const = request.BoolValue(false) }), []string{"Only “No” is accepted"}},
		{"choice", "en", with(schema.Choice, nothing), nil},
		{"choices", "en", with(schema.Choices, nothing), []string{"Select all that apply"}},
		{"T16 up to", "en", with(schema.Choices, items(-1, 2)), []string{"Select up to 2"}},
		{"between", "en", with(schema.Choices, items(1, 3)), []string{"Select 1 to 3"}},
		{"at least", "en", with(schema.Choices, items(2, -1)), []string{"Select 2 or more"}},
		{"at least one", "en", with(schema.Choices, items(1, -1)), []string{"Select all that apply"}},
		{"exactly", "en", with(schema.Choices, items(2, 2)), []string{"Select 2"}},
		{"no more than there are", "en", with(schema.Choices, items(0, 5)), []string{"Select all that apply"}},
		{"list", "en", with(schema.List, nothing), []string{"One entry per line"}},
		{"list with rules", "en", with(schema.List, func(f *schema.Field) { f.MinItems, f.MaxItems, f.UniqueItems = 2, 4, true }),
			[]string{"One entry per line", "Between 2 and 4 entries", "Each entry only once"}},
		{"list of short entries", "en", with(schema.List, func(f *schema.Field) { f.Entry = &schema.Field{MinLength: 0, MaxLength: 10} }),
			[]string{"One entry per line", "Each entry: Up to 10 characters"}},
		{"a field that cannot be answered", "en", with(schema.Integer, func(f *schema.Field) { f.Unsupported = schema.Contradiction }), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := plain(wordsFor(test.tag).Hint(test.field)); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// unreadable are the reasons that share the sentence of an unreadable request.
var unreadable = []string{"not-json", "not-an-object", "wrong-type"}

func family(prefix string) (n int) {
	for key := range english().texts {
		if strings.HasPrefix(string(key), prefix) {
			n++
		}
	}
	return n
}

func TestRejections_TellEveryFact(t *testing.T) {
	const server = "weather.example"
	words := wordsFor("en")
	sentence := func(name, text string) {
		t.Helper()
		if !strings.HasSuffix(text, ".") || !strings.Contains(text, server) || strings.ContainsAny(text, "{}") {
			t.Errorf("%s: %q is not a sentence about the server", name, text)
		}
	}
	names, texts := constants(t, "../schema/field.go", "Remark")
	for _, name := range names {
		sentence(name, words.Remark(schema.Field{Format: "uuid"}, schema.Remark(texts[name]), server).Plain())
	}
	if n := family("remark-"); n != len(names) || words.Remark(schema.Field{}, "", server) != "" {
		t.Errorf("%d remarks are worded, there are %d", n, len(names))
	}
	names, texts = constants(t, "../schema/field.go", "Obstacle")
	// TestBlocked tests the sentence for a required name that is unknown.
	names = slices.DeleteFunc(names, func(name string) bool { return name == "UnknownRequired" })
	for _, name := range names {
		sentence(name, words.Obstacle(schema.Field{Unsupported: schema.Obstacle(texts[name])}, server).Plain())
	}
	if n := family("obstacle-"); n != len(names) || words.Obstacle(schema.Field{}, server) != "" {
		t.Errorf("%d obstacles are worded, there are %d", n, len(names))
	}
	names, texts = constants(t, "../request/names.go", "Reason")
	for _, name := range names {
		sentence(name, words.RequestRejected(request.Reason(texts[name]), server).Plain())
		if key := Key("rejected-" + texts[name]); !english().texts[key].Exists() && !slices.Contains(unreadable, texts[name]) {
			t.Errorf("elicit.%s has no sentence", name)
		}
	}
	sentence("an unknown reason", words.RequestRejected("new", server).Plain())
	sentence("an unknown obstacle", words.Obstacle(schema.Field{Unsupported: "new"}, server).Plain())
}

func TestBlocked(t *testing.T) {
	words := wordsFor("en")
	if got := words.Blocked(schema.Form{}, "s"); got != "" {
		t.Errorf("a form that can be answered is blocked: %q", got)
	}
	unsupported := schema.Form{Fields: []schema.Field{{Required: true, Unsupported: schema.NestedObject}}, Reasons: []int{0}}
	if got, want := words.Blocked(unsupported, "s").Plain(), "This form cannot take an answer that s needs, so it cannot be sent."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	t.Run("B13 names what is missing", func(t *testing.T) {
		form := schema.Form{Missing: []string{"a\u202eb", "", "שם", "d"}}
		want := "s needs an answer to a question that it did not send (ab, (empty), \u2068שם\u2069 and 1 more), so this form cannot be sent."
		if got := words.Blocked(form, "s").Plain(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("B13 says how many more are missing", func(t *testing.T) {
		form := schema.Form{Missing: slices.Repeat([]string{strings.Repeat("x", 5000)}, 1000)}
		got := wordsFor("de").Blocked(form, "s").Plain()
		if !strings.Contains(got, "… und 997 weitere)") || utf8.RuneCountInString(got) > 3*maxName+150 {
			t.Errorf("got %q", got)
		}
	})
}

// A label comes from the server: for all of its characters, the sentence around it stays one
// sentence.
// Rows: B26.
func TestProblem_HostileLabel(t *testing.T) {
	f := bare(schema.Text)
	f.Title = "\u202e{n}\n\u0000[Send]"
	got := wordsFor("en").NamedProblem(f, validate.Problem{Code: validate.TooLong, Max: "3"}).Plain()
	if want := "“{n} [Send]”: Enter 3 characters or fewer"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKinds_EachHasAHint(t *testing.T) {
	for _, kind := range schema.Kinds() {
		f := schema.Field{Kind: kind, MinLength: 2, MaxLength: 9, MinItems: 2, MaxItems: 3, Minimum: "1", Options: make([]schema.Option, 9)}
		if kind == schema.Boolean {
			f.Const = request.BoolValue(true)
		}
		if hints := wordsFor("en").Hint(f); len(hints) == 0 && kind != schema.Choice {
			t.Errorf("kind %q has no hint", kind)
		}
	}
}

// Our option never has the name of a server's option with the same meaning.
func TestNoAnswer_IsCalledClearBesideTheServersOwn(t *testing.T) {
	for _, c := range []struct{ tag, title, want string }{
		{"en", "Window", "No answer"}, {"en", "no Answer", "Clear"}, {"en", "None", "Clear"}, {"en", "None of these", "No answer"},
		{"de", "None", wordsFor("de").Text("Clear")}, {"de", wordsFor("de").Text("NoAnswer"), wordsFor("de").Text("Clear")},
		{"de", "Keine", wordsFor("de").Text("Clear")}, {"ja", "なし", wordsFor("ja").Text("Clear")}, {"en", "Aucun", "Clear"}, {"en", "Nonesuch", "No answer"}, {"de", "Fenster", wordsFor("de").Text("NoAnswer")},
	} {
		t.Run(c.tag+" "+c.title, func(t *testing.T) {
			f := bare(schema.Choice)
			f.Options = []schema.Option{{Title: plainText("Aisle")}, {Title: plainText(c.title)}}
			if got := wordsFor(c.tag).NoAnswer(f).Plain(); got != c.want {
				t.Errorf("%s, beside %q: %q, want %q", c.tag, c.title, got, c.want)
			}
		})
	}
}
