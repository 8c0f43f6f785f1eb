package answer

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The names of the months: twelve entries, the name for showing first, then
// what is understood besides.
const (
	monthsEN = "January,Jan;February,Feb;March,Mar;April,Apr;May;June,Jun;July,Jul;August,Aug;" +
		"September,Sep,Sept;October,Oct;November,Nov;December,Dec"
	monthsDE = "Januar,Jan,Jänner,Jän;Februar,Feb,Feber;März,Mär,Mrz,Maerz;April,Apr;Mai;Juni,Jun;Juli,Jul;August,Aug;" +
		"September,Sep,Sept;Oktober,Okt;November,Nov;Dezember,Dez"
	monthsES = "enero,ene;febrero,feb;marzo,mar;abril,abr;mayo,may;junio,jun;julio,jul;agosto,ago;" +
		"septiembre,setiembre,sept,sep,set;octubre,oct;noviembre,nov;diciembre,dic"
	monthsFR = "janvier,janv,jan;février,févr,fév;mars,mar;avril,avr;mai;juin;juillet,juil,jul;août;" +
		"septembre,sept,sep;octobre,oct;novembre,nov;décembre,déc"
	monthsPT = "janeiro,jan;fevereiro,fev;março,mar;abril,abr;maio,mai;junho,jun;julho,jul;agosto,ago;" +
		"setembro,set;outubro,out;novembro,nov;dezembro,dez"
	// Arabic has three sets of names: Egypt and the Gulf, the Maghreb, and
	// the Levant.
	monthsAR = "يناير,جانفي,كانون الثاني;فبراير,فيفري,شباط;مارس,آذار;أبريل,أفريل,نيسان;مايو,ماي,أيار;يونيو,جوان,حزيران;" +
		"يوليو,يوليوز,جويلية,تموز;أغسطس,غشت,أوت,آب;سبتمبر,شتنبر,أيلول;أكتوبر,تشرين الأول;" +
		"نوفمبر,نونبر,تشرين الثاني;ديسمبر,دجنبر,كانون الأول"
	monthsHE = "ינואר,ינו;פברואר,פבר;מרץ,מרס;אפריל,אפר;מאי;יוני;יולי;אוגוסט,אוג;" +
		"ספטמבר,ספט;אוקטובר,אוק;נובמבר,נוב;דצמבר,דצמ"
	monthsHan = "一月,元月;二月;三月;四月;五月;六月;七月;八月;九月;十月;十一月;十二月"
)

// monthTable spreads the names of a language, the one for showing first.
func monthTable(spoken language) (names [12][]string) {
	for i, listed := range strings.Split(spoken.months, ";") {
		names[i] = strings.Split(listed, ",")
		if spoken.monthNames != "" {
			names[i] = append([]string{strconv.Itoa(i+1) + spoken.monthNames}, names[i]...)
		}
	}
	return names
}

// monthNumbers are the numbers of the months by their folded names in all
// languages. No name means another month in another language, so that what was
// typed in one is still understood when the form has changed to another.
var monthNumbers = sync.OnceValue(func() map[string]int {
	numbers := map[string]int{}
	for _, spoken := range languages {
		for i, names := range monthTable(spoken) {
			for _, name := range names {
				numbers[foldName(name)] = i + 1
			}
		}
	}
	return numbers
})

// monthNamed returns the number of the month that text names, 0 for none.
func monthNamed(text string) int {
	name := foldName(text)
	if n := monthNumbers()[name]; n != 0 {
		return n
	}
	// Hebrew writes "in December" as one word: בדצמבר.
	return monthNumbers()[strings.TrimPrefix(name, "ב")]
}

// plainLetters maps letters of the month names to the ones that people type
// on a keyboard without them.
var plainLetters = strings.NewReplacer(
	"ä", "a", "á", "a", "â", "a", "ã", "a", "à", "a", "é", "e", "è", "e", "ê", "e", "í", "i", "ó", "o", "ô", "o",
	"ö", "o", "ú", "u", "û", "u", "ü", "u", "ç", "c", "ñ", "n",
	"أ", "ا", "إ", "ا", "آ", "ا", "ٱ", "ا", "ى", "ي", "ـ", "",
)

// foldName makes two spellings of a name equal: case, accents, full stops,
// spaces and the geresh of Hebrew abbreviations do not count.
func foldName(text string) string {
	if folded, ok := foldASCII(text); ok {
		return folded
	}
	text = plainLetters.Replace(strings.ToLower(text))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) || strings.ContainsRune(".'’׳", r) {
			return -1
		}
		return r
	}, text)
}

// foldASCII is foldName for the texts of which there are thousands.
func foldASCII(text string) (string, bool) {
	folded := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return "", false
		case c >= 'A' && c <= 'Z':
			folded = append(folded, c+'a'-'A')
		case c == '.' || c == '\'' || c == ' ' || c >= '\t' && c <= '\r':
		default:
			folded = append(folded, c)
		}
	}
	return string(folded), true
}
