// Package words holds the sentences of the frame, with one file for each language. The program contains only
// English: for another language, the host fetches the file that lies beside the program.
package words

import "embed"

// English is the catalogue inside the program.
//
//go:embed en.json
var English string

// Files are all catalogues, for elicitform-server and tests. The program in the frame does not contain them.
//
//go:embed *.json
var Files embed.FS
