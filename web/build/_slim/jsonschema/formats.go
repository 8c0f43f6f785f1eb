package jsonschema

//slim:drops validateEmail validateIPV4 validateUUID validateDate validateTime validateDateTime: internal/validate registers formats of these names, which come first
//slim:drops validatePeriod: no draft has a format of that name, and no server in use checks it

var formats = map[string]*Format{
	"json-pointer":          {"json-pointer", validateJSONPointer},
	"relative-json-pointer": {"relative-json-pointer", validateRelativeJSONPointer},
	"duration":              {"duration", validateDuration},
	"ipv6":                  {"ipv6", validateIPV6},
	"hostname":              {"hostname", validateHostname},
	"iri":                   {"iri", validateURI},
	"iri-reference":         {"iri-reference", validateURIReference},
	"uri-template":          {"uri-template", validateURITemplate},
	"semver":                {"semver", validateSemver},
}
