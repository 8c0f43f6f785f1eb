package request

import (
	"strconv"
	"strings"
	"testing"
)

func BenchmarkParse200Fields(b *testing.B) {
	var text strings.Builder
	text.WriteString(`{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{`)
	for i := range 200 {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(`"field` + strconv.Itoa(i) + `":{"type":"string","title":"Field","description":"What to write here","minLength":1,"maxLength":80}`)
	}
	text.WriteString(`}}}`)
	raw := []byte(text.String())
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := Parse(raw); err != nil {
			b.Fatal(err)
		}
	}
}
