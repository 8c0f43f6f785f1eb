// Command accepted writes schemas with content that our checking accepts, for another validator to judge: random
// forms, and long lists of values for the rules that validators disagree about. A line is
// {"schema":{…},"content":{…}}. The test that runs it compares the verdicts.
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
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/validate/test/checktest"
)

func main() {
	cases := flag.Uint64("cases", 2000, "how many forms to try")
	seed := flag.Uint64("seed", 7, "seed of the random numbers")
	flag.Parse()

	env := answer.Env{Locale: localetest.For("en"), Zones: zonetest.New("Europe/Berlin"), Now: zonetest.Noon}
	out := bufio.NewWriter(os.Stdout)
	for i := range *cases {
		random, err := checktest.Generate(rand.New(rand.NewPCG(i, *seed)), env)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		content, _, problems := validate.New(random.Form).CheckAll(random.Drafts, env)
		// The review warns of multiples that float arithmetic miscounts.
		if len(problems) == 0 && !validate.Miscounted(random.Form, content) {
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
