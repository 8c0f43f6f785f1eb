// Package words holds the sentences of the frame as data, with one file for each language.
// The program contains only English: for another language, the host fetches the file that lies
// beside the program and passes it to the frame.
package words

import "embed"

// English is the catalogue inside the program.
//
//go:embed en.json
var English string

// Files are all catalogues, named by their language tags. The program in the frame does not contain
// them: elicitform-server and tests read them here.
//
//go:embed *.json
var Files embed.FS
