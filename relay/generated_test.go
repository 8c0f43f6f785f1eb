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
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

// generated is a random answer with the relay's problems.
type generated struct {
	Params   string    `json:"params"`
	Answer   string    `json:"answer"`
	Problems []problem `json:"problems"`
	// Accepted reports that the form accepts the answer.
	Accepted bool `json:"accepted"`
	kinds    []schema.Kind
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (g *generated) check() {
	g.Problems, _ = checkAnswer(oneRequest(g.Params), oneResponse(g.Answer))
}

func paramsWith(requested string) string {
	return `{"message":"m","requestedSchema":` + requested + `}`
}
func acceptedWith(content string) string { return `{"action":"accept","content":` + content + `}` }

func generateForm(t *testing.T, random *rand.Rand) []generated {
	c, err := checktest.Generate(random, answer.Env{})
	if err != nil {
		t.Fatal(err)
	}
	checker := validate.New(c.Form)
	content, answers, problems := checker.CheckAll(c.Drafts, answer.Env{})
	// Most random drafts have a problem; replace them as a person would.
	for try := 0; try < 20 && len(problems) > 0; try++ {
		for _, p := range problems {
			if p.Field >= 0 {
				c.Drafts[p.Field] = checktest.RandomDraft(random, c.Form.Fields[p.Field], answer.Env{})
			}
		}
		content, answers, problems = checker.CheckAll(c.Drafts, answer.Env{})
	}
	params := paramsWith(c.Form.Schema.JSON())
	// The content of a form with problems has only its good answers.
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
				members = append(members, request.StringValue(field.Name).JSON()+":"+pick(random, values...))
			}
		}
		all = append(all, generated{Params: params, Answer: acceptedWith("{" + strings.Join(members, ",") + "}")})
	}
	return all
}

func generateFormats(random *rand.Rand) (all []generated) {
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

func generatePatterns(random *rand.Rand) (all []generated) {
	pieces := []string{
		"a", "b", "c", "0", "-", ".", "^", "$", "|", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<n>", "[", "]", "[^", "[a-c]", "[^a0]", `[\d-]`, `[\w-z]`, `[b\-]`, "[]", "[^]", "*", "+", "?", "*?", "{2}", "{0,1}", "{1,}", "{,2}", "{", "}",
		`\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\.`, `\-`, `\@`, `\/`, `\1`, `\0`, `\07`, `\n`, `\x61`, `\u0062`, `\u{63}`, `\ud83d\udcac`, `\cA`, `\c`, `\k<n>`, `\p{L}`, "é", "💬", ",",
	}
	letters := []string{"a", "b", "c", "0", "7", "-", ".", "_", " ", "\n", "é", "💬", "\u2028", "{", "}", "\\", "@", ",", "\x00"}
	join := func(from []string, maxPieces int) (text string) {
		for range random.IntN(maxPieces) {
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
		params := paramsWith(`{"type":"object","properties":{"a":{"type":"string","pattern":` + request.StringValue(source).JSON() + `}}}`)
		for range 4 {
			all = append(all, generated{Params: params, Answer: acceptedWith(`{"a":` + request.StringValue(join(letters, 5)).JSON() + `}`)})
		}
	}
	return all
}

// TestNoFormStandsThatCannotBeSent: the relay accepts every answer that the form accepts. With ELICITFORM_GENERATED, the
// answers are written to that file for the TypeScript relay, which must find the same problems.
func TestNoFormStandsThatCannotBeSent(t *testing.T) {
	var all []generated
	for seed := range uint64(rounds.Of(2000)) {
		all = append(all, generateForm(t, rand.New(rand.NewPCG(seed, 17)))...)
	}
	random := rand.New(rand.NewPCG(1, 17))
	all = append(append(all, generateFormats(random)...), generatePatterns(random)...)
	accepted, messageCounts := 0, map[string]int{}
	acceptedKinds := map[schema.Kind]bool{}
	for i := range all {
		g := &all[i]
		g.check()
		if g.Accepted {
			accepted++
			for _, kind := range g.kinds {
				acceptedKinds[kind] = true
			}
			if len(g.Problems) > 0 {
				t.Errorf("the form of %s accepts %s, and the relay says %v", g.Params, g.Answer, g.Problems)
			}
		}
		for _, p := range g.Problems {
			messageCounts[p.Message]++
		}
	}
	for _, message := range messages {
		if n, want := messageCounts[message], rounds.Of(10); n < want {
			t.Errorf("%q: got %d answers, want at least %d: %v", message, n, want, messageCounts)
		}
	}
	for _, kind := range schema.Kinds() {
		if !acceptedKinds[kind] {
			t.Errorf("no answer to a field of the kind %q is accepted", kind)
		}
	}
	if accepted < rounds.Of(400) {
		t.Errorf("only %d answers are those of a form", accepted)
	}
	t.Logf("%d answers, %d of forms; %v", len(all), accepted, messageCounts)
	if file := os.Getenv("ELICITFORM_GENERATED"); file != "" {
		if err := os.WriteFile(file, encodeJSON(all), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Which patterns a form skips past its limit depends on their order, so the relay checks none then.
func TestPatternsOfARound(t *testing.T) {
	makeRound := func(patterns int) (r round) {
		property := func(i int) string {
			return fmt.Sprintf(`"p%d":{"type":"string","pattern":"^(?:[a-z]{1,%d}x){1,9}$"}`, i, 100+i)
		}
		for n := range 3 {
			var properties []string
			for i := range patterns {
				properties = append(properties, property(n*patterns+i))
			}
			params := paramsWith(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
			r.Requests = append(r.Requests, elicitation{Key: strconv.Itoa(n), Params: params})
		}
		return r
	}
	answers := `[{"key":"0","result":{"action":"decline"}},{"key":"1","result":{"action":"cancel"}},{"key":"2","result":{"action":"accept","content":{}}}]`
	for patterns, want := range map[int]string{2: "not of the pattern", 40: ""} {
		name := fmt.Sprintf("p%d", 2*patterns)
		responses := json.RawMessage(strings.Replace(answers, `{}`, `{"`+name+`":"0"}`, 1))
		problems, _ := checkAnswer(makeRound(patterns), responses)
		if got := joinMessages(problems); got != want {
			t.Errorf("with %d patterns: %q, want %q", 3*patterns, got, want)
		}
	}
}
