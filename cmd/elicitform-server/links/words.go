package links

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/words"
)

//go:embed words.json
var ownWords []byte

// texts are the sentences of one language, by their names; lang is its tag, and dir its direction.
type texts map[string]string

// common are sentences that the frame says too, by their names here and in its catalogues.
var common = map[string]string{"requestFrom": "ShellHeading", "loading": "Loading"}

// languages are the texts of each language, by its tag.
var languages = readLanguages()

func readLanguages() map[string]texts {
	all := map[string]texts{}
	if err := json.Unmarshal(ownWords, &all); err != nil {
		panic("links: words.json: " + err.Error())
	}
	for tag, own := range all {
		content, err := words.Files.ReadFile(tag + ".json")
		catalogue := map[string]any{}
		if err == nil {
			err = json.Unmarshal(content, &catalogue)
		}
		if err != nil {
			panic("links: words of " + tag + ": " + err.Error())
		}
		for name, key := range common {
			own[name], _ = catalogue[key].(string)
		}
		own["lang"], own["dir"] = tag, "ltr"
		if tag == "ar" || tag == "he" {
			own["dir"] = "rtl"
		}
	}
	return all
}

const (
	// mostAccepted is how many bytes of a list of languages are read, and mostWanted how many languages of it.
	mostAccepted, mostWanted = 1000, 30
)

// wordsFor returns the texts of the language that a person likes best, as Accept-Language says it; English where there is none.
func wordsFor(accepted []string) texts {
	type wanted struct {
		tag     string
		quality float64
	}
	list := strings.Join(accepted, ",")
	var all []wanted
	for part := range strings.SplitSeq(list[:min(len(list), mostAccepted)], ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		one := wanted{strings.ToLower(strings.TrimSpace(tag)), 1}
		if q, given := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q="); given {
			one.quality, _ = strconv.ParseFloat(q, 64)
		}
		if one.quality > 0 && len(all) < mostWanted {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b wanted) int {
		switch {
		case a.quality > b.quality:
			return -1
		case a.quality < b.quality:
			return 1
		}
		return 0
	})
	for _, one := range all {
		if tag := languageOf(one.tag); tag != "" {
			return languages[tag]
		}
	}
	return languages["en"]
}

// languageOf chooses as the frame does: the language itself, or else one with the same primary subtag.
func languageOf(wanted string) string {
	primary, _, _ := strings.Cut(wanted, "-")
	if primary == "iw" {
		// The code of Hebrew before 1989.
		primary = "he"
	}
	for _, tag := range slices.Sorted(maps.Keys(languages)) {
		if base, _, _ := strings.Cut(tag, "-"); base == primary {
			return tag
		}
	}
	return ""
}
