package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// form is a request that every library shows.
type form struct {
	Name   string          // as in the results
	Label  string          // as in the tables
	Params json.RawMessage // of elicitation/create
	// Typed says that its first field is a text, in which keys can be pressed.
	Typed bool
}

// kinds are the fields of the forms that grow, one after the other: all kinds of
// field that the protocol has. The first one is required, so that Continue finds
// something to check.
var kinds = []string{
	`{"type":"string","title":"Full name %d"}`,
	`{"type":"string","title":"Mail address %d","description":"Where we send the confirmation","format":"email"}`,
	`{"type":"integer","title":"Number of people %d","minimum":1,"maximum":20,"default":2}`,
	`{"type":"boolean","title":"Breakfast %d"}`,
	`{"type":"string","title":"Street %d"}`,
	`{"type":"string","title":"Room %d","enum":["single","double","suite"]}`,
	`{"type":"number","title":"Budget %d","minimum":0}`,
	`{"type":"string","title":"Arrival %d","format":"date"}`,
	`{"type":"string","title":"Remarks %d","maxLength":500}`,
	`{"type":"array","title":"Extras %d","items":{"type":"string","enum":["sauna","parking"]},"uniqueItems":true}`,
}

// growing is a form with so many fields.
func growing(fields int) form {
	properties := make([]string, fields)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"p%d":`+kinds[i%len(kinds)], i, i+1)
	}
	label := fmt.Sprintf("%d fields", fields)
	if fields == 1 {
		label = "1 field"
	}
	return form{
		Name: fmt.Sprint(fields), Label: label, Typed: true,
		Params: fmt.Appendf(nil, `{"message":"Please complete your booking.","requestedSchema":{"type":"object","properties":{%s},"required":["p0"]}}`, strings.Join(properties, ",")),
	}
}

// choice is one choice of a thousand options.
func choice() form {
	options := make([]string, 1000)
	for i := range options {
		options[i] = fmt.Sprintf(`"Station number %d"`, i+1)
	}
	return form{
		Name: "choice", Label: "a choice of 1,000",
		Params: fmt.Appendf(nil, `{"message":"Where do you start?","requestedSchema":{"type":"object","properties":{"from":{"type":"string","title":"Station","enum":[%s]}}}}`, strings.Join(options, ",")),
	}
}

// everything is what the official server that shows everything asks, from the
// corpus of requests.
func everything(file string) (form, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return form{}, err
	}
	var recorded struct{ Params json.RawMessage }
	if err := json.Unmarshal(text, &recorded); err != nil {
		return form{}, fmt.Errorf("%s: %w", file, err)
	}
	return form{
		Name: "everything", Label: "the everything server's", Params: recorded.Params, Typed: true,
	}, nil
}
