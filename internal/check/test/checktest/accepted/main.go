// Command accepted writes, a line each, schemas and content that our checking accepts for them, so that another validator
// can judge both: random forms, and long lists of values for the rules that validators disagree about. A line is
// {"schema":{…},"content":{…}}. It compares nothing itself: the test that runs it does.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/check/test/checktest"
)

func main() {
	cases := flag.Uint64("cases", 2000, "how many forms to try")
	seed := flag.Uint64("seed", 7, "where the random numbers start")
	flag.Parse()

	env := answer.Env{Locale: localetest.For("en"), Zones: zonetest.New("Europe/Berlin")}
	out := bufio.NewWriter(os.Stdout)
	for i := range *cases {
		random, err := checktest.Generate(rand.New(rand.NewPCG(i, *seed)), env)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		content, _, problems := check.New(random.Form).All(random.Drafts, env)
		// Of what is miscounted by those who divide floats, the review warns.
		if len(problems) == 0 && !check.Miscounted(random.Form, content) {
			fmt.Fprintf(out, `{"schema":%s,"content":%s}`+"\n", random.Form.Schema.JSON(), content.JSON())
		}
	}
	schemas, contents := checktest.Values(rand.New(rand.NewPCG(1, *seed)))
	for i := range schemas {
		fmt.Fprintf(out, `{"schema":%s,"content":%s}`+"\n", schemas[i], contents[i])
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
