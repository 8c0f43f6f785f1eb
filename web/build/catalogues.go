package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path"
	"strings"
)

// catalogues adds one file with the words of all languages but English, which is part of the program. It returns where each language
// is: "words.….bin#de:0-5899 words.….bin#fr:5900-11999". A browser fetches only the bytes of its language, so each is packed
// by itself. The file as a whole is a gzip file, and its name does not say so: some servers would announce it as a coding.
func (b *builder) catalogues(frame tree) (string, error) {
	texts, err := filesIn(b.path("internal", "wording", "words"), func(name string) bool {
		return path.Ext(name) == ".json" && name != "en.json"
	})
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	var parts []string
	for _, name := range texts.names() {
		first := packed.Len()
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // The error is about an unknown level.
		if _, err := z.Write(texts[name]); err != nil {
			return "", err
		}
		if err := z.Close(); err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("#%s:%d-%d", strings.TrimSuffix(name, ".json"), first, packed.Len()-1))
	}
	file := frame.addHashed("words.bin", packed.Bytes())
	return file + strings.Join(parts, " "+file), nil
}
