// Package words holds the sentences of the frame as data, with one file for each language.
// English is part of the program. The host fetches the file of another language beside the
// program and hands it over.
package words

import (
	"embed"
	"strings"
)

// English is the catalogue that the program has from the start.
//
//go:embed en.json
var English string

//go:embed *.json
var files embed.FS

// Tags are the tags of all catalogues.
func Tags() (tags []string) {
	all, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, file := range all {
		tags = append(tags, strings.TrimSuffix(file.Name(), ".json"))
	}
	return tags
}

// Text is the catalogue with this tag; empty where there is none. The program does not have
// the catalogues that only tests and the build ask for here.
func Text(tag string) []byte {
	text, _ := files.ReadFile(tag + ".json")
	return text
}
