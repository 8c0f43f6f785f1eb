package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// TestGenerated covers N5, P6 and N8 with a validator that is not ours: ajv
// accepts everything that our check accepts of random answers to random forms,
// and of numbers, addresses and dates that are almost valid.
// Rows: N5, P6, N8.
func TestGenerated(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "run", "./internal/validate/test/checktest/accepted")
	list.Dir = testsite.Path()
	output, err := list.Output()
	must(t, err)
	validator := newValidator(t)
	judged := 0
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, len(output)+1)
	for lines.Scan() {
		var accepted struct{ Schema, Content json.RawMessage }
		must(t, json.Unmarshal(lines.Bytes(), &accepted))
		wrong, err := validator.Validate(string(accepted.Schema), string(accepted.Content))
		if err != nil {
			continue // ajv cannot compile this schema, so it cannot check the content.
		}
		judged++
		if len(wrong) > 0 {
			t.Errorf("ajv refuses %.500s\nfor %s\n%v", accepted.Content, accepted.Schema, wrong[:min(len(wrong), 5)])
		}
	}
	must(t, lines.Err())
	if judged < 200 {
		t.Errorf("only %d of the forms were accepted and judged", judged)
	}
}
