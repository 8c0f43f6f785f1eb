package relay

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"
)

// The TypeScript half passes the same cases.
func golden(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}

func TestTokens(t *testing.T) {
	var cases struct {
		Secret string
		Now    int64
		Good   []struct {
			Session string
			Exp     int64
			Token   string
		}
		Bad      []struct{ Name, Token string }
		Sessions struct {
			Good []string
			Bad  []struct{ Name, Session string }
		}
		Keys []struct{ Session, Key, ID string }
	}
	golden(t, "tokens.json", &cases)
	now := time.Unix(cases.Now, 0)
	for _, c := range cases.Good {
		if made := makeToken([]byte(cases.Secret), c.Session, c.Exp); made != c.Token {
			t.Errorf("the token of %.20q is %s, want %s", c.Session, made, c.Token)
		}
		p, ok := readToken([]byte(cases.Secret), c.Token, now)
		if !ok || p.session != c.Session || p.end.Unix() != c.Exp || p.scope != (scope{all: true}) {
			t.Errorf("%s is for %+v, %v", c.Token, p, ok)
		}
	}
	for _, c := range cases.Bad {
		if p, ok := readToken([]byte(cases.Secret), c.Token, now); ok {
			t.Errorf("%s: is for %+v", c.Name, p)
		}
	}
	for _, session := range cases.Sessions.Good {
		made := makeToken([]byte(cases.Secret), session, cases.Now+1)
		if p, ok := readToken([]byte(cases.Secret), made, now); !ok || p.session != session || CheckSession(session) != nil {
			t.Errorf("%.20q is no session", session)
		}
	}
	// What is not UTF-8 cannot stand in a file of JSON.
	bad := []string{"\xff", "a\xed\xa0\xbdb"}
	for _, c := range cases.Sessions.Bad {
		bad = append(bad, c.Session)
	}
	for _, session := range bad {
		made := makeToken([]byte(cases.Secret), session, cases.Now+1)
		if _, ok := readToken([]byte(cases.Secret), made, now); ok || CheckSession(session) == nil {
			t.Errorf("%.20q is a session", session)
		}
	}
	for _, c := range cases.Keys {
		if id := keyID(c.Session, c.Key); id != c.ID {
			t.Errorf("%q in %q is %s, want %s", c.Key, c.Session, id, c.ID)
		}
	}
	if len(cases.Good)*len(cases.Bad)*len(cases.Keys)*len(cases.Sessions.Good)*len(cases.Sessions.Bad) == 0 {
		t.Error("there are no cases")
	}
}

func TestAnswers(t *testing.T) {
	var cases struct {
		Cases []struct {
			Name      string
			Round     round
			Responses json.RawMessage
			Refusals  []refusal `json:"problems"`
		}
	}
	golden(t, "answers.json", &cases)
	for _, c := range cases.Cases {
		refusals, kept := checkAnswer(c.Round, c.Responses)
		order := func(a, b refusal) int {
			return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Message, b.Message))
		}
		slices.SortFunc(refusals, order)
		slices.SortFunc(c.Refusals, order)
		if !slices.Equal(refusals, c.Refusals) {
			t.Errorf("%s: %v, want %v", c.Name, refusals, c.Refusals)
		}
		if len(c.Refusals) == 0 && !json.Valid([]byte(kept)) {
			t.Errorf("%s: %s is kept", c.Name, kept)
		}
	}
	if len(cases.Cases) == 0 {
		t.Error("there are no cases")
	}
}

// TestRules: what an answer to one question may be, by the form's own rules.
func TestRules(t *testing.T) {
	var cases struct {
		Cases []struct {
			Property, Root string
			Answers        [][2]string
		}
	}
	golden(t, "rules.json", &cases)
	for _, c := range cases.Cases {
		root := ""
		if c.Root != "" {
			root = "," + c.Root
		}
		asked := oneRequest(`{"message":"m","requestedSchema":{"type":"object","properties":{"p":` + c.Property + `}` + root + `}}`)
		for _, answer := range c.Answers {
			refusals, _ := checkAnswer(asked, oneResponse(`{"action":"accept","content":{"p":`+answer[0]+`}}`))
			told := ""
			for _, p := range refusals {
				told += p.Message
			}
			if told != answer[1] {
				t.Errorf("%s: %s is %q, want %q", c.Property, answer[0], told, answer[1])
			}
		}
	}
	if len(cases.Cases) == 0 {
		t.Error("there are no cases")
	}
}

func oneRequest(params string) round { return round{Requests: []request{{Params: params}}} }

func oneResponse(result string) json.RawMessage {
	return json.RawMessage(`[{"result":` + result + `}]`)
}
