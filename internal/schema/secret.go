package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// secretLists are the lists of secrets that count in a text. Single words like "pin" can be trusted
// in a short one, a name or a title, and others in capitals: a TAN releases a payment, and tan is a colour.
func (v vocabulary) secretLists(text string, short bool) lists {
	on := secretTerms
	if short {
		on |= secretNames
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < utf8.RuneSelf && !asciiLetter(r) }) {
		if word[0] <= 'Z' && word == strings.ToUpper(word) && v.on(" "+strings.ToLower(word)+" ")&secretCapitals != 0 {
			on |= secretCapitals
		}
	}
	return on
}

// namesSecret looks for secrets of some lists in a sentence.
func (s *sentence) namesSecret(on lists) bool {
	var scope negation
	negated := make([]bool, len(s.words))
	for i, w := range s.words {
		var following lists
		if i+1 < len(s.words) {
			following = s.words[i+1].on
		}
		negated[i] = scope.negated
		scope.next(w, following)
	}
	asked := func(h hit) bool {
		i := s.wordAt(h.from)
		return !negated[i] && (i == 0 || s.words[i-1].on&notSecretBefore == 0) && !s.harmless(h) && !s.forbidden(h)
	}
	return slices.ContainsFunc(s.longest(on), asked) || slices.ContainsFunc(sourced, func(pair sourcedWords) bool {
		codes := func(h hit) bool { return !s.innocentCode(h) && asked(h) }
		return s.has(pair.sources) && slices.ContainsFunc(s.longest(pair.secrets), codes)
	})
}

type sourcedWords struct{ secrets, sources lists }

// sourced are words that name a secret in a sentence that says where it comes from: by a text message,
// or from an app.
var sourced = []sourcedWords{{codeWords, codeSources}, {seedWords, wallets}, {cookies, sessions}}

// wordAt is the position of the word that stands at a byte of the text.
func (s *sentence) wordAt(at int) int {
	return slices.IndexFunc(s.words, func(w word) bool { return at < w.to })
}

// innocentCode reports whether the words around a code show that it opens nothing: a postal
// code, a code of conduct.
func (s *sentence) innocentCode(h hit) bool {
	i := s.wordAt(h.from)
	from, to := max(i-2, 0), min(i+2, len(s.words))
	if to == i+2 && len(s.words[i+1].text) <= 3 {
		to = min(i+5, len(s.words)) // "of the country"
	}
	return slices.ContainsFunc(s.words[from:to], func(w word) bool {
		isSource := func(o hit) bool { return o.on&codeSources != 0 && o.from <= w.from && w.to <= o.to }
		return w.on&codeInnocents != 0 && !slices.ContainsFunc(s.hits, isSource)
	})
}

// harmless reports whether a longer phrase around a hit, or the words after it, show that the
// field does not ask for the secret itself.
func (s *sentence) harmless(h hit) bool {
	if slices.ContainsFunc(s.hits, func(o hit) bool { return o.on&secretInnocents != 0 && o.from < h.to && h.from < o.to }) {
		return true
	}
	after := s.after(h)
	if len(after) == 0 {
		return false
	}
	next := after[0]
	last := s.text[:h.to]
	switch last = last[strings.LastIndexByte(last, ' ')+1:]; {
	case next.on&notSecretAfter != 0:
		return true
	case last == "key" || last == "token" || last == "apikey":
		// An identifier of a key opens nothing, and a token of thanks neither.
		return next.text == "id" || next.text == "ids" || last == "token" && (next.text == "of" || next.on&notTokenAfter != 0)
	case slices.Contains([]string{"secret", "geheimnis", "secreto", "segredo", "jeton"}, last):
		return slices.Contains([]string{"of", "des", "der", "de", "del", "du", "do", "da"}, next.text)
	case last == "pin":
		// Pins are put somewhere, and stand on maps.
		switch next.text {
		case "to", "of", "on", "in", "at", "for", "from", "auf", "sur", "en", "no", "na", "del", "du", "do":
			return slices.ContainsFunc(after[1:min(len(after), 5)], func(w word) bool { return w.on&pinPlaces != 0 })
		}
		return slices.Contains([]string{"this", "it", "these", "the"}, next.text)
	}
	return false
}

// forbidden reports whether the words around a secret forbid to enter it. In Latin scripts a
// verb with a negation follows: "Passwort bitte nicht eingeben". Chinese and Hebrew have the
// negation before the secret, Japanese and Korean after it.
func (s *sentence) forbidden(h hit) bool {
	for i, after := 0, s.after(h); i < len(after) && after[i].text != pause && after[i].text != turn && after[i].on&asks == 0; i++ {
		if after[i].on&negations != 0 {
			if i+1 < len(after) && after[i+1].on&asks != 0 {
				return true
			}
			break
		}
	}
	clause := strings.LastIndexAny(s.text[:h.from], pause+turn)
	var before, after lists // of the last one before the secret, and the first one after it
	for _, o := range s.hits {
		switch {
		case o.from > clause && o.to <= h.from && o.on&(forbiddenBefore|askedAgain) != 0:
			before = o.on
		case o.from >= h.to && after == 0:
			after = o.on & (forbiddenAfter | askedAgain)
		}
	}
	return before&forbiddenBefore != 0 || after&forbiddenAfter != 0
}

// negation is how far a negation reaches: to the verb that it belongs to and what that is
// about. Another verb says something of its own, and so does what follows a colon: "Do not
// share this with anyone: enter your password" asks for a password.
type negation struct {
	negated bool
	// own is set from the negation on until something follows that is no verb.
	own bool
}

// next takes the next word of a sentence, and looks at the one that follows.
func (n *negation) next(w word, following lists) {
	switch {
	case w.text == turn:
		n.negated = false
	case w.text == "no" && following&(asks|between|negations|secretTerms|secretNames) == 0:
		// The Portuguese word for "in the".
	case w.on&negations != 0:
		n.negated, n.own = true, true
	case !n.negated:
	case w.on&asks != 0:
		n.negated = n.own
	case w.text != pause && w.on&between == 0:
		n.own = false
	}
}

// markAsked marks the one question that could hold a secret for which the message or an option asks: "Send the
// 6-digit code from your app", with one field "Value". Where there are several, or another one is marked, nobody
// knows which is meant.
func (d *document) markAsked(fields []Field, message untrusted.Text) {
	var candidates []int
	for i := range fields {
		if fields[i].Secret {
			return
		}
		f := &fields[i]
		// What a person can type into it is anything, as far as a code or a password goes.
		if f.Unsupported == "" && !f.Const.Exists() && slices.Contains([]Kind{Text, Number, Integer, List}, f.Kind) {
			candidates = append(candidates, i)
		}
	}
	if len(candidates) != 1 {
		return
	}
	fields[candidates[0]].Secret = asksForSecret(string(message), 0) || slices.ContainsFunc(fields, func(f Field) bool {
		return slices.ContainsFunc(f.Options, func(o Option) bool {
			text := string(o.Title) + ". " + string(o.Description)
			return take(&d.budget.hints, len(text)) && asksForSecret(text, pronouns)
		})
	})
}

// asksForSecret reports whether a text asks for a secret: it names one where it asks the
// person to do something, or says in the next sentence what to do with it. An option needs one
// of the words in also, too: "Send me a code" is what the server is to do.
func asksForSecret(text string, also lists) bool {
	v := known()
	on := v.secretLists(text, false)
	var before *sentence
	for _, text := range append(sentencesOf(text), sentencesOf(undisguised(text[:min(len(text), maxGuess)]))...) {
		s := v.read(text)
		if s.has(asks) && (s.namesSecret(on) && (also == 0 || s.has(also)) || before != nil && s.has(pronouns) && before.namesSecret(on)) {
			return true
		}
		before = s
	}
	return false
}

// Weighty reports whether a form with one choice is for a second look: it speaks of deleting, paying, sending or
// another thing that a person regrets after a slip, or has an amount, a file or an address. The server writes every
// text and may want to hide that: what is long, written in letters or signs that the lists of words do not know, or
// not in one of their languages, is weighty, too. The claims are what the server calls itself.
func (f *Form) Weighty(message untrusted.Text, claims ...untrusted.Text) bool {
	prose := []string{string(message), string(f.Title), string(f.Description)}
	var names, labels []string
	isYesNo := false
	for _, field := range f.Fields {
		isYesNo = isYesNo || field.Kind == Boolean
		names = append(names, field.Name, string(field.Title))
		prose = append(prose, string(field.Description))
		// A title that the reader made of the property's name is often in English.
		if label := untrusted.Label(field.Name); field.Title != label || strings.Count(string(label), " ") > 1 {
			prose = append(prose, string(field.Title))
		}
		for _, option := range field.Options {
			names = append(names, option.Value.Plain())
			isYesNo = isYesNo || strings.Contains(yesAndNo, " "+strings.ToLower(string(option.Title))+" ")
			// An option is shown on one line.
			title := strings.ReplaceAll(string(option.Title), "\n", " ")
			labels = append(labels, title+"\n"+string(option.Description))
		}
	}
	// What the server calls itself is a name, unless it is as long as a sentence.
	for _, claim := range claims {
		if strings.Count(string(claim), " ") > 2 {
			labels = append(labels, string(claim))
		}
	}
	asked := strings.Join(prose, "\n")
	shown := asked + "\n" + strings.Join(labels, "\n")
	text := shown + "\n" + string(f.Title) + "\n" + strings.Join(names, "\n")
	if len(text) > maxGuess || disguises(text) || strings.Contains(asked, "_") || hasMarks(shown) || !readable(prose, labels, isYesNo) {
		return true
	}
	v := known()
	for _, read := range [...]string{text, undisguised(text), misread(text)} {
		for _, sentence := range sentencesOf(read) {
			if v.read(sentence).has(weighty) || v.read(joinedPairs(sentence)).has(weighty) {
				return true
			}
		}
	}
	return false
}

// misread returns a text as somebody reads it who does not look closely: "deIete", "lnvest", "cance1", "rnoney".
func misread(text string) string {
	var b strings.Builder
	before := ' '
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[min(len(text), i+utf8.RuneLen(r)):])
		switch {
		case r == 'I' && (asciiLetter(before) || asciiLetter(next)), r == '1' && (asciiLetter(before) || asciiLetter(next)):
			r = 'l'
		case r == 'l' && !asciiLetter(before) && asciiLetter(next) && !strings.ContainsRune("aeiouyl", next):
			r = 'i'
		}
		b.WriteRune(r)
		before = r
	}
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), "rn", "m"), "vv", "w")
}

// joinedPairs returns each two words that stand side by side in a sentence as one: "dele te".
func joinedPairs(sentence string) string {
	var b strings.Builder
	before := ""
	for word := range strings.FieldsSeq(sentence) {
		if first, _ := utf8.DecodeRuneInString(word); before != "" && first < 0x590 && unicode.IsLetter(first) {
			b.WriteString(" " + before + word + " " + pause)
		}
		before = word
	}
	return b.String() + " "
}

// disguises reports whether a text has a sign of money, a character that is not of the languages of the
// lists, or a digit or sign inside a word.
func disguises(text string) bool {
	last, before := ' ', ' '
	for _, r := range text {
		if !ordinary(r) || asciiLetter(before) && asciiLetter(r) && strings.ContainsRune("0123456789!|$", last) {
			return true
		}
		before, last = last, r
	}
	return false
}

// ordinary reports whether a character is of a language of the lists, and no sign of money.
func ordinary(r rune) bool {
	switch {
	case r == '$' || r >= '¢' && r <= '¥' || r == '＄' || r != '\n' && r != '\t' && untrusted.Invisible(r):
		return false
	case r < 0x250, r >= 0x590 && r <= 0x6FF, r >= 0x1E00 && r <= 0x1EFF, r >= 0x2010 && r <= 0x203A:
		return true
	}
	return r >= 0x3000 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= '！' && r <= '～'
}
