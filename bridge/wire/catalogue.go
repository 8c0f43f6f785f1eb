package wire

import (
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// ReadCatalogue reads the tag of a language, and its texts. The tag is empty where it is none.
func ReadCatalogue(params elicit.Value) (language string, texts elicit.Value) {
	if tag := text(params.Get("language")); isName(tag, "-") {
		language = tag
	}
	return language, params.Get("texts")
}

// CatalogueRejected says why the texts of a language are not used.
func CatalogueRejected(language, why string) string {
	return Notification(MethodCatalogueRejected, object(
		member("language", elicit.StringValue(language)),
		member("why", elicit.StringValue(why)),
	))
}

// Words tells what the form says of the outcomes of requests, by their names.
func Words(language string, outcomes map[string]string) string {
	told := []elicit.Member{member("lang", elicit.StringValue(language))}
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		told = append(told, member(outcome, elicit.StringValue(outcomes[outcome])))
	}
	return Notification(MethodWords, object(told...))
}
