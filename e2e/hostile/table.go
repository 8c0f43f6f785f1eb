package hostile

import (
	"cmp"
	"slices"
	"strings"
)

type Case struct {
	Name, Params string
	// Known says that this very request has blocked a form for seconds.
	Known bool
}

// known are the names of the requests that have blocked a form.
var known = map[string]bool{
	"100 date-times": true, "300 date-times": true, "a title of 100000 bytes 300 times": true, "a description of 200000 bytes 300 times": true,
	"a default of 100000 bytes 300 times": true, "a title of option of 200000 bytes 300 times": true, "a default of 10000 entries": true,
	"a default of 30000 entries": true, "300 times 10 radio buttons": true, "10 anyOf of 1000 types": true, "5 lists of 2000 options": true,
	"300 steps of 1e-300": true, "300 patterns of counted groups": true, "300 patterns of a large class": true, "a blocked page at zero width": true,
}

// Table lists requests that cost far more than their length to draw, compile, check or shorten, with several
// texts and kinds of each, sorted by name.
func Table() []Case {
	var list []Case
	add := func(name, params string) { list = append(list, Case{name, params, known[name]}) }

	dateTime := `{"type":"string","format":"date-time"}`
	add("100 date-times", form(each(100, dateTime)))
	add("300 date-times", form(each(300, dateTime)))
	add("300 date-times by reference", shared(300, dateTime))
	add("300 date-times with a default", shared(300, `{"type":"string","format":"date-time","default":"2024-02-29T12:00:00+05:30"}`))
	add("300 dates", shared(300, `{"type":"string","format":"date"}`))
	add("300 check boxes", shared(300, `{"type":"boolean"}`))
	add("300 texts", shared(300, `{"type":"string","title":"T","description":"D","minLength":3}`))
	add("300 required numbers", strings.Replace(shared(300, `{"type":"integer","minimum":5}`), `"type":"object"`, `"type":"object","required":`+array(repeat(300, func(i int) string { return quote("p" + digits(i)) })...), 1))

	for _, size := range []int{100_000, 200_000} {
		for place, property := range map[string]string{
			"title":           `{"type":"string","title":TEXT}`,
			"description":     `{"type":"string","description":TEXT}`,
			"default":         `{"type":"string","default":TEXT}`,
			"title of option": `{"type":"string","oneOf":[{"const":"a","title":TEXT},{"const":"b","title":"B"}]}`,
			"option":          `{"type":"string","enum":[TEXT,"b"]}`,
			"pattern":         `{"type":"string","pattern":TEXT}`,
			"const":           `{"type":"string","const":TEXT}`,
			"type":            `{"type":TEXT}`,
		} {
			text := `"` + long(scripts[0].piece, size) + `"`
			add("a "+place+" of "+digits(size)+" bytes 300 times", shared(300, strings.Replace(property, "TEXT", text, 1)))
		}
	}
	for _, script := range scripts[1:] {
		text := `"` + long(script.piece, 150_000) + `"`
		add("a description of "+script.name+" 300 times", shared(300, `{"type":"string","description":`+text+`}`))
		add("a message of "+script.name, object(member("message", text), member("requestedSchema", object(member("type", `"object"`), member("properties", `{"p":{"type":"string"}}`)))))
		add("a default of "+script.name, form(`"p":{"type":"string","default":`+text+`}`))
	}

	for _, count := range []int{10_000, 30_000} {
		value := array(repeat(count, func(int) string { return `"a"` })...)
		add("a default of "+digits(count)+" entries", form(`"p":{"type":"array","items":{"type":"string","enum":["a","b"]},"default":`+value+`}`))
		add("a default of "+digits(count)+" entries for a text", form(`"p":{"type":"string","default":`+value+`}`))
		add("a default of "+digits(count)+" entries 300 times", shared(300, `{"type":"array","items":{"type":"string","enum":["a","b"]},"default":`+value+`}`))
		add("a default of "+digits(count)+" unknown entries", form(`"p":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]},"default":`+array(repeat(count, func(i int) string { return quote(digits(i)) })...)+`}`))
	}

	ten := array(repeat(10, func(i int) string { return quote("option " + digits(i)) })...)
	add("300 times 10 radio buttons", shared(300, `{"type":"string","enum":`+ten+`}`))
	add("300 times 4 radio buttons", shared(300, `{"type":"string","enum":["a","b","c","d"]}`))
	add("300 times 10 check boxes", shared(300, `{"type":"array","items":{"type":"string","enum":`+ten+`}}`))
	add("300 times 20 options", shared(300, `{"type":"string","enum":`+array(repeat(20, func(i int) string { return quote(digits(i)) })...)+`}`))
	add("10 anyOf of 1000 types", form(each(10, `{"anyOf":`+array(repeat(1000, func(int) string { return `{"type":"string"}` })...)+`}`)))
	add("300 anyOf of 1000 types", shared(300, `{"anyOf":`+array(repeat(1000, func(int) string { return `{"type":"string"}` })...)+`}`))
	options := array(repeat(2000, func(i int) string { return quote("o" + digits(i)) })...)
	add("5 lists of 2000 options", form(each(5, `{"type":"array","items":{"type":"string","enum":`+options+`}}`)))
	add("5 choices of 2000 options", form(each(5, `{"type":"string","enum":`+options+`}`)))
	add("300 choices of 2000 options", shared(300, `{"type":"string","enum":`+options+`}`))
	titled := array(repeat(2000, func(i int) string {
		return object(member("const", quote(digits(i))), member("title", quote("Option "+digits(i))))
	})...)
	add("2000 titled options", form(`"p":{"type":"string","oneOf":`+titled+`}`))
	add("2000 titled options as check boxes", form(`"p":{"type":"array","items":{"anyOf":`+titled+`}}`))
	add("20000 options", form(`"p":{"type":"string","enum":`+array(repeat(20_000, func(i int) string { return quote(digits(i)) })...)+`}`))

	add("300 steps of 1e-300", shared(300, `{"type":"number","multipleOf":1e-300,"default":1e300}`))
	add("300 steps of 1e-300 written out", form(each(300, `{"type":"number","multipleOf":1e-300,"default":1e300}`)))
	add("300 bounds of 1e300", shared(300, `{"type":"number","minimum":-1e300,"maximum":1e-300,"default":1e-300}`))
	add("numbers of 400 digits", form(each(200, `{"type":"number","default":`+strings.Repeat("9", 400)+`,"minimum":0.`+strings.Repeat("3", 400)+`}`)))
	for name, pattern := range map[string]string{
		"counted groups":         `(a{1,100}){1,10}b{1,100}`,
		"groups in groups":       `((a{1,9}b){1,9}c){1,9}`,
		"a large class":          `\\p{L}[\\p{N}\\p{M}\\p{S}]*`,
		"a counted class":        `[\\p{L}\\p{N}]{1,500}`,
		"everything but a class": `[^\\p{L}\\p{P}]+`,
		"alternatives":           strings.Repeat("ab|", 300) + "c",
		"lookaheads":             `^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^\\w\\s]).{8,64}$`,
		"optional pieces":        strings.Repeat("[a-z]?", 150),
	} {
		property := `{"type":"string","pattern":"` + pattern + `","default":"abcabc"}`
		add("300 patterns of "+name, shared(300, property))
		distinct := each(300, property)
		if len(distinct) < Limit-4<<10 {
			add("300 patterns of "+name+" written out", form(distinct))
		}
	}

	for name, piece := range map[string]string{"zero width": "\u200b", "tags": "\U000e0041", "overrides": "\u202e", "soft hyphens": "\u00ad", "letters": "a", "labels": "a.", "empty labels": ".", "escapes": "%20", "signs": "@", "letters of other scripts": "漢"} {
		count := min(80_000, 200_000/len(piece))
		add("a page at "+name, page("https://example.com/"+strings.Repeat(piece, count)))
		add("a blocked page at "+name, page("javascript:"+strings.Repeat(piece, count)))
		add("a page of the site "+name, page("https://"+strings.Repeat(piece, count)+".example/"))
	}
	slices.SortFunc(list, func(a, b Case) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// form is a request whose properties are the given members of an object.
func form(properties string) string {
	return `{"message":"m","requestedSchema":{"type":"object","properties":{` + properties + `}}}`
}

func page(address string) string {
	return `{"mode":"url","message":"m","elicitationId":"e","url":` + quote(address) + `}`
}

// each returns that many properties, each with the schema written out.
func each(count int, schema string) string {
	return join(repeat(count, func(i int) string { return quote("p"+digits(i)) + ":" + schema }))
}

// shared is a request whose properties all refer to one definition.
func shared(count int, schema string) string {
	return `{"message":"m","requestedSchema":{"type":"object","$defs":{"d":` + schema + `},"properties":{` + each(count, `{"$ref":"#/$defs/d"}`) + `}}}`
}

func long(piece string, size int) string { return strings.Repeat(piece, size/len(piece)) }

func repeat(count int, piece func(int) string) []string {
	list := make([]string, count)
	for i := range list {
		list[i] = piece(i)
	}
	return list
}
