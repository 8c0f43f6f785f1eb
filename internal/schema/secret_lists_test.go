package schema

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// secretCase is a line of testdata/secrets.txt or harmless.txt.
type secretCase struct{ language, what, text string }

// isMarked reports whether a form with the text marks its one question.
func (c secretCase) isMarked(t testing.TB) bool {
	t.Helper()
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	message, name, more := "Please answer.", "value", ""
	switch c.what {
	case "message":
		message = c.text
	case "name":
		name = c.text
	default:
		more = "," + quoted(c.what) + ":" + quoted(c.text)
	}
	form := formOf(t, message, `{"type":"object","properties":{`+quoted(name)+`:{"type":"string"`+more+`}}}`)
	return form.Fields[0].Secret
}

func formOf(t testing.TB, message, schema string) Form {
	t.Helper()
	value, err := request.Parse([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	form, err := Read(request.Request{Message: safetext.Text(message), Schema: value}, NewBudget())
	if err != nil {
		t.Fatal(err)
	}
	return form
}

func secretCases(t testing.TB, name string) (cases []secretCase) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			parts := strings.Split(line, "\t")
			if len(parts) != 3 {
				t.Fatalf("%s has the line %q", name, line)
			}
			cases = append(cases, secretCase{parts[0], parts[1], parts[2]})
		}
	}
	return cases
}

var ownLanguages = []string{"en", "de", "es", "fr", "pt", "ar", "he", "ja", "ko", "zh"}

// TestSecrets_AreRecognised: at least fifteen wordings in each of the ten languages, and wordings in
// thirty other languages.
func TestSecrets_AreRecognised(t *testing.T) {
	of := map[string]int{}
	for _, c := range secretCases(t, "secrets.txt") {
		of[c.language]++
		if !c.isMarked(t) {
			t.Errorf("%s %s %q is not marked as a secret", c.language, c.what, c.text)
		}
	}
	for _, language := range ownLanguages {
		if of[language] < 15 {
			t.Errorf("%s has %d wordings", language, of[language])
		}
	}
	if len(of) < len(ownLanguages)+30 {
		t.Errorf("%d languages", len(of))
	}
}

// TestSecrets_HarmlessQuestionsAreNot: at most one in a hundred is marked.
func TestSecrets_HarmlessQuestionsAreNot(t *testing.T) {
	cases := secretCases(t, "harmless.txt")
	var wrong []string
	for _, c := range cases {
		if c.isMarked(t) {
			wrong = append(wrong, fmt.Sprint(c))
		}
	}
	if len(cases) < 800 || len(wrong)*100 > len(cases) {
		t.Errorf("%d of %d harmless questions are marked:\n%s", len(wrong), len(cases), strings.Join(wrong, "\n"))
	}
}

// TestSecrets_OfTheMessage: a message marks a question only when it asks for a secret, and
// only one question could hold it.
func TestSecrets_OfTheMessage(t *testing.T) {
	const asks = "To continue, send the 6-digit code from your authenticator app."
	for _, test := range []struct {
		name, message, properties string
		marked                    string
	}{
		{"one text", asks, `"v":{"type":"string","title":"Value"}`, "v"},
		{"one number", asks, `"v":{"type":"integer","title":"Value"}`, "v"},
		{"one text among others that cannot hold it", asks, `"e":{"type":"string","format":"email"},"b":{"type":"boolean"},"c":{"type":"string","enum":["a","b"]},"d":{"type":"string","format":"date"},"v":{"type":"string","title":"Value"}`, "v"},
		{"two texts", asks, `"v":{"type":"string","title":"Value"},"w":{"type":"string","title":"Other"}`, ""},
		{"another field names one itself", asks, `"v":{"type":"string","title":"Value"},"w":{"type":"string","title":"Password"}`, "w"},
		{"nothing to type", asks, `"b":{"type":"boolean"},"c":{"type":"string","enum":["a","b"]}`, ""},
		{"a fixed answer", asks, `"v":{"type":"string","const":"x"}`, ""},
		{"a message that only mentions one", "Your password was changed. Choose a city.", `"v":{"type":"string","title":"City"}`, ""},
		{"a message that warns", "Never send anybody your password.", `"v":{"type":"string","title":"City"}`, ""},
		{"the next sentence asks", "We have texted you a code. Type it here.", `"v":{"type":"string","title":"Value"}`, "v"},
		{"an option asks", "Choose.", `"c":{"type":"string","oneOf":[{"const":"a","title":"By mail"},{"const":"b","title":"Type your password below"}]},"v":{"type":"string","title":"Value"}`, "v"},
		{"the description of an option asks", "Choose.", `"c":{"oneOf":[{"const":"a","title":"App","description":"Enter the code from your authenticator here"}]},"v":{"type":"string","title":"Value"}`, "v"},
		{"an option of several asks", "Choose.", `"c":{"type":"array","items":{"enum":["Passwort unten eingeben","Nichts"]}},"v":{"type":"string","title":"Wert"}`, "v"},
		{"an option that names one", "Choose.", `"c":{"type":"string","enum":["Password","Fingerprint"]},"v":{"type":"string","title":"Device name"}`, ""},
		{"an option that says what the server does", "Choose.", `"c":{"type":"string","enum":["Send me a code by text message","Call me"]},"v":{"type":"string","title":"Name"}`, ""},
		{"an option for somebody else", "Choose.", `"c":{"type":"string","enum":["Reset the password","Ask for the password at login"]},"v":{"type":"string","title":"Name"}`, ""},
		{"behind much text", strings.Repeat("Thank you. ", 300) + "Now enter your password.", `"v":{"type":"string","title":"Value"}`, "v"},
	} {
		t.Run(test.name, func(t *testing.T) {
			form := formOf(t, test.message, `{"type":"object","properties":{`+test.properties+`}}`)
			for _, f := range form.Fields {
				if want := f.Name == test.marked; f.Secret != want {
					t.Errorf("%q is marked: got %v, want %v", f.Name, f.Secret, want)
				}
			}
		})
	}
}

// TestSecrets_ANegationBelongsToItsVerb: in names, descriptions and messages alike.
func TestSecrets_ANegationBelongsToItsVerb(t *testing.T) {
	for text, want := range map[string]bool{
		"Never enter your password here: what is your name?":           false,
		"Do not share this with anyone: enter your password":           true,
		"Do not tell anyone and enter your password":                   true,
		"Do not write, send or share your password":                    false,
		"It is not necessary to enter your password":                   false,
		"No spam, just type your card number":                          true,
		"You do not need an account, type your passphrase":             true,
		"Name (never your password)":                                   false,
		"Teilen Sie das niemandem mit und tippen Sie Ihr Passwort ein": true,
		"Passwort bitte nicht eingeben":                                false,
		"No lo comparta con nadie: escriba su contraseña":              true,
		"No escriba ni comparta su contraseña":                         false,
		"Ne le dites à personne, saisissez votre mot de passe":         true,
		"Não conte a ninguém, digite sua senha":                        true,
		"لا تخبر أحدًا: أدخل كلمة المرور":                              true,
		"لا تدخل كلمة المرور":                                          false,
		"誰にも言わないで、パスワードを入力してください":                                      true,
		"パスワードは入力しないでください":                                             false,
		"누구에게도 알리지 말고 비밀번호를 입력하세요":                                     true,
		"비밀번호는 입력하지 마세요":                                               false,
		"不要告诉任何人，请输入密码":                                                true,
		"请不要输入密码":                                                      false,
		"Никому не сообщайте: введите пароль":                          true,
		"Не вводите пароль":                                            false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := hintsOf(text, false).secret; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
