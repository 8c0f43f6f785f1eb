package relay

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/check/test/checktest"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted/test/rounds"
)

// generated is an answer that nobody has thought of, with what the relay says of it.
type generated struct {
	Params   string    `json:"params"`
	Answer   string    `json:"answer"`
	Refusals []refusal `json:"problems"`
	// Accepted says that it is what the form accepts.
	Accepted bool `json:"accepted"`
	// kinds are those of the fields that it answers.
	kinds []schema.Kind
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (g *generated) judge() {
	g.Refusals, _ = checkAnswer(oneRequest(g.Params), oneResponse(g.Answer))
}

func paramsWith(requested string) string {
	return `{"message":"m","requestedSchema":` + requested + `}`
}
func acceptedWith(content string) string { return `{"action":"accept","content":` + content + `}` }

// ofForm makes a form with what it says of random drafts, and the same content with other
// values in it.
func ofForm(t *testing.T, random *rand.Rand) []generated {
	c, err := checktest.Generate(random, answer.Env{})
	if err != nil {
		t.Fatal(err)
	}
	checker := check.New(c.Form)
	content, answers, problems := checker.CheckAll(c.Drafts, answer.Env{})
	// Most answers have a problem: a person who is told of it tries others.
	for try := 0; try < 20 && len(problems) > 0; try++ {
		for _, p := range problems {
			if p.Field >= 0 {
				c.Drafts[p.Field] = checktest.RandomDraft(random, c.Form.Fields[p.Field], answer.Env{})
			}
		}
		content, answers, problems = checker.CheckAll(c.Drafts, answer.Env{})
	}
	params := paramsWith(c.Form.Schema.JSON())
	// Of a form with problems the content is what was fine: more may be missing.
	var kinds []schema.Kind
	for i, a := range answers {
		if !a.Absent {
			kinds = append(kinds, c.Form.Fields[i].Kind)
		}
	}
	all := []generated{{Params: params, Answer: acceptedWith(content.JSON()), Accepted: len(problems) == 0, kinds: kinds}}
	values := []string{
		`""`, `"a"`, `"abc"`, `"x"`, `"y"`, `"b\nc"`, `"💬💬"`, `"zzzzzzzzzzzzzzzzzz"`, `"a@b.c"`, `"12"`, `"1999-02-29"`, `"2024-02-29"`, `"2024-02-29T12:00:00Z"`, `"12:30:00Z"`,
		"0", "1", "1.0", "2", "3", "2.5", "-1", "0.1", "0.35", "1e2", "1000001", "3e9", "1e-3", "12345678901234567890.5", "true", "false", "null", "{}",
		`[]`, `["a"]`, `["a","b"]`, `["b","a","c","x"]`, `["a","a"]`, `["abc","abcdefghi"]`, `[1]`, `[null]`, `["a@b.c"]`, `["ab",""]`,
	}
	for range 4 {
		var members []string
		for _, field := range c.Form.Fields {
			if random.IntN(3) > 0 {
				members = append(members, elicit.StringValue(field.Name).JSON()+":"+pick(random, values...))
			}
		}
		all = append(all, generated{Params: params, Answer: acceptedWith("{" + strings.Join(members, ",") + "}")})
	}
	return all
}

// ofFormat makes texts that are nearly of a format, and numbers that are nearly multiples.
func ofFormats(random *rand.Rand) (all []generated) {
	schemas, contents := checktest.Values(random)
	for i, requested := range schemas {
		var form struct {
			Properties struct {
				A struct{ Items json.RawMessage }
			}
		}
		var content struct{ A []json.RawMessage }
		if json.Unmarshal([]byte(requested), &form) != nil || json.Unmarshal([]byte(contents[i]), &content) != nil {
			panic("no JSON")
		}
		params := paramsWith(`{"type":"object","properties":{"a":` + string(form.Properties.A.Items) + `}}`)
		for range rounds.Of(150) {
			value := string(pick(random, content.A...))
			all = append(all, generated{Params: params, Answer: acceptedWith(`{"a":` + value + `}`)})
			if at := random.IntN(len(value)); value[0] == '"' && at > 0 && value[at] < 0x80 && !strings.Contains(value, `\`) {
				for _, spoiled := range []string{value[:at] + value[at+1:], value[:at] + pick(random, ".", ":", "/", "-", "%", "0", "a", "[", "]", "+", "@", " ", "é") + value[at:]} {
					if at < len(value)-1 {
						all = append(all, generated{Params: params, Answer: acceptedWith(`{"a":` + spoiled + `}`)})
					}
				}
			}
		}
	}
	return all
}

// ofPatterns makes patterns, of which many are none, and texts.
func ofPatterns(random *rand.Rand) (all []generated) {
	pieces := []string{
		"a", "b", "c", "0", "-", ".", "^", "$", "|", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<n>", "[", "]", "[^", "[a-c]", "[^a0]", `[\d-]`, `[\w-z]`, `[b\-]`, "[]", "[^]", "*", "+", "?", "*?", "{2}", "{0,1}", "{1,}", "{,2}", "{", "}",
		`\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\.`, `\-`, `\@`, `\/`, `\1`, `\0`, `\07`, `\n`, `\x61`, `\u0062`, `\u{63}`, `\ud83d\udcac`, `\cA`, `\c`, `\k<n>`, `\p{L}`, "é", "💬", ",",
	}
	letters := []string{"a", "b", "c", "0", "7", "-", ".", "_", " ", "\n", "é", "💬", "\u2028", "{", "}", "\\", "@", ",", "\x00"}
	join := func(from []string, most int) (text string) {
		for range random.IntN(most) {
			text += pick(random, from...)
		}
		return text
	}
	for range rounds.Of(1500) {
		source := join(pieces, 7)
		switch random.IntN(6) {
		case 0, 1:
			source = "^(?:" + source + ")$"
		case 2:
			source = pick(random, "", "^", "^(", "a|") + "(?" + pick(random, "=", "!") + join(pieces, 4) + ")" + pick(random, "", "(?!b)", "(?=.*0)") + source
		case 3:
			source = source + "[" + join(pieces, 5) + "]" + join(pieces, 3)
		}
		params := paramsWith(`{"type":"object","properties":{"a":{"type":"string","pattern":` + elicit.StringValue(source).JSON() + `}}}`)
		for range 4 {
			all = append(all, generated{Params: params, Answer: acceptedWith(`{"a":` + elicit.StringValue(join(letters, 5)).JSON() + `}`)})
		}
	}
	return all
}

// TestNoFormStandsThatCannotBeSent: what the form accepts, no relay refuses. The answers
// are written for the TypeScript half where the variable says so: it must say the same.
func TestNoFormStandsThatCannotBeSent(t *testing.T) {
	var all []generated
	for seed := range uint64(rounds.Of(2000)) {
		all = append(all, ofForm(t, rand.New(rand.NewPCG(seed, 17)))...)
	}
	random := rand.New(rand.NewPCG(1, 17))
	all = append(append(all, ofFormats(random)...), ofPatterns(random)...)
	accepted, told := 0, map[string]int{}
	offered := map[schema.Kind]bool{}
	for i := range all {
		g := &all[i]
		g.judge()
		if g.Accepted {
			accepted++
			for _, kind := range g.kinds {
				offered[kind] = true
			}
			if len(g.Refusals) > 0 {
				t.Errorf("the form of %s accepts %s, and the relay says %v", g.Params, g.Answer, g.Refusals)
			}
		}
		for _, p := range g.Refusals {
			told[p.Message]++
		}
	}
	for _, message := range messages {
		if told[message] < rounds.Of(10) {
			t.Errorf("hardly any answer is told %q: %v", message, told)
		}
	}
	for _, kind := range schema.Kinds() {
		if !offered[kind] {
			t.Errorf("no answer to a field of the kind %q is accepted", kind)
		}
	}
	if accepted < rounds.Of(400) {
		t.Errorf("only %d answers are those of a form", accepted)
	}
	t.Logf("%d answers, %d of forms; %v", len(all), accepted, told)
	if file := os.Getenv("ELICITFORM_GENERATED"); file != "" {
		if err := os.WriteFile(file, text(all), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPatternsOfARound: a form has room for so many patterns, and which of them it leaves
// out depends on the order in which it comes to them. The relay refuses nothing then.
func TestPatternsOfARound(t *testing.T) {
	asked := func(patterns int) (r round) {
		property := func(i int) string {
			return fmt.Sprintf(`"p%d":{"type":"string","pattern":"^(?:[a-z]{1,%d}x){1,9}$"}`, i, 100+i)
		}
		for n := range 3 {
			var properties []string
			for i := range patterns {
				properties = append(properties, property(n*patterns+i))
			}
			params := paramsWith(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
			r.Requests = append(r.Requests, request{strconv.Itoa(n), params})
		}
		return r
	}
	answers := `[{"key":"0","result":{"action":"decline"}},{"key":"1","result":{"action":"cancel"}},{"key":"2","result":{"action":"accept","content":{}}}]`
	for patterns, want := range map[int]string{2: "not of the pattern", 40: ""} {
		name := fmt.Sprintf("p%d", 2*patterns)
		given := json.RawMessage(strings.Replace(answers, `{}`, `{"`+name+`":"0"}`, 1))
		told := ""
		refusals, _ := checkAnswer(asked(patterns), given)
		for _, p := range refusals {
			told += p.Message
		}
		if told != want {
			t.Errorf("with %d patterns: %q, want %q", 3*patterns, told, want)
		}
	}
}
