package wire

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

func TestReadRound_N27_KeepsKeysAndOrder(t *testing.T) {
	entries, ok := ReadRound(parse(t, `{"requests":[{"key":"10","params":{"a":1}},{"key":"__proto__","params":null},{"key":"9"},{"key":"","params":[]}]}`))
	got := ""
	for _, entry := range entries {
		got += fmt.Sprintf("%q=%s ", entry.Key, entry.Params.JSON())
	}
	if want := `"10"={"a":1} "__proto__"=null "9"=null ""=[] `; !ok || got != want {
		t.Errorf("got %s, %v", got, ok)
	}
	if entries, ok := ReadRound(parse(t, `{"requests":[]}`)); !ok || entries == nil || len(entries) > 0 {
		t.Errorf("an empty round: %v, %v", entries, ok)
	}
}

func TestReadRound_B7_RefusesWhatIsNone(t *testing.T) {
	for name, params := range map[string]string{
		"nothing": `{}`, "an object": `{"requests":{"a":{}}}`, "no key": `{"requests":[{"params":{}}]}`, "a number": `{"requests":[{"key":1}]}`,
		"text": `{"requests":["a"]}`, "a key twice": `{"requests":[{"key":"a"},{"key":"\u0061"}]}`, "half a character": `{"requests":[{"key":"\ud800"}]}`,
	} {
		if entries, ok := ReadRound(parse(t, params)); ok {
			t.Errorf("%s: read as %v", name, entries)
		}
	}
}

func TestRoundResult_N27_AnswersUnderTheirKeys(t *testing.T) {
	content := parse(t, `{"a":1}`)
	got := RoundResult([]elicit.InputResponse{
		{Key: "10", Result: elicit.Result{Action: elicit.Accept, Content: &content}},
		{Key: "__proto__", Result: elicit.Result{Action: elicit.Accept}, Wait: elicit.EndedByPerson},
		{Key: "9", Result: elicit.Result{Action: elicit.Decline}},
	}).JSON()
	const want = `{"responses":[{"key":"10","result":{"action":"accept","content":{"a":1}}},` +
		`{"key":"__proto__","result":{"action":"accept"},"finished":"person"},{"key":"9","result":{"action":"decline"}}]}`
	if got != want {
		t.Errorf("got %s", got)
	}
	if got := RoundResult(nil).JSON(); got != `{"responses":[]}` {
		t.Errorf("no answers: %s", got)
	}
}

func TestReadCancelled_P17(t *testing.T) {
	for params, want := range map[string]string{
		`{"requestId":7,"reason":"expired"}`: "expired", `{"requestId":7}`: "", `{"requestId":7,"reason":"elsewhere"}`: "elsewhere", `{"requestId":7,"reason":["expired"]}`: "",
	} {
		if id, reason := ReadCancelled(parse(t, params)); id.Text != "7" || reason != want {
			t.Errorf("%s: %s, %v", params, id.Text, reason)
		}
	}
}

func TestReadCompletion_P15(t *testing.T) {
	for params, want := range map[string]string{
		`{"elicitationId":"e","_meta":{"elicitform/requestId":7}}`: "e 7 ", `{"elicitationId":"e","_meta":{"elicitform/server":{"id":"shop.example"}}}`: "e  shop.example", `{"elicitationId":"e"}`: "e  ", `{"elicitationId":7}`: "  ", `{}`: "  ", `{"_meta":7}`: "  ",
	} {
		if c := ReadCompletion(parse(t, params)); c.ElicitationID+" "+c.ID.Text+" "+string(c.Server.ID) != want {
			t.Errorf("%s: %+v", params, c)
		}
	}
}

func TestNotices_SayWhatTheHostReads(t *testing.T) {
	id := elicit.NumberValue("7")
	for got, params := range map[string]string{
		Draft(id, parse(t, `{"fields":[]}`)): `"elicitform/draft","params":{"requestId":7,"draft":{"fields":[]}}`,
		Draft(id, elicit.Value{}):            `"elicitform/draft","params":{"requestId":7,"draft":null}`,
		Audit(id, []elicit.AuditEntry{{Key: "k", Property: "p", Origin: elicit.FromPerson}, {Property: "q", Origin: elicit.FromDefault}}): `"elicitform/audit","params":{"requestId":7,"answers":[{"property":"p","state":"edited","key":"k"},{"property":"q","state":"default"}]}`,
		Shown(id): `"elicitform/shown","params":{"requestId":7}`,
		Findings(id, []elicit.Finding{{Property: "p", Code: "secret"}, {Key: "k", Code: "link:long"}}): `"elicitform/findings","params":{"requestId":7,"findings":[{"property":"p","code":"secret"},{"code":"link:long","key":"k"}]}`,
		Finished(id, elicit.EndedByClosing): `"elicitform/finished","params":{"requestId":7,"how":"closed"}`,
	} {
		if want := `{"jsonrpc":"2.0","method":` + params + `}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestErrors_N27_NameThePart(t *testing.T) {
	const want = `{"elicitform/code":"invalid-request","elicitform/reason":"wrong-type","elicitform/key":"10"}`
	if _, _, data := RequestError(&elicit.Error{Reason: elicit.WrongType}, "10"); data.JSON() != want {
		t.Errorf("got %s", data.JSON())
	}
}

// What is as long as a message may be is read; one byte more is not, and can
// still be answered.
func TestDecode_B5_AtTheLimit(t *testing.T) {
	const before, after = `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"`, `"}}`
	for extra := range 2 {
		text := before + strings.Repeat("x", MaxMessage-len(before)-len(after)+extra) + after
		m, err := Decode(text)
		var refusal *elicit.Error
		if tooLong := errors.As(err, &refusal); tooLong != (extra > 0) || m.ID.Text != "1" || m.Method != MethodCreate {
			t.Errorf("%d bytes: %v, id %q", len(text), err, m.ID.Text)
		}
	}
}

// FuzzRead checks that nothing in params makes their readers panic, that the
// keys of a round are unlike each other, and that numbers stay in their limits.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"requests":[{"key":"a","params":{}},{"key":"b"}],"_meta":{"elicitform/hold":true,"elicitform/drafts":true,"elicitform/draft":{"fields":[]}}}`,
		`{"_meta":{"elicitform/server":{"id":"a","name":"\ud800"},"elicitform/queue":{"position":1.5,"total":2e9},"elicitform/deadline":9007199254740993}}`,
		`{"elicitationId":"e","_meta":{"elicitform/requestId":1},"requestId":"x","reason":"expired"}`, `{"requests":[[]]}`, `{"_meta":{"elicitform/rejected":7}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		params, err := elicit.Parse([]byte(text))
		if err != nil {
			return
		}
		ReadCancelled(params)
		ReadCompletion(params)
		e := ReadNotes(params)
		if e.Deadline < 0 || e.Deadline > 1<<53 || e.Queue.Position < 0 || e.Queue.Total < e.Queue.Position || (e.Queue.Position == 0) != (e.Queue.Total == 0) {
			t.Fatalf("%+v", e)
		}
		entries, ok := ReadRound(params)
		if !ok {
			return
		}
		answers := make([]elicit.InputResponse, len(entries))
		for i, entry := range entries {
			answers[i] = elicit.InputResponse{Key: entry.Key, Result: elicit.Result{Action: elicit.Cancel}}
		}
		text = Response(elicit.NumberValue("1"), RoundResult(answers))
		m, err := Decode(text)
		if err != nil && len(text) <= MaxMessage {
			t.Fatalf("%s: %v", text, err)
		}
		for i, item := range m.Result.Get("responses").Items {
			if key := item.Get("key").Text; key != entries[i].Key {
				t.Fatalf("key %q is answered as %q", entries[i].Key, key)
			}
		}
	})
}
