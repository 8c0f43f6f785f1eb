package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestNew_LargeHonestFormsLoseNothing: the budget bounds the texts and rules that references
// multiply. A long form without references is neither shortened nor remarked on.
// Rows: B6.
func TestNew_LargeHonestFormsLoseNothing(t *testing.T) {
	times := func(n int, write func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = write(i)
		}
		return strings.Join(parts, ",")
	}
	fields := func(n int, format string) string {
		return `{"type":"object","properties":{` + times(n, func(i int) string { return fmt.Sprintf(`"f%d":`, i) + strings.ReplaceAll(format, "§", fmt.Sprint(i)) }) + `}}`
	}
	options := func(n int) string {
		return times(n, func(i int) string { return fmt.Sprintf(`"Option number %d"`, i) })
	}
	countries := times(250, func(i int) string {
		return fmt.Sprintf(`{"const":"C%d","title":"Country number %d","description":"One of the countries of the world"}`, i, i)
	})
	legal := strings.Repeat("The party of the first part. ", 104)
	for name, text := range map[string]string{
		"200 fields with descriptions":             fields(200, `{"type":"string","title":"Title §","description":"§ `+legal[:600]+`","maxLength":200,"default":"x"}`),
		"a list of countries in five fields":       strings.Replace(fields(5, `{"$ref":"#/$defs/c"}`), "{", `{"$defs":{"c":{"type":"string","oneOf":[`+countries+`]}},`, 1),
		"a choice of 2,000":                        fields(1, `{"type":"string","enum":[`+options(2000)+`],"default":"Option number 1999"}`),
		"any of 2,000, all of them suggested":      fields(1, `{"type":"array","items":{"type":"string","enum":[`+options(2000)+`]},"default":[`+options(2000)+`]}`),
		"long legal texts in 20 fields":            fields(20, `{"type":"boolean","title":"Term §","description":"§ `+legal[:2990]+`"}`),
		"100 suggested entries in each of 50":      fields(50, `{"type":"array","items":{"type":"string"},"default":[`+options(100)+`]}`),
		"a pattern with counts in each of 200":     fields(200, `{"type":"string","pattern":"^[A-Z]{2}[0-9]{1,12}(-[a-z]{2,8}[§])?$","default":"AB12"}`),
		"an address pattern in each of 100":        fields(100, `{"type":"string","pattern":"^[a-zA-Z0-9_.+-]{1,64}@[a-zA-Z0-9-]{1,63}\\.[a-zA-Z0-9.-]{2,1§}$"}`),
		"letters of all scripts in each of 40":     fields(40, `{"type":"string","pattern":"^[\\p{L}\\p{M}' -]{1,1§}$","default":"José"}`),
		"amounts in each of 200":                   fields(200, `{"type":"number","minimum":0,"maximum":1000000,"multipleOf":0.01,"default":19.99}`),
		"moments in each of 100":                   fields(100, `{"type":"string","format":"date-time","default":"2026-01-02T03:04:05Z"}`),
		"five radio buttons in each of 200 fields": fields(200, `{"type":"string","enum":["a","b","c","d","e"],"default":"a"}`),
	} {
		t.Run(name, func(t *testing.T) {
			requested, err := request.Parse([]byte(text))
			if err != nil || len(text) > 256<<10 {
				t.Fatalf("%s, %d bytes: %v", name, len(text), err)
			}
			form, err := schema.Read(request.Request{Schema: requested}, schema.NewBudget())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			New(form)
			for i, f := range form.Fields {
				if f.Unsupported != "" || len(f.Remarks) > 0 || !f.Default.Equal(f.Schema.Get("default")) {
					t.Errorf("%s: field %d has remarks %v, %q and the suggestion %s", name, i, f.Remarks, f.Unsupported, f.Default.JSON())
					break
				}
				if want := f.Schema.Get("description").Text; string(f.Description) != want {
					t.Errorf("%s: field %d has %d of %d bytes of its description", name, i, len(f.Description), len(want))
					break
				}
			}
		})
	}
}
