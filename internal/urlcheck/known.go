package urlcheck

import (
	_ "embed" // For the list.
	"slices"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/urlcheck/suffix"
)

// knownNames are well-known domains, which others imitate. A name after "~" is also a common word or
// short, so fewer imitations of it are searched.
//
//go:embed known.txt
var knownNames string

type knownDomain struct {
	domain, label string
	plain         string // the label with letters for its digits
	// domainReading and labelReading are the results of [reading], single is the label's result of [singleReading].
	domainReading, labelReading, single string
	isWord                              bool
}

var knownDomains = sync.OnceValue(func() (all []knownDomain) {
	for name := range strings.FieldsSeq(knownNames) {
		domain, isWord := strings.CutPrefix(name, "~")
		label, _, _ := strings.Cut(domain, ".")
		all = append(all, knownDomain{domain, label, signs.Replace(label), reading(domain), reading(label), singleReading(label), isWord})
	}
	return all
})

// imitatedDomain returns the well-known domain that a host imitates without belonging to it, else "".
// The same label below another public suffix, as in "google.de", usually belongs to the same owner. It does
// not where a company hosts its customers, or where names cost next to nothing.
func imitatedDomain(host string) string {
	name := strings.TrimSuffix(host, ".")
	site, isHosted := name, false
	if !isAddress(name) {
		site, isHosted = suffix.FindSite(name)
	}
	if customer, found := strings.CutSuffix(name, "."+site); found && !isHosted && slices.Contains(strings.Fields(otherHosting), site) {
		site, isHosted = customer[strings.LastIndexByte(customer, '.')+1:]+"."+site, true
	}
	label, ending, _ := strings.Cut(site, ".")
	front := toLatin(toUnicode(strings.TrimSuffix(name, "."+ending)))
	last := front[strings.LastIndexByte(front, '.')+1:]
	single, plain := singleReading(last), signs.Replace(last)
	front = reading(front)
	own := []string{reading(last)}
	if strings.Contains(last, "6") {
		own = append(own, reading(strings.ReplaceAll(last, "6", "9")))
	}
	isOpen := isHosted || slices.Contains(strings.Fields(cheapEndings), ending)
	// The proxies of libraries have names like "scholar-google-com.ezproxy.example.edu", and only schools can register such names.
	isSchool := ending == "edu" || strings.HasPrefix(ending, "ac.") || strings.HasPrefix(ending, "edu.")
	isKnown := slices.ContainsFunc(knownDomains(), func(k knownDomain) bool { return k.domain == site })
	for _, k := range knownDomains() {
		if k.label == label {
			if !isKnown && (isHosted || isOpen && !k.isWord || k.isBait(own[0], reading(ending))) {
				return k.domain
			}
			continue
		}
		if !isSchool && k.isIn(front) {
			return k.domain
		}
		for _, own := range own {
			if !isKnown && (k.isSpelled(own, single, label) || k.isBait(own, reading(ending)) ||
				!k.isWord && isGlued(own, k.labelReading, readingWords())) {
				return k.domain
			}
		}
		if !isKnown && !k.isWord && isGlued(plain, k.plain, plainWords()) {
			return k.domain
		}
	}
	return ""
}

// otherHosting are sites that host customers below their own name, but are missing in the Public Suffix List.
const otherHosting = "weebly.com surge.sh tiiny.site glitch.me 000webhostapp.com wordpress.com godaddysites.com ghost.io strikingly.com " +
	"mystrikingly.com jimdosite.com ucoz.com canva.site softr.app site123.me webnode.com webnode.page tilda.ws start.page bravesites.com " +
	"webador.com over-blog.com wapka.mobi loca.lt serveo.net pagekite.me b-cdn.net hostingersite.com v0.app codesandbox.io stackblitz.io " +
	"edgeone.app bigcartel.com ecwid.com mailchimpsites.com hubspotpagebuilder.com"

// cheapEndings are top-level domains with nearly free names, where phishing is most frequent.
const cheapEndings = "top xyz click link live online site store shop club icu buzz vip info life today world work space website fun mobi " +
	"cyou cfd sbs bond rest quest monster hair skin makeup beauty lol pics mom boats autos yachts homes bar best win bid loan loans men " +
	"date review reviews stream download racing party trade faith accountant cricket webcam gdn kim country fit cam uno press host zip " +
	"mov app finance money cash credit exchange fund digital solutions agency group company ltd center systems technology tools " +
	"guru ninja rocks pro name one plus care team chat bet casino lat ooo art ink wiki tk ml ga cf gq pw su cc ws"

// isIn reads "google-com" as "google.com", unless the domain is a common word.
func (k knownDomain) isIn(front string) bool {
	if k.isWord {
		const mark = "!"
		return strings.Contains(front, k.domainReading) && hasPart(strings.ReplaceAll(front, k.domainReading, mark), mark)
	}
	return strings.Contains(front, k.labelReading) && hasPart(front, hyphensToDots(k.domainReading))
}

// isSpelled skips short names unless they have a digit for a letter: lng.com is not ing.com.
func (k knownDomain) isSpelled(own, single, label string) bool {
	minLength := 5
	if strings.ContainsAny(label, digits) {
		minLength = 4
	}
	return own == k.labelReading && len(k.label) >= minLength || single == k.single && !k.isWord && len(k.label) > 5
}

func (k knownDomain) isBait(own, ending string) bool {
	if k.isWord || !strings.Contains(own, k.labelReading) || !hasPart(own, k.labelReading) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(reading(baits)), func(bait string) bool { return hasPart(own, bait) || hasPart(ending, bait) })
}

// isGlued reports whether a label joins a well-known one and words that ask for trust: "my-securepaypal24".
func isGlued(own, label string, words gluedWords) bool {
	if !strings.Contains(own, label) {
		return false
	}
	for part := range strings.SplitSeq(own, "-") {
		if before, after, found := strings.Cut(part, label); found {
			isLeft, leftAsks := words.makeUp(before)
			isRight, rightAsks := words.makeUp(after)
			if isLeft && isRight && (leftAsks || rightAsks) {
				return true
			}
		}
	}
	return false
}

type gluedWords struct{ baits, fillers []string }

// makeUp reports whether a text consists of the words, and whether a bait is among them.
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

// baits are words that ask for trust, in those languages of the interface that have Latin letters.
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
	readingWords = sync.OnceValue(func() gluedWords { return gluedWords{strings.Fields(reading(baits)), strings.Fields(reading(fillers))} })
	plainWords   = sync.OnceValue(func() gluedWords {
		return gluedWords{strings.Fields(signs.Replace(baits)), strings.Fields(signs.Replace(fillers))}
	})
)

func hasPart(text, part string) bool {
	return strings.Contains("."+hyphensToDots(text)+".", "."+part+".")
}

func hyphensToDots(text string) string { return strings.ReplaceAll(text, "-", ".") }

func singleReading(label string) string {
	return reading(string(slices.Compact([]rune(strings.ReplaceAll(label, "-", "")))))
}

// reading replaces letters and digits of ASCII by those that they resemble.
func reading(text string) string { return pairs.Replace(signs.Replace(text)) }

var (
	signs = strings.NewReplacer("0", "o", "1", "l", "i", "l", "2", "z", "3", "e", "4", "a", "5", "s", "6", "b", "7", "t", "8", "b", "9", "g")
	pairs = strings.NewReplacer("rn", "m", "vv", "w", "cl", "d")
)

const accentedLetters = "aàáâãäåāăąǎạảấầậắ cçćĉċč dďđḍ eèéêëēĕėęěẹẻẽếềệ gĝğġģ hĥħḥ iìíîïĩīĭįịỉ jĵ kķḳ lĺļľłḷ mṃ nñńņňṇ " +
	"oòóôõöøōŏőơọỏốồộ rŕŗřṛ sśŝşšșṣ tţťțṭ uùúûüũūŭůűųưụủ wŵẁẃẅẉ yýÿŷỳỵỷ zźżžẓ"

func toLatin(text string) string {
	return strings.Map(func(r rune) rune {
		if !isForeign(r) {
			return r
		}
		for group := range strings.FieldsSeq(accentedLetters) {
			if strings.ContainsRune(group, r) {
				return rune(group[0])
			}
		}
		return safetext.Latin(r)
	}, text)
}
