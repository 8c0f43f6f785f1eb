package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the sealed texts of testdata/calls.json anew")

// callCases is testdata/calls.json.
type callCases struct {
	About  string     `json:"about"`
	Secret string     `json:"secret"`
	Nonce  []byte     `json:"nonce"`
	Cases  []callCase `json:"cases"`
	Bad    []struct {
		Name   string `json:"name"`
		Sealed string `json:"sealed"`
	} `json:"bad"`
}

type callCase struct {
	Name         string  `json:"name"`
	Session      string  `json:"session"`
	ID           string  `json:"id"`
	FP           string  `json:"fp"`
	Method       string  `json:"method"`
	Params       string  `json:"params"`
	RequestState *string `json:"requestState,omitempty"`
	Answer       string  `json:"answer"`
	Sealed       string  `json:"sealed"`
	Resumed      string  `json:"resumed"`
}

// The TypeScript half reads and makes the same texts.
func TestCalls(t *testing.T) {
	var file callCases
	golden(t, "calls.json", &file)
	secret := []byte(file.Secret)
	for i, c := range file.Cases {
		ref := Ref{c.ID, c.FP}
		sealed, err := seal(secret, c.Session, ref, file.Nonce, text(keptCall{c.Method, c.Params, c.RequestState}))
		if *update {
			file.Cases[i].Sealed = sealed
			continue
		}
		if err != nil || sealed != c.Sealed {
			t.Errorf("%s: it is kept as %s, %v, want %s", c.Name, sealed, err, c.Sealed)
		}
		call, ok := unseal(secret, c.Session, ref, c.Sealed)
		if !ok || call.Method != c.Method || call.Params != c.Params || (call.RequestState == nil) != (c.RequestState == nil) {
			t.Errorf("%s: it is read as %+v, %v", c.Name, call, ok)
			continue
		}
		if resumed := string(call.answered(c.Answer)); resumed != c.Resumed || !json.Valid([]byte(resumed)) {
			t.Errorf("%s: it is made again with %s, want %s", c.Name, resumed, c.Resumed)
		}
		for name, where := range map[string]struct {
			session string
			ref     Ref
			secret  string
		}{
			"another session":     {c.Session + "x", ref, file.Secret},
			"another id":          {c.Session, Ref{c.ID + "x", c.FP}, file.Secret},
			"another fingerprint": {c.Session, Ref{c.ID, c.FP + "x"}, file.Secret},
			"another secret":      {c.Session, ref, file.Secret + "x"},
		} {
			if call, ok := unseal([]byte(where.secret), where.session, where.ref, c.Sealed); ok {
				t.Errorf("%s: with %s it is read as %+v", c.Name, name, call)
			}
		}
	}
	first := file.Cases[0]
	for _, c := range file.Bad {
		if call, ok := unseal(secret, first.Session, Ref{first.ID, first.FP}, c.Sealed); ok {
			t.Errorf("%s is read as %+v", c.Name, call)
		}
	}
	for i := range first.Sealed {
		changed := []byte(first.Sealed)
		changed[i] ^= 1
		if call, ok := unseal(secret, first.Session, Ref{first.ID, first.FP}, string(changed)); ok {
			t.Errorf("changed at %d it is read as %+v", i, call)
		}
	}
	if *update {
		var content bytes.Buffer
		encoder := json.NewEncoder(&content)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := errors.Join(encoder.Encode(file), os.WriteFile("testdata/calls.json", content.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if len(file.Cases)*len(file.Bad) == 0 {
		t.Error("there are no cases")
	}
}
