package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// sample is one line of a file of requests: a message, a question and its options.
type sample struct {
	text, section string
	isWeighty     bool
	// isHeldOut is set for every third request of a section: no word list was written with knowledge of it.
	isHeldOut bool
}

// weighty judges the request as a server's form.
func (r *sample) weighty(t *testing.T) bool {
	t.Helper()
	parts := strings.Split(strings.ReplaceAll(r.text, " | |", " |  |"), " | ")
	if len(parts) < 2 || len(parts) > 3 {
		t.Fatalf("%q is no request", r.text)
	}
	question := map[string]any{"type": "boolean"}
	if len(parts) == 3 {
		question = map[string]any{"type": "string", "enum": strings.Split(parts[2], "; ")}
	}
	if parts[1] != "" {
		question["title"] = parts[1]
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{"answer": question}, "required": []string{"answer"}})
	if err != nil {
		t.Fatal(err)
	}
	form := formOf(t, parts[0], string(schema))
	return form.Weighty(safetext.Text(parts[0]))
}

// requests reads the files of a folder of testdata.
func requests(t *testing.T, files ...string) (all []sample) {
	t.Helper()
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join("testdata", "requests", file))
		if err != nil {
			t.Fatal(err)
		}
		section, n := "", 0
		for line := range strings.Lines(string(content)) {
			line = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(line), " |"), " |")
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				section, n = strings.Trim(line, "[]"), 0
			default:
				if !strings.Contains(line, " | ") {
					line += " | "
				}
				n++
				all = append(all, sample{line, section, strings.HasPrefix(file, "weighty") || section == "weighty", n%3 == 0})
			}
		}
	}
	return all
}

// share counts the requests of a kind, and those that need a review.
type share struct{ reviewed, all int }

func (s *share) add(reviewed bool) {
	s.all++
	if reviewed {
		s.reviewed++
	}
}

func (s *share) percent() float64 { return 100 * float64(s.reviewed) / float64(max(s.all, 1)) }

// TestWeighty_Recall: nearly all weighty requests of the ten languages need a review, and nearly no harmless request.
// Rows: R1.
func TestWeighty_Recall(t *testing.T) {
	var weighty, harmless, heldOutWeighty, heldOutHarmless share
	by := map[string]*[2]share{}
	for _, r := range requests(t, "weighty.txt", "harmless.txt") {
		reviewed := r.weighty(t)
		if by[r.section] == nil {
			by[r.section] = &[2]share{}
		}
		if r.isWeighty {
			weighty.add(reviewed)
			by[r.section][0].add(reviewed)
		} else {
			harmless.add(reviewed)
			by[r.section][1].add(reviewed)
		}
		switch {
		case r.isHeldOut && r.isWeighty:
			heldOutWeighty.add(reviewed)
		case r.isHeldOut:
			heldOutHarmless.add(reviewed)
		}
		if reviewed != r.isWeighty && (!r.isHeldOut || os.Getenv("HELD_OUT") != "") {
			t.Logf("%s: %q is reviewed: %v", r.section, r.text, reviewed)
		}
	}
	for section, s := range by {
		t.Logf("%s: recall %d of %d, false alarms %d of %d", section, s[0].reviewed, s[0].all, s[1].reviewed, s[1].all)
		if s[0].percent() < 97 {
			t.Errorf("%s: at least 97 %% of the weighty requests must be reviewed", section)
		}
	}
	t.Logf("recall %.1f %%, precision %.1f %%, false alarms %.1f %%; held out: recall %.1f %%, false alarms %.1f %%",
		weighty.percent(), 100*float64(weighty.reviewed)/float64(weighty.reviewed+harmless.reviewed), harmless.percent(), heldOutWeighty.percent(), heldOutHarmless.percent())
	if weighty.all != 400 || harmless.all != 400 || weighty.percent() < 97 || harmless.percent() > 5 {
		t.Error("at least 97 % of 400 weighty requests must be reviewed, and at most 5 % of 400 harmless ones")
	}
}

// TestWeighty_OtherLanguages: a request in a language without a word list needs a review.
// Rows: R1.
func TestWeighty_OtherLanguages(t *testing.T) {
	all := requests(t, "foreign.txt")
	for _, r := range all {
		if !r.weighty(t) {
			t.Errorf("%q is sent with one press", r.text)
		}
	}
	if len(all) < 210 {
		t.Errorf("only %d requests", len(all))
	}
}

// TestWeighty_Attempts: few of the requests that were written to evade the lists succeed.
// Rows: R1.
func TestWeighty_Attempts(t *testing.T) {
	var weighty, harmless share
	for _, r := range requests(t, "attempts.txt") {
		reviewed := r.weighty(t)
		if r.isWeighty {
			weighty.add(reviewed)
		} else {
			harmless.add(reviewed)
		}
		if reviewed != r.isWeighty {
			t.Logf("%s: %q is reviewed: %v", r.section, r.text, reviewed)
		}
	}
	t.Logf("recall %.1f %%, false alarms %.1f %%", weighty.percent(), harmless.percent())
	if weighty.percent() < 90 || harmless.percent() > 5 {
		t.Error("at least 90 % of the weighty requests must be reviewed, and at most 5 % of the harmless ones")
	}
}
