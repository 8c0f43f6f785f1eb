package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// BenchmarkRead reads a form of 200 ordinary fields.
func BenchmarkRead(b *testing.B) {
	var properties []string
	for i := range 200 {
		properties = append(properties, fmt.Sprintf([]string{
			`"text_%d":{"type":"string","title":"First name","description":"As it stands in your passport","maxLength":80}`,
			`"count%d":{"type":"integer","title":"How many","minimum":0,"maximum":100,"default":3}`,
			`"choice%d":{"type":"string","title":"Colour","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}],"default":"g"}`,
			`"optional%d":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"title":"Remarks"}`,
		}[i%4], i))
	}
	schema := parse(b, `{"type":"object","properties":{`+strings.Join(properties, ",")+`}}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(request.Request{Schema: schema}, NewBudget()); err != nil {
			b.Fatal(err)
		}
	}
}
