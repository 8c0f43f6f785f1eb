package check

// BadURI is the code of an address that is none.
const BadURI Code = "bad-uri"

var uri = textKind{format: "uri", code: BadURI}
