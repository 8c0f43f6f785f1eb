package link

import (
	_ "embed" // For the list.
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// knownNames are domains that many people know, so that others imitate them. A name behind "~" is
// also a word or short, and is looked for less widely.
//
//go:embed known.txt
var knownNames string

type known struct {
	domain, label string
	// reading and called are how both are read, single is the label as [once] has it.
	reading, called, single string
	isWord                  bool
}

var allKnown = sync.OnceValue(func() (all []known) {
	for name := range strings.FieldsSeq(knownNames) {
		domain, isWord := strings.CutPrefix(name, "~")
		label, _, _ := strings.Cut(domain, ".")
		all = append(all, known{domain, label, alike(domain), alike(label), once(label), isWord})
	}
	return all
})

// imitated returns the well-known domain that a host passes for without belonging to it; empty for
// most hosts. The same label below another public suffix, as in "google.de", is mostly theirs.
func imitated(host string) string {
	name := strings.TrimSuffix(host, ".")
	site := siteOf(name)
	label, suffix, _ := strings.Cut(site, ".")
	front := inLatin(toUnicode(strings.TrimSuffix(name, "."+suffix)))
	own := front[strings.LastIndexByte(front, '.')+1:]
	single := once(own)
	front, own, suffix = alike(front), alike(own), alike(suffix)
	isKnown := slices.ContainsFunc(allKnown(), func(k known) bool { return k.domain == site })
	for _, k := range allKnown() {
		isTheirs := k.label == label
		if !isTheirs && k.standsIn(front) || !isKnown && (!isTheirs && k.isSpelled(own, single, label) || k.isBait(own, suffix)) {
			return k.domain
		}
	}
	return ""
}

// standsIn reports whether the domain stands in the part of a host before its public suffix. The dots
// of a name that is no word may be hyphens: "google-com" is read as "google.com".
func (k known) standsIn(front string) bool {
	if k.isWord {
		const mark = "!"
		return strings.Contains(front, k.reading) && hasPart(strings.ReplaceAll(front, k.reading, mark), mark)
	}
	return strings.Contains(front, k.called) && hasPart(front, dotted(k.reading))
}

// isSpelled reports whether a label is the domain's own in other letters, or with a hyphen more or a
// letter doubled. Short names are left alone, unless a digit stands for a letter: lng.com is not ing.com.
func (k known) isSpelled(own, single, label string) bool {
	least := 5
	if strings.ContainsAny(label, digits) {
		least = 4
	}
	return own == k.called && len(k.label) >= least || single == k.single && !k.isWord && len(k.label) > 5
}

// isBait reports whether the domain's own label is part of a label beside a word that asks for trust.
func (k known) isBait(own, suffix string) bool {
	if k.isWord || !strings.Contains(own, k.called) || !hasPart(own, k.called) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(alike(baits)), func(bait string) bool { return hasPart(own, bait) || hasPart(suffix, bait) })
}

const baits = "account accounts alert alerts billing confirm customer help invoice login logon password payment payments recover " +
	"recovery refund reward rewards secure security service services signin signon support unlock update verification verify wallet www"

func hasPart(text, part string) bool {
	return strings.Contains("."+dotted(text)+".", "."+part+".")
}

func dotted(text string) string { return strings.ReplaceAll(text, "-", ".") }

// once is how a label is read without its hyphens and with each letter once where it is doubled.
func once(label string) string {
	return alike(string(slices.Compact([]rune(strings.ReplaceAll(label, "-", "")))))
}

// alike writes letters and digits of ASCII as those that they pass for.
func alike(text string) string { return pairs.Replace(signs.Replace(text)) }

var (
	signs = strings.NewReplacer("0", "o", "1", "l", "i", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "9", "g")
	pairs = strings.NewReplacer("rn", "m", "vv", "w", "cl", "d")
)

// accented are letters from a to z, each with those that have a mark at it.
const accented = "aàáâãäåāăąǎạảấầậắ cçćĉċč dďđḍ eèéêëēĕėęěẹẻẽếềệ gĝğġģ hĥħḥ iìíîïĩīĭįịỉ jĵ kķḳ lĺļľłḷ mṃ nñńņňṇ " +
	"oòóôõöøōŏőơọỏốồộ rŕŗřṛ sśŝşšșṣ tţťțṭ uùúûüũūŭůűųưụủ wŵẁẃẅẉ yýÿŷỳỵỷ zźżžẓ"

// inLatin writes letters of other scripts, and those with marks, as the ones from a to z that they pass for.
func inLatin(text string) string {
	return strings.Map(func(r rune) rune {
		if !isForeign(r) {
			return r
		}
		for group := range strings.FieldsSeq(accented) {
			if strings.ContainsRune(group, r) {
				return rune(group[0])
			}
		}
		return untrusted.Latin(r)
	}, text)
}
