package main

// answers are checked with every schema.
var answers = []string{
	`null`, `true`, `"a"`, `""`, `"a@b.example"`, `"2026-02-30"`, `"2026-02-28"`, `"12:00:00Z"`, `0`, `-1.5`, `1e400`, `18446744073709551617`, `12.50`,
	`[]`, `["a","a"]`, `["a",1,null]`, `{}`, `{"a":1}`, `{"a":"x","b":2,"c":true}`, `{"a":{"type":"strong"}}`, `{"type":"object"}`, `{"type":"strong"}`,
	`{"minLength":-1}`, `{"a":{"minLength":-1}}`, `{"minimum":1,"$ref":"#"}`,
	`{"$id":"a#"}`, `{"$id":"a#b"}`, `{"$id":"##"}`, `{"$anchor":"a:b"}`, `{"$anchor":"_a"}`, `{"$anchor":"é"}`, `{"$anchor":""}`, `{"$anchor":"9a"}`, `{"$anchor":"a-9._"}`,
}

// schemas are judged with all answers.
var schemas = append([]string{
	`true`, `false`, `{}`, `[]`, `1`,
	// Every keyword, where it belongs.
	`{"type":["string","null"],"minLength":1,"maxLength":3,"pattern":"^a"}`,
	`{"type":"integer","minimum":0,"maximum":20,"exclusiveMinimum":-1,"exclusiveMaximum":12.6,"multipleOf":0.5}`,
	`{"type":"number","multipleOf":0.01,"not":{"const":12.5}}`,
	`{"enum":["a",1,null,{"a":1}]}`, `{"const":{"a":1.0}}`,
	`{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"prefixItems":[{"type":"string"}],"items":{"type":["number","string"]},"contains":{"const":"a"},"minContains":1,"maxContains":1}`,
	`{"type":"object","properties":{"a":{"type":"number"}},"patternProperties":{"^b":{"type":"number"}},"additionalProperties":{"type":"boolean"},"propertyNames":{"maxLength":1},"minProperties":1,"maxProperties":2}`,
	`{"required":["a","b"],"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"required":["c"]}},"dependencies":{"a":["c"]}}`,
	`{"allOf":[{"type":"object"},{"required":["a"]}],"anyOf":[{"required":["b"]},{"maxProperties":1}],"oneOf":[{"type":"object"},{"required":["b"]}]}`,
	`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"minProperties":1}}`,
	`{"properties":{"a":true},"unevaluatedProperties":false}`, `{"prefixItems":[true],"unevaluatedItems":{"type":"number"}}`,
	`{"contentEncoding":"base64","contentMediaType":"application/json","contentSchema":{"type":"object"}}`,
	// References.
	`{"$ref":"#"}`, `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `{"$ref":"#/$defs/b","$defs":{"a":{"type":"string"}}}`,
	`{"$ref":"#here","$defs":{"a":{"$anchor":"here","type":"string"}}}`, `{"$dynamicRef":"#here","$defs":{"a":{"$dynamicAnchor":"here","type":"string"}}}`,
	`{"$ref":"https://elsewhere.invalid/s"}`, `{"$ref":"file:///etc/passwd"}`, `{"$ref":"other"}`, `{"$id":"https://own.invalid/s","$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`,
	// References to places that no keyword leads to. The published module checks these against
	// their metaschema, which the copy does not have, so that all of them are well-formed here.
	`{"$ref":"#/more/a","more":{"a":{"type":"string"}}}`, `{"$ref":"#/more/a","more":{"a":{"$id":"https://own.invalid/a","type":"string"}}}`,
	`{"$ref":"#/more/a","more":{"a":{"$ref":"#/more/b"},"b":{"type":"number"}}}`,
	// Schemas that are invalid for the metaschema.
	`{"type":"strong"}`, `{"type":[]}`, `{"minLength":-1}`, `{"minLength":1.5}`, `{"maxLength":"3"}`, `{"pattern":"("}`, `{"pattern":1}`, `{"enum":1}`, `{"enum":[]}`, `{"required":"a"}`,
	`{"required":["a","a"]}`, `{"properties":[]}`, `{"properties":{"a":1}}`, `{"properties":{"a":{"minimum":"0"}}}`, `{"multipleOf":0}`, `{"items":[{}]}`, `{"allOf":[]}`, `{"$ref":1}`,
	`{"$id":1}`, `{"$id":"#a"}`, `{"$anchor":"1 2"}`, `{"title":1}`, `{"uniqueItems":"yes"}`, `{"dependentRequired":{"a":"b"}}`, `{"definitions":1}`, `{"format":1}`,
	// Unknown dialects. The metaschemas of vocabularies are not among them: the
	// published module knows those, and no request can name them.
	`{"$schema":"https://elsewhere.invalid/schema"}`, `{"$schema":1}`, `{"$schema":":"}`,
	`{"properties":{"a":{"$schema":"https://elsewhere.invalid/schema","type":"number"}}}`,
}, append(formatted(), inDialects()...)...)

// formatted has a schema for each format.
func formatted() (all []string) {
	for _, format := range []string{"json-pointer", "relative-json-pointer", "uuid", "duration", "ipv4", "ipv6", "hostname", "email", "date", "time", "date-time",
		"uri", "iri", "uri-reference", "iri-reference", "uri-template", "semver", "regex", "unknown", ""} {
		all = append(all, `{"format":"`+format+`"}`, `{"$schema":"http://json-schema.org/draft-07/schema#","format":"`+format+`"}`)
	}
	return all
}

// inDialects has schemas whose meaning depends on the dialect, in all dialects of requests,
// and schemas that are invalid for their metaschemas.
func inDialects() (all []string) {
	for _, dialect := range []string{
		"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft/2020-12/schema#", "https://json-schema.org/draft/2019-09/schema",
		"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#", "https://json-schema.org/draft-07/schema", "http://json-schema.org/schema",
	} {
		for _, rules := range []string{
			`"items":[{"type":"string"}],"additionalItems":{"type":"number"}`, `"prefixItems":[{"type":"string"}],"items":{"type":"number"}`,
			`"$ref":"#/definitions/a","minProperties":1,"definitions":{"a":{"type":"object"}}`, `"dependencies":{"a":["b"],"b":{"required":["c"]}}`,
			`"if":{"required":["a"]},"then":{"required":["b"]}`, `"contains":{"type":"string"},"minContains":2`, `"unevaluatedProperties":false`,
			`"dependentRequired":{"a":["b"]}`, `"$recursiveRef":"#"`, `"id":"https://own.invalid/a","$id":"https://own.invalid/b"`,
			`"type":"strong"`, `"minLength":-1`, `"exclusiveMinimum":true`, `"$ref":"#/more","more":{"minimum":1}`,
		} {
			all = append(all, `{"$schema":"`+dialect+`",`+rules+`}`)
		}
	}
	return all
}
