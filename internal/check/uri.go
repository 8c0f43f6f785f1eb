package check

import "github.com/elicitform/elicitform/internal/schema"

// BadURI is the code of an address that is none.
const BadURI Code = "bad-uri"

var uri = textKind{format: "uri", wrong: unless(schema.ValidURI, BadURI)}
