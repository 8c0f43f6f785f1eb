package validate

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
)

func TestAll_AnswersThatTheHostWouldNotTakeAreAProblem(t *testing.T) {
	form := readForm(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"n":{"type":"integer"}}}`)
	letters := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, a, b string
		fits       bool
	}{
		{"as much as it takes", letters(request.MaxText - len(`{"a":"","b":"bb","n":1}`)), "bb", true},
		{"one letter more", letters(request.MaxText - len(`{"a":"","b":"bb","n":1}`) + 1), "bb", false},
		{"three bytes a letter", "b", strings.Repeat("字", 100_000), false},
		{"lines, which take more on their way", strings.Repeat("x\n", 100_000), "b", false},
		{"two long texts", letters(request.MaxText), letters(request.MaxText - 1), false},
		{"twice too long", letters(3 * request.MaxText), "b", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Following the problem's limit solves it.
			drafts := []answer.Draft{draftOf(c.a), draftOf(c.b), draftOf("1")}
			for tries := 0; ; tries++ {
				content, _, problems := New(form).CheckAll(drafts, english)
				if len(problems) == 0 {
					if size := len(content.JSON()); size > request.MaxText || (tries == 0) != c.fits {
						t.Fatalf("%d bytes after %d tries", size, tries)
					}
					break
				}
				p := problems[0]
				limit, err := strconv.Atoi(p.Max)
				letters := []rune(drafts[p.Field].Text)
				if len(problems) > 1 || p.Code != TooLong || err != nil || limit <= 0 || len(letters)-limit != p.Got || tries > 4 {
					t.Fatalf("problems %+v after %d tries", problems, tries)
				}
				drafts[p.Field].Text = string(letters[:limit])
			}
		})
	}
}

// TestAll_WorkGrowsWithTheFields counts allocations, because these show on every machine how
// the work grows.
func TestAll_WorkGrowsWithTheFields(t *testing.T) {
	each := func(n int) float64 {
		properties, drafts := make([]string, n), make([]answer.Draft, n)
		for i := range properties {
			properties[i] = fmt.Sprintf(`"p%d":{"type":"string","minLength":1,"maxLength":80,"pattern":"^[a-z ]+$"}`, i)
			drafts[i] = draftOf("some words")
		}
		c := New(readForm(t, `{"type":"object","properties":{`+strings.Join(properties, ",")+`}}`))
		return testing.AllocsPerRun(5, func() {
			if _, _, problems := c.CheckAll(drafts, english); len(problems) > 0 {
				t.Errorf("problems %+v", problems)
			}
		}) / float64(n)
	}
	if few, many := each(20), each(300); many > few || many > 2 {
		t.Errorf("%.1f allocations for each of 20 fields, and %.1f for each of 300", few, many)
	}
}
