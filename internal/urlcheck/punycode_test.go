package urlcheck

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The samples of RFC 3492, section 7.1.
// Rows: B21.
func TestDecode_SamplesOfTheRFC(t *testing.T) {
	for _, test := range []struct{ name, encoded, want string }{
		{"Arabic", "egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"},
		{"Chinese, simplified", "ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"},
		{"Chinese, traditional", "ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"},
		{"Czech", "Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"},
		{"Hebrew", "4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"},
		{"Hindi", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"},
		{"Japanese", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"},
		{"Korean", "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c", "세계의모든사람들이한국어를이해한다면얼마나좋을까"},
		{"Russian", "b1abfaaepdrnnbgefbaDotcwatmq2g4l", "почемужеонинеговорятпорусски"},
		{"Spanish", "PorqunopuedensimplementehablarenEspaol-fmd56a", "PorquénopuedensimplementehablarenEspañol"},
		{"Vietnamese", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"},
		{"3nen B gumi", "3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"},
		{"Amuro Namie", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-SUPER-MONKEYS"},
		{"Hello Another Way", "Hello-Another-Way--fc4qua05auwb3674vfr0b", "Hello-Another-Way-それぞれの場所"},
		{"Hitotsu yane no shita 2", "2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"},
		{"Maji de koi suru", "MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"},
		{"Pafii de runba", "de-jg4avhby1noc0d", "パフィーdeルンバ"},
		{"Sono supiido de", "d9juau41awczczp", "そのスピードで"},
		{"ASCII", "-> $1.00 <--", "-> $1.00 <-"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := decode(test.encoded); !ok || got != test.want {
				t.Errorf("%s: %q, %v; want %q", test.name, got, ok, test.want)
			}
		})
	}
}

// Rows: B21.
func TestDecode_RejectsWhatStandsForNothing(t *testing.T) {
	for _, encoded := range []string{
		"a-b", // The last delta lacks its end.
		"\u00fc-fda",
		"99999999",
		"999999999999999999999999",
		"hq1bm8jm9l!",
		"ib9b",                   // A surrogate.
		strings.Repeat("a", 257), // Longer than any label.
	} {
		if got, ok := decode(encoded); ok {
			t.Errorf("%q is decoded as %+q", encoded, got)
		}
	}
}

// Rows: B21.
func TestToUnicode(t *testing.T) {
	for host, want := range map[string]string{
		"example.com":                    "example.com",
		"xn--mller-kva.de":               "m\u00fcller.de",
		"www.xn--e1afmkfd.xn--p1ai":      "www.\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
		"axn--mller-kva.de":              "axn--mller-kva.de",
		"xn--bank-.example":              "xn--bank-.example", // The ASCII form of "bank", which needs none.
		"xn--.example":                   "xn--.example",
		"xn--a.example":                  "xn--a.example", // A control character.
		"xn--" + encode("a\uff0eb"):      "xn--" + encode("a\uff0eb"),
		"xn--" + encode("a\u2044b"):      "xn--" + encode("a\u2044b"),
		"xn--" + encode("a\u3002b"):      "xn--" + encode("a\u3002b"),
		"xn--" + encode("a\u202eb"):      "xn--" + encode("a\u202eb"),
		"xn--" + encode("\U0001f512b.c"): "xn--" + encode("\U0001f512b.c"),
	} {
		t.Run(host, func(t *testing.T) {
			if got := toUnicode(host); got != want {
				t.Errorf("%q is %+q, want %+q", host, got, want)
			}
		})
	}
}

// encode writes Punycode, RFC 3492 section 6.3.
func encode(text string) string {
	input := []rune(text)
	var output strings.Builder
	for _, r := range input {
		if r < utf8.RuneSelf {
			output.WriteRune(r)
		}
	}
	done := output.Len()
	basic := done
	if basic > 0 {
		output.WriteByte('-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	for done < len(input) {
		next := slices.MinFunc(input, func(a, b rune) int {
			if a < n {
				a = utf8.MaxRune + 1
			}
			if b < n {
				b = utf8.MaxRune + 1
			}
			return int(a - b)
		})
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range input {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				threshold := min(max(k-bias, tMin), tMax)
				if q < threshold {
					break
				}
				output.WriteByte(letterOf(threshold + (q-threshold)%(base-threshold)))
				q = (q - threshold) / (base - threshold)
			}
			output.WriteByte(letterOf(q))
			bias = adapt(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return output.String()
}

func letterOf(digit int) byte { return "abcdefghijklmnopqrstuvwxyz0123456789"[digit] }

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"m\u00fcller", "\u4f8b\u3048", "Hello-Another-Way-\u305d", "", "-", "\U0001f512", "a\u0301"} {
		f.Add(seed)
		f.Add(encode(seed))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if decoded, ok := decode(text); ok && !utf8.ValidString(decoded) {
			t.Fatalf("%q is decoded as %q", text, decoded)
		}
		if !utf8.ValidString(text) {
			return
		}
		if encoded := encode(text); len(encoded) <= maxEncoded {
			if back, ok := decode(encoded); !ok || back != text {
				t.Fatalf("%q is encoded as %q, which is decoded as %q", text, encoded, back)
			}
		}
	})
}
