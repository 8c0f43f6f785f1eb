package link

import (
	_ "embed" // For the list.
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/link/suffix"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// knownNames are domains that many people know, so that others imitate them. A name behind "~" is
// also a word or short, and is looked for less widely.
//
//go:embed known.txt
var knownNames string

type known struct {
	domain, label string
	plain         string // the label with its digits as letters
	// reading and called are how both are read, single is the label as [once] has it.
	reading, called, single string
	isWord                  bool
}

var allKnown = sync.OnceValue(func() (all []known) {
	for name := range strings.FieldsSeq(knownNames) {
		domain, isWord := strings.CutPrefix(name, "~")
		label, _, _ := strings.Cut(domain, ".")
		all = append(all, known{domain, label, signs.Replace(label), alike(domain), alike(label), once(label), isWord})
	}
	return all
})

// imitated returns the well-known domain that a host passes for without belonging to it; empty for
// most hosts. The same label below another public suffix, as in "google.de", is mostly theirs, but neither where
// a company hosts its customers nor where names cost next to nothing.
func imitated(host string) string {
	name := strings.TrimSuffix(host, ".")
	site, isHosted := name, false
	if !isAddress(name) {
		site, isHosted = suffix.Registered(name)
	}
	if customer, found := strings.CutSuffix(name, "."+site); found && !isHosted && slices.Contains(strings.Fields(otherHosting), site) {
		site, isHosted = customer[strings.LastIndexByte(customer, '.')+1:]+"."+site, true
	}
	label, ending, _ := strings.Cut(site, ".")
	front := inLatin(toUnicode(strings.TrimSuffix(name, "."+ending)))
	last := front[strings.LastIndexByte(front, '.')+1:]
	single, plain := once(last), signs.Replace(last)
	front = alike(front)
	own := []string{alike(last)}
	if strings.Contains(last, "6") {
		own = append(own, alike(strings.ReplaceAll(last, "6", "9")))
	}
	isOpen := isHosted || slices.Contains(strings.Fields(cheapEndings), ending)
	// The proxies of libraries have names like "scholar-google-com.ezproxy.example.edu", and only schools get names there.
	isSchool := ending == "edu" || strings.HasPrefix(ending, "ac.") || strings.HasPrefix(ending, "edu.")
	isKnown := slices.ContainsFunc(allKnown(), func(k known) bool { return k.domain == site })
	for _, k := range allKnown() {
		if k.label == label {
			if !isKnown && (isHosted || isOpen && !k.isWord || k.isBait(own[0], alike(ending))) {
				return k.domain
			}
			continue
		}
		if !isSchool && k.standsIn(front) {
			return k.domain
		}
		for _, own := range own {
			if !isKnown && (k.isSpelled(own, single, label) || k.isBait(own, alike(ending)) || !k.isWord && isGlued(own, k.called, alikeWords())) {
				return k.domain
			}
		}
		if !isKnown && !k.isWord && isGlued(plain, k.plain, plainWords()) {
			return k.domain
		}
	}
	return ""
}

// otherHosting are sites that host customers below their own name, and are not in the Public Suffix List.
const otherHosting = "weebly.com surge.sh tiiny.site glitch.me 000webhostapp.com wordpress.com godaddysites.com ghost.io strikingly.com " +
	"mystrikingly.com jimdosite.com ucoz.com canva.site softr.app site123.me webnode.com webnode.page tilda.ws start.page bravesites.com " +
	"webador.com over-blog.com wapka.mobi loca.lt serveo.net pagekite.me b-cdn.net hostingersite.com v0.app codesandbox.io stackblitz.io " +
	"edgeone.app bigcartel.com ecwid.com mailchimpsites.com hubspotpagebuilder.com"

// cheapEndings are top-level domains in which names cost next to nothing, and where phishing is most frequent.
const cheapEndings = "top xyz click link live online site store shop club icu buzz vip info life today world work space website fun mobi " +
	"cyou cfd sbs bond rest quest monster hair skin makeup beauty lol pics mom boats autos yachts homes bar best win bid loan loans men " +
	"date review reviews stream download racing party trade faith accountant cricket webcam gdn kim country fit cam uno press host zip " +
	"mov app finance money cash credit exchange fund digital solutions agency group company ltd center systems technology tools " +
	"guru ninja rocks pro name one plus care team chat bet casino lat ooo art ink wiki tk ml ga cf gq pw su cc ws"

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
func (k known) isBait(own, ending string) bool {
	if k.isWord || !strings.Contains(own, k.called) || !hasPart(own, k.called) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(alike(baits)), func(bait string) bool { return hasPart(own, bait) || hasPart(ending, bait) })
}

// isGlued reports whether a well-known label and words that ask for trust make up a part of a label
// without anything between them: "paypallogin", "my-securepaypal24".
func isGlued(own, label string, words gluedWords) bool {
	if !strings.Contains(own, label) {
		return false
	}
	for part := range strings.SplitSeq(own, "-") {
		if before, after, found := strings.Cut(part, label); found {
			left, leftAsks := words.makeUp(before)
			right, rightAsks := words.makeUp(after)
			if left && right && (leftAsks || rightAsks) {
				return true
			}
		}
	}
	return false
}

// gluedWords are the baits and the fillers in one reading.
type gluedWords struct{ baits, fillers []string }

// makeUp reports whether a text is made up of the words, and whether a bait is among them.
func (w gluedWords) makeUp(text string) (whole, asks bool) {
	for len(text) > 0 {
		longest, isBait := 0, false
		for i, words := range [...][]string{w.baits, w.fillers} {
			for _, word := range words {
				if len(word) > longest && strings.HasPrefix(text, word) {
					longest, isBait = len(word), i == 0
				}
			}
		}
		if longest == 0 {
			return false, false
		}
		text, asks = text[longest:], asks || isBait
	}
	return true, asks
}

// baits are words that ask for trust, in the languages of the interface that are written with Latin letters.
const baits = "24 my acceso access account accounts aide airdrop ajuda alert alerts anmelden anmeldung auth authenticate authentication " +
	"authorize ayuda bestatigen billing bonus checkout claim client cliente clientes compte confirm confirmation connect " +
	"connexion console conta conto cuenta customer dashboard delivery device dispute document documents espace express fee " +
	"find gift giveaway help helpdesk identity invite invoice konto kunde kunden kundendienst kundenservice kyc limited " +
	"locked login logon member mfa notice notification oauth official otp pagamento pago paiement password payment payments " +
	"portal premium promo protect protection recover recovery redelivery refund renew renewal reset restore reward rewards " +
	"safe safety secure secured securite security seguranca seguridad service services servicio session share sharing sicher " +
	"sicherheit signin signon signup soporte sso suporte support suspended tracking transaction transfer unlock unlocked " +
	"update user valid validate validation verifica verificar verification verified verifizieren verify wallet web webmail " +
	"www zahlung"

const fillers = "a app apps by center centre com de desk e en es eu for fr get go home http https id ids in info int it mail " +
	"my net new on online org page team the to uk us web your 0 1 2 3 4 5 6 7 8 9"

var (
	alikeWords = sync.OnceValue(func() gluedWords { return gluedWords{strings.Fields(alike(baits)), strings.Fields(alike(fillers))} })
	plainWords = sync.OnceValue(func() gluedWords {
		return gluedWords{strings.Fields(signs.Replace(baits)), strings.Fields(signs.Replace(fillers))}
	})
)

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
	signs = strings.NewReplacer("0", "o", "1", "l", "i", "l", "2", "z", "3", "e", "4", "a", "5", "s", "6", "b", "7", "t", "8", "b", "9", "g")
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
