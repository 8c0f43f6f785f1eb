package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

// secretLists returns the lists of secrets that count in a text. A word like "pin" is reliable only in a name or
// a title, which is short, and some words only in capitals: a TAN releases a payment, and tan is a colour.
func (v vocabulary) secretLists(text string, short bool) lists {
	secrets := secretTerms
	if short {
		secrets |= secretNames
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < utf8.RuneSelf && !asciiLetter(r) }) {
		if word[0] <= 'Z' && word == strings.ToUpper(word) && v.listsOf(" "+strings.ToLower(word)+" ")&secretCapitals != 0 {
			secrets |= secretCapitals
		}
	}
	return secrets
}

func (s *sentence) namesSecret(secrets lists) bool {
	var scope negation
	negated := make([]bool, len(s.words))
	for i, w := range s.words {
		var following lists
		if i+1 < len(s.words) {
			following = s.words[i+1].lists
		}
		negated[i] = scope.negated
		scope.next(w, following)
	}
	isNamed := func(h hit) bool {
		i := s.wordAt(h.from)
		return !negated[i] && (i == 0 || s.words[i-1].lists&notSecretBefore == 0) && !s.isHarmless(h) && !s.isForbidden(h)
	}
	return slices.ContainsFunc(s.longest(secrets), isNamed) || slices.ContainsFunc(secretSources, func(pair secretSource) bool {
		isCode := func(h hit) bool { return !s.isInnocentCode(h) && isNamed(h) }
		return s.has(pair.sources) && slices.ContainsFunc(s.longest(pair.secrets), isCode)
	})
}

type secretSource struct{ secrets, sources lists }

// secretSources pair words that name a secret only in a sentence that also names its source, such
// as a text message or an app.
var secretSources = []secretSource{{codeWords, codeSources}, {seedWords, wallets}, {cookies, sessions}}

func (s *sentence) wordAt(at int) int {
	return slices.IndexFunc(s.words, func(w word) bool { return at < w.to })
}

// isInnocentCode reports whether a code protects nothing: a postal code, a code of conduct.
func (s *sentence) isInnocentCode(h hit) bool {
	i := s.wordAt(h.from)
	from, to := max(i-2, 0), min(i+2, len(s.words))
	if to == i+2 && len(s.words[i+1].text) <= 3 {
		to = min(i+5, len(s.words)) // "of the country"
	}
	return slices.ContainsFunc(s.words[from:to], func(w word) bool {
		isSource := func(o hit) bool { return o.lists&codeSources != 0 && o.from <= w.from && w.to <= o.to }
		return w.lists&codeInnocents != 0 && !slices.ContainsFunc(s.hits, isSource)
	})
}

// isHarmless reports whether words around or after a hit show that the field does not ask for the secret itself.
func (s *sentence) isHarmless(h hit) bool {
	if slices.ContainsFunc(s.hits, func(o hit) bool { return o.lists&secretInnocents != 0 && o.from < h.to && h.from < o.to }) {
		return true
	}
	after := s.after(h)
	if len(after) == 0 {
		return false
	}
	next := after[0]
	last := s.text[:h.to]
	switch last = last[strings.LastIndexByte(last, ' ')+1:]; {
	case next.lists&notSecretAfter != 0:
		return true
	case last == "key" || last == "token" || last == "apikey":
		// The identifier of a key is not secret, and neither is a token of thanks.
		return next.text == "id" || next.text == "ids" || last == "token" && (next.text == "of" || next.lists&notTokenAfter != 0)
	case slices.Contains([]string{"secret", "geheimnis", "secreto", "segredo", "jeton"}, last):
		return slices.Contains([]string{"of", "des", "der", "de", "del", "du", "do", "da"}, next.text)
	case last == "pin":
		// A pin can also be put somewhere, or stand on a map.
		switch next.text {
		case "to", "of", "lists", "in", "at", "for", "from", "auf", "sur", "en", "no", "na", "del", "du", "do":
			return slices.ContainsFunc(after[1:min(len(after), 5)], func(w word) bool { return w.lists&pinPlaces != 0 })
		}
		return slices.Contains([]string{"this", "it", "these", "the"}, next.text)
	}
	return false
}

// isForbidden reports whether the words around a secret forbid entering it. In Latin scripts, a
// verb with a negation follows: "Passwort bitte nicht eingeben". Chinese and Hebrew have the
// negation before the secret, Japanese and Korean after it.
func (s *sentence) isForbidden(h hit) bool {
	for i, after := 0, s.after(h); i < len(after) && after[i].text != pause && after[i].text != turn && after[i].lists&asks == 0; i++ {
		if after[i].lists&negations != 0 {
			if i+1 < len(after) && after[i+1].lists&asks != 0 {
				return true
			}
			break
		}
	}
	clause := strings.LastIndexAny(s.text[:h.from], pause+turn)
	var before, after lists // of the last phrase before the secret, and of the first one after it
	for _, o := range s.hits {
		switch {
		case o.from > clause && o.to <= h.from && o.lists&(forbiddenBefore|askedAgain) != 0:
			before = o.lists
		case o.from >= h.to && after == 0:
			after = o.lists & (forbiddenAfter | askedAgain)
		}
	}
	return before&forbiddenBefore != 0 || after&forbiddenAfter != 0
}

// negation tracks the scope of a negation: its verb and the object of that verb. The scope ends at the
// next verb and at a colon: "Do not share this with anyone: enter your password" asks for a password.
type negation struct {
	negated bool
	// ownVerb is set from the negation until the next word that is not a verb.
	ownVerb bool
}

func (n *negation) next(w word, following lists) {
	switch {
	case w.text == turn:
		n.negated = false
	case w.text == "no" && following&(asks|between|negations|secretTerms|secretNames) == 0:
		// The Portuguese word for "in the".
	case w.lists&negations != 0:
		n.negated, n.ownVerb = true, true
	case !n.negated:
	case w.lists&asks != 0:
		n.negated = n.ownVerb
	case w.text != pause && w.lists&between == 0:
		n.ownVerb = false
	}
}

// markMessageSecret marks the only question that could hold the secret that the message or an option asks for: "Send
// the 6-digit code from your app" marks the one field "Value". Of several questions, it cannot know which is meant.
func (d *document) markMessageSecret(fields []Field, message safetext.Text) {
	var candidates []int
	for i := range fields {
		if fields[i].Secret {
			return
		}
		f := &fields[i]
		// A person can type a code or a password into these kinds.
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

// asksForSecret reports whether a text names a secret where it asks the person for something, or asks for it in the
// next sentence. One of the words in also must occur: the option "Send me a code" asks the server to act.
func asksForSecret(text string, also lists) bool {
	v := loadVocabulary()
	secrets := v.secretLists(text, false)
	var before *sentence
	for _, text := range append(sentencesOf(text), sentencesOf(undisguise(text[:min(len(text), maxGuess)]))...) {
		s := v.read(text)
		isNamed := s.has(asks) && s.namesSecret(secrets) && (also == 0 || s.has(also))
		if isNamed || s.has(asks) && before != nil && s.has(pronouns) && before.namesSecret(secrets) {
			return true
		}
		before = s
	}
	return false
}

// Weighty reports whether a form needs a review before it is sent: its texts speak of deleting, paying, sending or
// another action that a person may regret, or contain an amount, a file or an address. The server writes every text
// and may want to hide that. So a text is weighty, too, if it is long, or has letters, signs or a language that the
// word lists do not know. The title of a typed answer names a thing, as "Email address" does, and asks for no yes to
// an action. claims are the names that the server gives itself.
func (f *Form) Weighty(question safetext.Text, claims ...safetext.Text) bool {
	prose := []string{string(question), string(f.Title), string(f.Description)}
	var names, labels []string
	isYesNo, isTyped := false, false
	for _, field := range f.Fields {
		if field.isTyped() {
			isTyped = isTyped || field.Required
			prose = append(prose, string(field.Description))
			continue
		}
		isYesNo = isYesNo || field.Kind == Boolean
		names = append(names, field.Name, string(field.Title))
		prose = append(prose, string(field.Description))
		// A title that was derived from the property's name is often in English.
		if label := safetext.Label(field.Name); field.Title != label || strings.Count(string(label), " ") > 1 {
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
	// A claim is a name, unless it is as long as a sentence.
	for _, claim := range claims {
		if strings.Count(string(claim), " ") > 2 {
			labels = append(labels, string(claim))
		}
	}
	message := strings.Join(prose, "\n")
	shown := message + "\n" + strings.Join(labels, "\n")
	text := shown + "\n" + string(f.Title) + "\n" + strings.Join(names, "\n")
	if len(text) > maxGuess || hasDisguise(text) || strings.Contains(message, "_") || hasMarks(shown) ||
		!isReadable(prose, labels, isYesNo, isTyped) {
		return true
	}
	v := loadVocabulary()
	for _, version := range [...]string{text, undisguise(text), skim(text)} {
		for _, sentence := range sentencesOf(version) {
			if v.read(sentence).has(weighty) || v.read(joinPairs(sentence)).has(weighty) {
				return true
			}
		}
	}
	return false
}

// skim returns a text as a careless reader sees it: "deIete", "lnvest", "cance1", "rnoney".
func skim(text string) string {
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

// joinPairs joins each two neighbouring words of a sentence: "dele te".
func joinPairs(sentence string) string {
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

// hasDisguise finds a sign of money, a foreign character, or a digit or sign inside a word.
func hasDisguise(text string) bool {
	last, before := ' ', ' '
	for _, r := range text {
		if !isOrdinary(r) || asciiLetter(before) && asciiLetter(r) && strings.ContainsRune("0123456789!|$", last) {
			return true
		}
		before, last = last, r
	}
	return false
}

func isOrdinary(r rune) bool {
	switch {
	case r == '$' || r >= '¢' && r <= '¥' || r == '＄' || r != '\n' && r != '\t' && safetext.IsInvisible(r):
		return false
	case r < 0x250, r >= 0x590 && r <= 0x6FF, r >= 0x1E00 && r <= 0x1EFF, r >= 0x2010 && r <= 0x203A:
		return true
	}
	return r >= 0x3000 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= '！' && r <= '～'
}

// NamesSecret reports whether a name of a property, or of an argument, is that of a secret.
func NamesSecret(name string) bool { return len(name) <= maxGuess && hintsOf(name, true).secret }
