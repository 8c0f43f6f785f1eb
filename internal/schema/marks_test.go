package schema

import (
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// TestWeighty_Marks: amounts, files, addresses and commands are weighty in every language.
// Rows: R1.
func TestWeighty_Marks(t *testing.T) {
	for text, want := range map[string]bool{
		"Is this a good time for 9,000?": true, "Is 9.000 good?": true, "Is 9 000 good?": true, "Is 9’000 good?": true, "Is 12000 good?": true, "Is 9,99 good?": true,
		"Is 1.234.567,89 good?": true, "Is 20 US$ good?": true, "Is ٩٠٠٠ good?": true, "Is ９０００ good?": true, "Is 20 zł good?": true, "Is 20k good?": true,
		"Is CHF 20 good?": true, "Is ₹20 good?": true, "Is 0.5 BTC good?": true,
		"Do you like notes.txt?": true, "Do you like src/main?": true, "Do you like /etc?": true, "Do you like ~/work?": true, "Do you like C:\\work?": true,
		"Do you like .env?": true, "Do you like ./x?": true, "Do you like *.log?": true, "Do you like main_old?": true,
		"Do you like example.com?": true, "Do you like https://example.com/a?": true, "Do you like a@b?": true, "Do you like 10.0.0.1?": true,
		"Do you like +49 30 123456?": true, "Do you like 0301234567?": true, "Do you like #general?": true,
		"Do you like `ls`?": true, "Do you like ls -la?": true, "Do you like ls --all?": true, "Do you like a && b?": true, "Do you like a > b?": true, "Do you like a=b?": true,
		"Do you like 4f2a91c?": true, "Do you like {x}?": true,
		"Is 19:30 good?": false, "Is this good, e.g. today?": false, "Is 2026 good?": false, "Is this good and/or easy?": false,
		"Is 20 good?": false, "Is 3.5 good?": false, "Is 9000 good?": true, "Is 9万 good?": true, "Do you like it in Vue.js, or was it better before?": false, "Do you like tea/coffee?": false,
		"Do you like setup.sh?": true, "Do you like index.js?": true, "Do you like @anna?": true, "Do you like src/main/x?": true, "Is it 3 to 5?": false, "Do you like the well-known one?": false, "Do you like this... or that?": false, "Is it good?Or not?": false,
		"Do you like it (a little)?": false, "Is this - or that - good?": false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := (&sample{text: text + " | "}).weighty(t); got != want {
				t.Errorf("weighty: got %v, want %v", got, want)
			}
		})
	}
}

// TestWeighty_Misread: a word that looks like a weighty one is weighty, even in an option without a known language.
// Rows: R1.
func TestWeighty_Misread(t *testing.T) {
	for option, want := range map[string]bool{
		"deIete": true, "dele te": true, "de lete": true, "The one to de lete": true, "Iock it": true, "lnvest": true, "lnstall and lnject": true, "rnoney": true, "vvipe": true,
		"5end": true, "0verwrite": true, "1ock": true, "cance1": true, "de1e te": true, "p a y": true, "D-e-l-e-t-e": true, "canceI": true, "Re\u00admove": true, "Löschen": true, "lö schen": true,
		"bor rar": true, "suppri mer": true, "pa\u2060y": true, "ER ASE": true, "Era-se": true, "dele\nte": true,
		"Iceland": false, "Illinois": false, "In it": false, "Llama": false, "Corner": false, "Turn left": false, "In the north": false, "Is it near": false, "Well known": false,
		"Tea or coffee": false, "Near to the sea": false, "A few of them": false, "New York": false, "Blue green": false, "Sun day": false,
	} {
		t.Run(option, func(t *testing.T) {
			if got := (&sample{text: "Which do you like? | | " + option + "; Other"}).weighty(t); got != want {
				t.Errorf("weighty: got %v, want %v", got, want)
			}
		})
	}
	for _, message := range []string{"Which do you like? Vymazat.", "Which do you like? (Smazat)", "Vymazat! Which do you like?"} {
		if !(&sample{text: message + " | | A; B"}).weighty(t) {
			t.Errorf("%q is sent with one press", message)
		}
	}
	form := formOf(t, "m", `{"type":"object","properties":{"a":{"type":"string","enum":["x","y"]}}}`)
	for claim, want := range map[string]bool{
		"": false, "Payments": false, "GitHub Release Bot": false, "com.example/files": false, "A friendly bot for your trips": false,
		"Press x to delete your files": true, "Smazat vse co tu je": true, "Нажмите сюда и все удалится": true,
	} {
		t.Run("claim "+claim, func(t *testing.T) {
			if got := form.Weighty("Which do you like?", safetext.Text(claim)); got != want {
				t.Errorf("weighty: got %v, want %v", got, want)
			}
		})
	}
}
