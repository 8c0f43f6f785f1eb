package safetext

import "testing"

func TestLabel(t *testing.T) {
	tests := []struct {
		name string
		want Text
	}{
		{"", ""},
		{"firstLine", "First line"},
		{"dry_run", "Dry run"},
		{"api-key", "API key"},
		{"apiUrl", "API URL"},
		{"api_url", "API URL"},
		{"API_URL", "API URL"},
		{"userIds", "User IDs"},
		{"dns_servers", "DNS servers"},
		{"urls", "URLs"},
		{"ENVIRONMENT", "Environment"},
		{"NAME", "Name"},
		{"CVV", "CVV"},
		{"PLAN_B", "Plan B"},
		{"args[0]", "args[0]"},
		{"m", "M"},
		{"APIKey", "API key"},
		{"replicas", "Replicas"},
		{"item2", "Item2"},
		{"address2Line", "Address2 line"},
		{"userID", "User ID"},
		{"userIDs", "User IDs"},
		{"userIDNumber", "User ID number"},
		{"URLs", "URLs"},
		{"planB", "Plan B"},
		{"OAuthToken", "OAuth token"},
		{"parseJSON", "Parse JSON"},
		{"DRY_RUN", "Dry run"},
		{"Answer", "Answer"},
		{"__proto__", "Proto"},
		{"_", "_"},
		{"prénomUsuel", "Prénom usuel"},
		{"Confirm the operation", "Confirm the operation"},
		{"confirm it", "confirm it"},
		{"a.b", "a.b"},
		{"a/b", "a/b"},
		{`a"]`, `a"]`},
		{"10", "10"},
		{"имя_файла", "имя файла"},
		{"名前", "名前"},
		{"الاسم_الأول", "الاسم الأول"},
		{"file_名前", "file 名前"},
		{"😀", "😀"},
		{"a\u202eb", "a\u202eb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Label(tt.name); got != tt.want {
				t.Errorf("Label(%q) = %q, want %q", tt.name, got, tt.want)
			}
		})
	}
}

func TestLabel_CapitalOfTheFirstWord(t *testing.T) {
	for s, want := range map[string]string{
		"":         "",
		"éa":       "Éa",
		"ǆ":        "ǅ",
		"იხვი":     "იხვი",
		"istanbul": "Istanbul",
		"2_items":  "2 items",
	} {
		t.Run(s, func(t *testing.T) {
			if got := toPhrase(s); got != want {
				t.Errorf("toPhrase(%q) = %q, want %q", s, got, want)
			}
		})
	}
}

// Rows: B26, N16.
func TestIsolate(t *testing.T) {
	tests := []struct {
		name string
		s    string
		rtl  bool
		want bool
	}{
		{"English in English", "First line", false, false},
		{"numbers in English", "10-20", false, false},
		{"Japanese in English", "名前", false, false},
		{"Hebrew in English", "שם", false, true},
		{"Arabic in English", "Name الاسم", false, true},
		{"Syriac in English", "ܫܡܐ", false, true},
		{"Thaana in English", "ނަން", false, true},
		{"N'Ko in English", "ߕߐ߮", false, true},
		{"Adlam in English", "𞤢", false, true},
		{"English in Hebrew", "First line", true, true},
		{"Hebrew in Hebrew", "שם", true, false},
		{"numbers in Arabic", "10-20 ٣", true, false},
		{"nothing", "", true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := RunsAgainst(tt.s, tt.rtl); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"args[0]": true, "value": true, "m": true, "X": true, "a.b": true, "a/b": true, "_": true, "__proto__": false,
		"name": false, "city": false, "dry_run": false, "名前": false, "Confirm, please": false, "": false,
	} {
		t.Run(name, func(t *testing.T) {
			if got := IsName(Label(name), name); got != want {
				t.Errorf("%q is a name: got %v, want %v", name, got, want)
			}
		})
	}
	if IsName("Your city", "m") {
		t.Error("a title for people is a name")
	}
}

// TestIsAutomatic: the titles that pydantic, marshmallow and others make of names differ from those of people.
func TestIsAutomatic(t *testing.T) {
	for _, test := range []struct {
		title Text
		name  string
		label Text // empty where the title is for people
	}{
		{"Checkalternative", "checkAlternative", "Check alternative"},
		{"Apiurl", "apiUrl", "API URL"},
		{"Api Url", "api_url", "API URL"},
		{"Api-Url", "api-url", "API URL"},
		{"Api_Url", "api_url", "API URL"},
		{"Api Url", "API_URL", "API URL"},
		{"Dry Run", "dry_run", "Dry run"},
		{"Dry-Run", "dry-run", "Dry run"},
		{"Dry Run", "DRY_RUN", "Dry run"},
		{"dry_run", "dry_run", "Dry run"},
		{"Dry_run", "dry_run", "Dry run"},
		{"Dry run", "dry_run", "Dry run"},
		{"CheckAlternative", "checkAlternative", "Check alternative"},
		{"checkAlternative", "checkAlternative", "Check alternative"},
		{"Addressline2", "addressLine2", "Address line2"},
		{"Address2Line", "address2line", "Address2line"},
		{"Private", "_private", "Private"},
		{"Name", "name", "Name"},
		{"Name", "NAME", "Name"},
		{"Environment", "ENVIRONMENT", "Environment"},
		{"Value", "value", "Value"},
		{"M", "m", "M"},
		{"Id", "id", "ID"},
		{"Tt", "tt", "Tt"},
		{"Args[0]", "args[0]", "args[0]"},
		{"args[0]", "args[0]", "args[0]"},
		{"Prénomusuel", "prénomUsuel", "Prénom usuel"},
		{"Имя Файла", "имя_файла", "имя файла"},

		{"First Name", "firstName", ""},
		{"E-mail", "email", ""},
		{"iPhone", "iphone", ""},
		{"API key", "apikey", ""},
		{"Name of the file", "name", ""},
		{"File", "name", ""},
		{"", "name", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := IsAutomatic(test.title, test.name); got != (test.label != "") {
				t.Errorf("%q of %q is automatic: got %v, want %v", test.title, test.name, got, test.label != "")
			}
			if got := Label(test.name); test.label != "" && got != test.label {
				t.Errorf("%q of %q becomes %q, want %q", test.title, test.name, got, test.label)
			}
		})
	}
}
