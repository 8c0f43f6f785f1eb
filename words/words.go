// Package words holds the sentences of the frame as data, with one file for each language.
// English is part of the program. The host fetches the file of another language beside the
// program and hands it over.
package words

import "embed"

// English is the catalogue that the program has from the start.
//
//go:embed en.json
var English string

// Files are all catalogues, each under its tag. The program in the frame does not have them:
// elicitform-server and tests read them here.
//
//go:embed *.json
var Files embed.FS
