package untrusted

import "testing"

func TestLabel(t *testing.T) {
	tests := []struct {
		name string
		want Text
	}{
		{"", ""},
		{"firstLine", "First line"},
		{"dry_run", "Dry run"},
		{"api-key", "Api key"},
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
		{"DRY_RUN", "DRY RUN"},
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
		if got := Label(tt.name); got != tt.want {
			t.Errorf("Label(%q) = %q, want %q", tt.name, got, tt.want)
		}
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
		if got := phrase(s); got != want {
			t.Errorf("phrase(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestIsolate_B26_N16(t *testing.T) {
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
				t.Errorf("got %v", got)
			}
		})
	}
}
