package relay

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/request"
)

// golden reads a file of cases that the TypeScript relay passes too.
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
	now, secret := time.Unix(cases.Now, 0), []byte(cases.Secret)
	for _, c := range cases.Good {
		if got := makeToken(secret, c.Session, c.Exp); got != c.Token {
			t.Errorf("the token of %.20q is %s, want %s", c.Session, got, c.Token)
		}
		p, ok := readToken(secret, c.Token, now)
		if !ok || p.session != c.Session || p.end.Unix() != c.Exp || p.scope != (scope{all: true}) {
			t.Errorf("%s gives %+v, %v, want the session %q until %d", c.Token, p, ok, c.Session, c.Exp)
		}
	}
	for _, c := range cases.Bad {
		t.Run(c.Name, func(t *testing.T) {
			if p, ok := readToken(secret, c.Token, now); ok {
				t.Errorf("%s gives %+v, want no pass", c.Token, p)
			}
		})
	}
	for _, session := range cases.Sessions.Good {
		token := makeToken(secret, session, cases.Now+1)
		if p, ok := readToken(secret, token, now); !ok || p.session != session || CheckSession(session) != nil {
			t.Errorf("%.20q is no session", session)
		}
	}
	// A JSON file cannot have names that are not UTF-8.
	bad := []string{"\xff", "a\xed\xa0\xbdb"}
	for _, c := range cases.Sessions.Bad {
		bad = append(bad, c.Session)
	}
	for _, session := range bad {
		token := makeToken(secret, session, cases.Now+1)
		if _, ok := readToken(secret, token, now); ok || CheckSession(session) == nil {
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
			Problems  []problem
		}
	}
	golden(t, "answers.json", &cases)
	for _, c := range cases.Cases {
		t.Run(c.Name, func(t *testing.T) {
			problems, answer := checkAnswer(c.Round, c.Responses)
			order := func(a, b problem) int {
				return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Message, b.Message))
			}
			slices.SortFunc(problems, order)
			slices.SortFunc(c.Problems, order)
			if !slices.Equal(problems, c.Problems) {
				t.Errorf("got %v, want %v", problems, c.Problems)
			}
			if len(c.Problems) == 0 && !json.Valid([]byte(answer)) {
				t.Errorf("the answer is %s, want JSON", answer)
			}
		})
	}
	if len(cases.Cases) == 0 {
		t.Error("there are no cases")
	}
}

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
		r := oneRequest(`{"message":"m","requestedSchema":{"type":"object","properties":{"p":` + c.Property + `}` + root + `}}`)
		for _, answer := range c.Answers {
			problems, _ := checkAnswer(r, oneResponse(`{"action":"accept","content":{"p":`+answer[0]+`}}`))
			if got := joinMessages(problems); got != answer[1] {
				t.Errorf("%s: %s is %q, want %q", c.Property, answer[0], got, answer[1])
			}
		}
	}
	if len(cases.Cases) == 0 {
		t.Error("there are no cases")
	}
}

func TestApprovals(t *testing.T) {
	var cases struct {
		Approvals []struct {
			Name, Approval string
			Good           bool
		}
		Decisions []struct {
			Name, Approval, Result string
			Stored                 json.RawMessage
			Problems               []problem
		}
	}
	golden(t, "approvals.json", &cases)
	for _, c := range cases.Approvals {
		if value, err := request.Parse([]byte(c.Approval)); (err == nil && isApproval(value)) != c.Good {
			t.Errorf("%s: %s is an approval: %v, want %v", c.Name, c.Approval, !c.Good, c.Good)
		}
	}
	for _, c := range cases.Decisions {
		t.Run(c.Name, func(t *testing.T) {
			r := round{Requests: []elicitation{{Params: c.Approval, IsApproval: true}}}
			problems, answer := checkAnswer(r, oneResponse(c.Result))
			order := func(a, b problem) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Message, b.Message)) }
			slices.SortFunc(problems, order)
			slices.SortFunc(c.Problems, order)
			if !slices.Equal(problems, c.Problems) {
				t.Errorf("got %v, want %v", problems, c.Problems)
			}
			if got := readResults(readMembers([]byte(answer))["responses"])[""]; c.Stored != nil && !isEqualJSON(got, c.Stored) {
				t.Errorf("%s is stored, want %s", got, c.Stored)
			}
			if len(c.Problems) == 0 && !isSameAnswer(answer, oneResponse(c.Result)) && !strings.Contains(c.Result, "_meta") {
				t.Errorf("the same answer again is another than %s", answer)
			}
		})
	}
	if len(cases.Approvals)*len(cases.Decisions) == 0 {
		t.Error("there are no cases")
	}
}

func joinMessages(problems []problem) (messages string) {
	for _, p := range problems {
		messages += p.Message
	}
	return messages
}

func oneRequest(params string) round { return round{Requests: []elicitation{{Params: params}}} }

func oneResponse(result string) json.RawMessage {
	return json.RawMessage(`[{"result":` + result + `}]`)
}
