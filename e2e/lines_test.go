package e2e

import "testing"

// splitWords lists the words that stand on two lines.
const splitWords = `(pattern) => {
	const split = [];
	const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	for (let node = texts.nextNode(); node; node = texts.nextNode()) {
		for (const word of node.data.matchAll(new RegExp(pattern, "g"))) {
			const range = document.createRange();
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) split.push(word[0] + " in " + node.data);
		}
	}
	return split;
}`

// looseBlanks lists where a blank stands beside a sign of full width, which brings
// its own.
const looseBlanks = `document.querySelector("main").textContent.match(/.{0,9}(?:[：。] (?=\S)| （).{0,9}/g) ?? []`

// TestLines covers N26: on a narrow screen, lines break between the words of
// Korean and between the phrases of Japanese, as a writer would break them, and no
// blank stands where Japanese writes none.
// Rows: N26.
func TestLines(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(320, 640, 1)
	for _, test := range []struct{ locale, words string }{
		{"ko", `[\uac00-\ud7af]+`},
		{"ja", `ください|[\u30a1-\u30fc]+|[\u4e00-\u9fff]+`},
	} {
		t.Run(test.locale, func(t *testing.T) {
			host.reportTo(t)
			host.setLocale(test.locale, "UTC")
			key, form := host.show(everyKind, nil)
			form.do("continue")
			form.wait("problems", listedProblems+`.length > 0`)
			for _, split := range eval[[]string](form, splitWords, test.words) {
				t.Errorf("the line breaks inside of %s", split)
			}
			for _, loose := range eval[[]string](form, looseBlanks) {
				t.Errorf("a blank beside a wide sign: %q", loose)
			}
			host.withdrawShown(key)
		})
	}
}
