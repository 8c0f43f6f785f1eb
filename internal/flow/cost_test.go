package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// Rows: B31.
func TestRound_QuestionsShareOneBudget(t *testing.T) {
	form := func(definition string, n int) request.Value {
		properties := make([]string, n)
		for i := range properties {
			properties[i] = fmt.Sprintf(`"p%d":{"$ref":"#/$defs/t"}`, i)
		}
		return parse(t, `{"message":"m","requestedSchema":{"properties":{`+strings.Join(properties, ",")+`},"$defs":{"t":`+definition+`}}}`)
	}
	round := func(questions ...request.Value) State {
		requests := make([]request.InputRequest, len(questions))
		for i, params := range questions {
			requests[i] = request.InputRequest{Key: fmt.Sprint(i), Params: params}
		}
		s, _ := Update(start(t), Requested{ID: request.StringValue("1"), Requests: requests})
		return s
	}
	ten := `{"enum":["a","b","c","d","e","f","g","h","i","j"]}`
	if s := round(form(ten, 150), form(ten, 150)); s.Step != Form {
		t.Errorf("3,000 options are rejected: %s", s.Rejected)
	}
	options := make([]string, schema.MaxOptions)
	for i := range options {
		options[i] = fmt.Sprint(i)
	}
	long := `{"enum":[` + strings.Join(options, ",") + `]}`
	if s := round(form(long, 3), form(long, 3)); s.Rejected != request.TooManyOptions {
		t.Errorf("12,000 options in two forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	if s := round(form(`{}`, 100), form(`{}`, 100), form(`{}`, 100)); s.Step != Form {
		t.Errorf("300 questions in three forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	if s := round(form(`{}`, 100), form(`{}`, 100), form(`{}`, 101)); s.Rejected != request.TooManyProperties {
		t.Errorf("301 questions in three forms: step %d, rejection %q", s.Step, s.Rejected)
	}
	each := make([]string, 10)
	for i := range each {
		each[i] = fmt.Sprintf(`{"const":"%d","description":"%s"}`, i, strings.Repeat("why ", 70))
	}
	described := `{"oneOf":[` + strings.Join(each, ",") + `]}`
	s := round(form(described, 100), form(described, 100))
	if s.Step != Form {
		t.Fatalf("rejection %q", s.Rejected)
	}
	first, last := s.Requests[0].Form.Fields[0], s.Requests[1].Form.Fields[99]
	whole, cut := first.Options[0].Description, last.Options[9].Description
	if len(whole) != 280 || len(cut) > 200 || last.Remarks[len(last.Remarks)-1] != schema.Shortened {
		t.Errorf("descriptions of %d and %d bytes, remarks %v", len(whole), len(cut), last.Remarks)
	}
}
