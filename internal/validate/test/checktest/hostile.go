package checktest

import (
	"fmt"
	"strconv"
	"strings"
)

// Hostile is a requestedSchema that is small to send and expensive to show, check or even read.
type Hostile struct{ Name, Schema string }

// HostileSchemas are requests of at most 256 KiB that were found to keep a page busy for
// seconds, and variants with other texts and kinds.
func HostileSchemas() []Hostile {
	var all []Hostile
	add := func(name, schema string) { all = append(all, Hostile{name, schema}) }
	shared := func(name string, n int, property, definitions string) {
		add(name, `{"type":"object","properties":{`+repeat(n, func(i int) string {
			return fmt.Sprintf(`"p%d":%s`, i, property)
		})+`},"$defs":{`+definitions+`}}`)
	}
	const ref = `{"$ref":"#/$defs/t"}`
	text := strings.Repeat("lorem ipsum ", 16_000) // 192 kB
	wide := strings.Repeat("ж\u0301\u200b", 30_000)
	quoted := strconv.Quote

	for _, n := range []int{100, 300} {
		shared(fmt.Sprint(n, " date-times"), n, `{"type":"string","format":"date-time"}`, "")
	}
	for name, t := range map[string]string{"text": text, "invisible text": wide} {
		for _, keyword := range []string{"title", "description", "default", "pattern", "format", "$comment", "const"} {
			shared("300 share one "+name+" as "+keyword, 300, ref, `"t":{"type":"string","`+keyword+`":"`+t+`"}`)
		}
		shared("300 share one "+name+" as title beside a reference", 300, `{"$ref":"#/$defs/t","minLength":1}`, `"t":{"type":"string","title":"`+t+`","description":"`+strings.Repeat("why ", 2_000)+`"}`)
		shared("300 share one "+name+" as example", 300, ref, `"t":{"type":"string","examples":["`+t+`"]}`)
		shared("300 share one "+name+" as the title of an option", 300, ref, `"t":{"oneOf":[{"const":"a","title":"`+t+`"},{"const":"b"}]}`)
		shared("300 share one "+name+" as the name of an option", 300, ref, `"t":{"type":"string","enum":["a","b"],"enumNames":["`+t+`","B"]}`)
		shared("300 share one "+name+" as the description of an option", 300, ref, `"t":{"oneOf":[{"const":"a","description":"`+t+`"},{"const":"b"}]}`)
		shared("300 share one "+name+" as an option", 300, ref, `"t":{"type":"string","enum":["`+t+`","b"]}`)
		shared("300 share one "+name+" as a box", 300, ref, `"t":{"type":"array","items":{"enum":["`+t+`","b"]}}`)
		shared("300 share one "+name+" as the default of a list", 300, ref, `"t":{"type":"array","items":{"type":"string"},"default":["`+t+`"]}`)
		shared("300 share one "+name+" in a hint of several lines", 300, ref, `"t":{"type":"string","_meta":{"hint":"`+t+`"}}`)
	}
	for _, n := range []int{10_000, 30_000} {
		entries := repeat(n, func(i int) string { return quoted(strconv.Itoa(i)) })
		add(fmt.Sprint("a list with a default of ", n), `{"type":"object","properties":{"p":{"type":"array","items":{"type":"string"},"default":[`+entries+`]}}}`)
		add(fmt.Sprint("a list of addresses with a default of ", n), `{"type":"object","properties":{"p":{"type":"array","uniqueItems":true,"items":{"type":"string","pattern":"^[0-9]+$"},"default":[`+entries+`]}}}`)
	}
	options := repeat(2000, func(i int) string { return quoted("option " + strconv.Itoa(i)) })
	numbers := repeat(2000, strconv.Itoa)
	add("boxes with a default of 10000", `{"type":"object","properties":{"p":{"type":"array","items":{"enum":[`+numbers+`]},"default":[`+repeat(10_000, strconv.Itoa)+`]}}}`)
	add("boxes with all of 2000 suggested", `{"type":"object","properties":{"p":{"type":"array","items":{"enum":[`+options+`]},"default":[`+options+`]}}}`)
	shared("300 share a default of 2000", 300, ref, `"t":{"type":"array","items":{"type":"string"},"default":[`+options+`]}`)
	shared("5 multi-selects of 2000", 5, `{"type":"array","items":{"$ref":"#/$defs/t"},"default":["option 1"]}`, `"t":{"type":"string","enum":[`+options+`]}`)
	shared("5 multi-selects of 2000 suggested", 5, ref, `"t":{"type":"array","items":{"enum":[`+options+`]},"default":[`+options+`]}`)
	shared("5 choices of 2000 titled alike", 5, ref, `"t":{"oneOf":[`+repeat(2000, func(i int) string { return fmt.Sprintf(`{"const":%d,"title":"same"}`, i) })+`]}`)
	shared("6 choices of 2000", 6, ref, `"t":{"enum":[`+options+`]}`)

	shared("300 times ten radio buttons", 300, ref, `"t":{"type":"string","enum":["a","b","c","d","e","f","g","h","i","j"],"default":"j"}`)
	shared("300 times ten titled radio buttons", 300, ref, `"t":{"oneOf":[`+repeat(10, func(i int) string {
		return fmt.Sprintf(`{"const":"%d","title":"Option %d","description":"About %d"}`, i, i, i)
	})+`]}`)
	shared("300 times ten boxes", 300, ref, `"t":{"type":"array","items":{"enum":["a","b","c","d","e","f","g","h","i","j"]},"default":["a","j"]}`)

	for _, keyword := range []string{"anyOf", "oneOf"} {
		union := `{"` + keyword + `":[` + repeat(1000, func(int) string { return `{"type":"string"}` }) + `]}`
		add("ten "+keyword+" of 1000 types", `{"type":"object","properties":{`+repeat(10, func(i int) string { return fmt.Sprintf(`"p%d":%s`, i, union) })+`}}`)
		shared("300 share "+keyword+" of 1000 types", 300, ref, `"t":`+union)
	}
	lengths := `[` + repeat(1000, func(i int) string { return fmt.Sprintf(`{"type":"string","minLength":%d}`, i) }) + `]`
	shared("a hundred share anyOf of 1000 lengths", 100, ref, `"t":{"anyOf":`+lengths+`,"default":"x"}`)
	add("rules between answers", `{"type":"object","properties":{"a":{"type":"string"}},"allOf":`+lengths+`,"anyOf":`+lengths+`}`)
	add("rules between 300 answers", `{"type":"object","properties":{`+repeat(300, func(i int) string { return fmt.Sprintf(`"p%d":{"type":["string","null"],"format":"uuid"}`, i) })+`},
		"allOf":[`+repeat(300, func(i int) string {
		return fmt.Sprintf(`{"properties":{"p%d":{"$ref":"#/properties/p%d"}}}`, i, (i+1)%300)
	})+`],"additionalProperties":false}`)

	number := `{"type":"number","multipleOf":1e-300,"default":1e300}`
	shared("300 far multiples", 300, number, "")
	shared("300 far multiples by reference", 300, ref, `"t":`+number)
	shared("300 far bounds", 300, `{"type":["number","null"],"minimum":-1e308,"maximum":1e308,"multipleOf":1e-308,"default":1e308}`, "")
	add("1000 far numbers to choose from", `{"type":"object","properties":{"p":{"enum":[`+repeat(1000, func(i int) string { return fmt.Sprintf("1%03de300", i) })+`],"multipleOf":1e-300}}}`)
	shared("300 numbers of forty digits", 300, ref, `"t":{"type":"number","multipleOf":`+strings.Repeat("7", 38)+`e-308,"default":`+strings.Repeat("7", 38)+`e250}`)

	add("300 patterns with counted groups", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"type":"string","pattern":"^(([a-z]{1,%d}){1,20}){1,9}$","default":"abc"}`, i, 10+i%90)
	})+`}}`)
	add("300 patterns with another count", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"type":"string","pattern":"^(?:ab?){%d}$","default":"a"}`, i, i+1)
	})+`}}`)
	classes := strings.Repeat(`\\p{L}\\p{Alphabetic}\\P{Lu}`, 30)
	add("300 patterns with large classes", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"type":"string","pattern":"[\\p{Alphabetic}\\p{L}%d]\\P{Alphabetic}","default":"x%d"}`, i, i, i)
	})+`}}`)
	shared("300 share a pattern with large classes", 300, ref, `"t":{"type":"string","pattern":"[`+classes+`]+","default":"x"}`)
	shared("300 share a pattern that cannot be checked", 300, ref, `"t":{"type":"string","pattern":"(`+strings.Repeat("a", 900)+`)\\1","default":"x"}`)
	add("patterns of names", `{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{`+repeat(1000, func(i int) string { return fmt.Sprintf(`"^((x%d){1,50}){1,50}$":{"type":"string"}`, i) })+`}}`)

	add("a chain of references", `{"type":"object","properties":{`+repeat(300, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/d%d"}`, i, i) })+
		`},"$defs":{`+repeat(300, func(i int) string { return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1) })+`,"d300":{"type":"string"}}}`)
	add("references that multiply", `{"type":"object","properties":{`+repeat(100, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/d0"}`, i) })+
		`},"$defs":{`+repeat(8, func(i int) string {
		return fmt.Sprintf(`"d%d":{"anyOf":[`, i) + repeat(8, func(int) string { return fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1) }) + `]}`
	})+`,"d8":{"type":"string"}}}`)
	shared("300 lists of identifiers", 300, `{"type":"array","items":{"type":"string","format":"uuid"},"uniqueItems":true,"default":["550e8400-e29b-41d4-a716-446655440000"]}`, "")
	add("300 broken schemas", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"type":"string","minLength":-%d,"format":"uuid","default":"x"}`, i, i+1)
	})+`}}`)
	add("300 broken schemas that refer", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/t","maxLength":%d,"default":"x"}`, i, i+1)
	})+`},"$defs":{"t":{"type":"string","minLength":-1,"format":"uuid"},"u":{"enum":[`+options+`]}}}`)
	add("300 identifiers", `{"type":"object","properties":{`+repeat(300, func(i int) string {
		return fmt.Sprintf(`"p%d":{"type":["string","null"],"format":"uuid","maxLength":%d,"default":"550e8400-e29b-41d4-a716-446655440000"}`, i, i+36)
	})+`},"required":["p1"],"minProperties":1}`)
	add("long names", `{"type":"object","properties":{`+repeat(100, func(i int) string { return fmt.Sprintf(`"%s%d":{"type":"string"}`, strings.Repeat("aB", 1000), i) })+`},"required":["zz"]}`)
	add("many required", `{"type":"object","properties":{"a":{"type":"string"}},"required":[`+repeat(20_000, func(i int) string { return fmt.Sprintf(`"r%d"`, i) })+`]}`)
	return all
}

func repeat(n int, make func(int) string) string {
	var all strings.Builder
	for i := range n {
		if i > 0 {
			all.WriteByte(',')
		}
		all.WriteString(make(i))
	}
	return all.String()
}
