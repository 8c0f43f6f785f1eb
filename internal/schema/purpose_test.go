package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// Rows: T4.
func TestAutocomplete_OnlyForClearPurposes(t *testing.T) {
	tests := []struct {
		field Field
		want  string
	}{
		{Field{Name: "firstName"}, "given-name"},
		{Field{Name: "postal_code"}, "postal-code"},
		{Field{Name: "e-mail", Kind: Email}, "email"},
		{Field{Name: "address"}, "address-line1"},
		{Field{Name: "address", Multiline: true}, "street-address"},
		{Field{Name: "password", Secret: true}, "off"},
		{Field{Name: "name", Kind: Integer}, ""},
		{Field{Name: "projectName"}, ""},
		{Field{Name: "name"}, "name"},
		{Field{Name: "name", Title: "Your name"}, "name"},
		{Field{Name: "name", Title: "Project name"}, ""},
		{Field{Name: "statement"}, ""},
		{Field{Name: "homepage", Kind: URI}, "url"},
		{Field{Name: "callback", Kind: URI}, ""},
		{Field{Name: "first_name", Title: "Vorname"}, "given-name"},
		{Field{Name: "postalCode", Title: "Código postal"}, "postal-code"},
		{Field{Name: "mobile_phone", Title: "Phone"}, "tel"},
		{Field{Name: "phone", Secret: true}, "off"},
		// Such a long title is not compared, because it would be for every field of a form.
		{Field{Name: "name", Title: safetext.Text("Name" + strings.Repeat(".", 100_000))}, ""},
		{Field{Name: "name" + strings.Repeat("_", 100_000)}, ""},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%.40s %.40s %s", test.field.Name, test.field.Title, test.field.Kind), func(t *testing.T) {
			if got := test.field.Autocomplete(); got != test.want {
				t.Errorf("autocomplete: got %q, want %q", got, test.want)
			}
		})
	}
}

// Rows: T4.
func TestAutocomplete_OfADateOfBirth(t *testing.T) {
	for want, f := range map[string]Field{
		"bday-year": {Name: "dateOfBirth", Title: "Birthday", Kind: Date},
		"off":       {Name: "arrival", Kind: Date},
	} {
		if got := f.AutocompletePart("year"); got != want {
			t.Errorf("%s: autocomplete %q, want %q", f.Name, got, want)
		}
	}
	if secret := (Field{Name: "dob", Kind: Date, Secret: true}); secret.AutocompletePart("day") != "off" {
		t.Error("a secret has an autocomplete token")
	}
}

// Rows: T9.
func TestNonNegative(t *testing.T) {
	tests := []struct {
		field Field
		want  bool
	}{
		{Field{}, false},
		{Field{Minimum: "0"}, true},
		{Field{Minimum: "-1"}, false},
		{Field{ExclusiveMinimum: "0"}, true},
		{Field{Maximum: "10"}, false},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%q %q %q", test.field.Minimum, test.field.ExclusiveMinimum, test.field.Maximum), func(t *testing.T) {
			if got := test.field.NonNegative(); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestFormTexts_LeavesOutNamesOfClasses(t *testing.T) {
	for _, test := range []struct{ title, description, message, want string }{
		{"BookingPreferences", "Schema for collecting user preferences.", "No table on 25 December.", "|"},
		{"UserInfo", "", "Who are you?", "|"},
		{"register_user", "Registers a user.", "Who are you?", "|"},
		{"M", "Move a ticket.", "Move a ticket", "|"},
		{"Move", "Where to?", "Move the ticket", "|Where to?"},
		{"Contact details", "We send the parcel there.", "Where shall it go?", "Contact details|We send the parcel there."},
		{"Feedback", "", "How was it?", "Feedback|"},
		{"登録", "", "お名前は？", "登録|"},
		{"", "We send the parcel there.", "Where shall it go?", "|We send the parcel there."},
		{"BookingPreferences", "Schema for collecting user preferences.", "", "Booking preferences|Schema for collecting user preferences."},
		{"UserInfo", "", " \u200b", "User info|"},
		{"", "", "", "|"},
	} {
		t.Run(test.title+"|"+test.message, func(t *testing.T) {
			title, description := formTexts(safetext.Text(test.title), safetext.Text(test.description), safetext.Text(test.message))
			if got := string(title + "|" + description); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
