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

func (c callCase) ref() RoundRef { return RoundRef{c.ID, c.FP} }

// The TypeScript relay reads and makes the same texts.
func TestCalls(t *testing.T) {
	var file callCases
	golden(t, "calls.json", &file)
	if len(file.Cases)*len(file.Bad) == 0 {
		t.Fatal("there are no cases")
	}
	if *update {
		file.write(t)
		return
	}
	secret := []byte(file.Secret)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) { c.test(t, file) })
	}
	first := file.Cases[0]
	for _, c := range file.Bad {
		t.Run(c.Name, func(t *testing.T) {
			if call, ok := unseal(secret, first.Session, first.ref(), c.Sealed); ok {
				t.Errorf("got %+v, want no call", call)
			}
		})
	}
	for i := range first.Sealed {
		changed := []byte(first.Sealed)
		changed[i] ^= 1
		if call, ok := unseal(secret, first.Session, first.ref(), string(changed)); ok {
			t.Errorf("changed at %d: got %+v, want no call", i, call)
		}
	}
}

func (c callCase) test(t *testing.T, file callCases) {
	secret, ref := []byte(file.Secret), c.ref()
	sealed, err := seal(secret, c.Session, ref, file.Nonce, encodeJSON(storedCall{c.Method, c.Params, c.RequestState}))
	if err != nil || sealed != c.Sealed {
		t.Errorf("sealed is %s, %v, want %s", sealed, err, c.Sealed)
	}
	call, ok := unseal(secret, c.Session, ref, c.Sealed)
	if !ok || call.Method != c.Method || call.Params != c.Params || (call.RequestState == nil) != (c.RequestState == nil) {
		t.Fatalf("unsealed is %+v, %v, want %+v", call, ok, c)
	}
	if resumed := string(call.paramsWithAnswer(c.Answer)); resumed != c.Resumed || !json.Valid([]byte(resumed)) {
		t.Errorf("resumed is %s, want %s", resumed, c.Resumed)
	}
	for name, place := range map[string]struct {
		session string
		ref     RoundRef
		secret  string
	}{
		"another session":     {c.Session + "x", ref, file.Secret},
		"another id":          {c.Session, RoundRef{c.ID + "x", c.FP}, file.Secret},
		"another fingerprint": {c.Session, RoundRef{c.ID, c.FP + "x"}, file.Secret},
		"another secret":      {c.Session, ref, file.Secret + "x"},
	} {
		if call, ok := unseal([]byte(place.secret), place.session, place.ref, c.Sealed); ok {
			t.Errorf("%s: got %+v, want no call", name, call)
		}
	}
}

func (f callCases) write(t *testing.T) {
	t.Helper()
	for i, c := range f.Cases {
		sealed, err := seal([]byte(f.Secret), c.Session, c.ref(), f.Nonce, encodeJSON(storedCall{c.Method, c.Params, c.RequestState}))
		if err != nil {
			t.Fatal(err)
		}
		f.Cases[i].Sealed = sealed
	}
	var content bytes.Buffer
	encoder := json.NewEncoder(&content)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := errors.Join(encoder.Encode(f), os.WriteFile("testdata/calls.json", content.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}
