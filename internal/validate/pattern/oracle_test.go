package pattern

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"os/exec"
	"testing"
	"time"
	"unicode/utf8"
)

// oracle is a JavaScript engine that judges patterns. It backtracks, so a hostile pattern can
// keep it busy forever: then it is ended, and the next question starts a new one.
type oracle struct {
	process *exec.Cmd
	in      io.WriteCloser
	lines   chan []byte
}

// judgement is the engine's result for a valid pattern.
type judgement struct {
	Flags string
	Match bool
}

// isFuzzing reports whether the fuzzer makes the texts.
func isFuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

// oraclePatience returns the engine's time limit for one text. No seed keeps the engine busy, so without the fuzzer, only an
// engine that hangs reaches it.
func oraclePatience() time.Duration {
	if isFuzzing() {
		return 2 * time.Second
	}
	return time.Minute
}

func (o *oracle) start() error {
	process := exec.Command("node", "testdata/oracle.mjs")
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		for reader := bufio.NewScanner(out); reader.Scan(); {
			lines <- append([]byte{}, reader.Bytes()...)
		}
	}()
	*o = oracle{process: process, in: in, lines: lines}
	return nil
}

func (o *oracle) stop() {
	if o.process == nil {
		return
	}
	_ = o.process.Process.Kill()
	for range o.lines {
	}
	_ = o.process.Wait()
	*o = oracle{}
}

// ask returns the engine's judgement, nil where it rejects the pattern. isDone is false if it
// exceeded its time limit.
func (o *oracle) ask(t testing.TB, source, text string) (result *judgement, isDone bool) {
	t.Helper()
	if o.process == nil {
		if err := o.start(); err != nil {
			t.Fatal(err)
		}
	}
	question, err := json.Marshal([]string{source, text})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.in.Write(append(question, '\n')); err != nil {
		t.Fatal(err)
	}
	select {
	case line, open := <-o.lines:
		if !open {
			o.stop()
			t.Fatalf("node ended at %q on %q", source, text)
		}
		if err := json.Unmarshal(line, &result); err != nil {
			t.Fatalf("node says %q: %v", line, err)
		}
		return result, true
	case <-time.After(oraclePatience()):
		o.stop()
		return nil, false
	}
}

// maxOracleText bounds the text: longer texts add little, and make backtracking slow.
const maxOracleText = 24

// FuzzPatternRegExp compares the verdicts on checkable patterns with those of JavaScript's
// RegExp.
func FuzzPatternRegExp(f *testing.F) {
	if _, err := exec.LookPath("node"); err != nil {
		f.Skip("node, which judges, is not installed")
	}
	for _, v := range readVerdicts(f) {
		for i := range v.Subjects {
			if i%4 == 0 && utf8.RuneCountInString(v.Subjects[i].Text) <= maxOracleText {
				f.Add(v.Pattern, v.Subjects[i].Text)
			}
		}
	}
	var o oracle
	f.Cleanup(o.stop)
	f.Fuzz(func(t *testing.T, source, text string) {
		if !utf8.ValidString(source) || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxOracleText {
			return
		}
		p, checkable := Compile(source)
		result, isDone := o.ask(t, source, text)
		switch {
		case !isDone:
			if !isFuzzing() {
				t.Errorf("%q on %q: JavaScript does not come to an end", source, text)
			}
		case result == nil:
			if checkable {
				t.Errorf("%q: checkable, but JavaScript rejects it", source)
			}
		case p.Invalid():
			t.Errorf("%q: called invalid, but JavaScript accepts it with the flags %q", source, result.Flags)
		case !checkable:
		case p.utf16 != (result.Flags == ""):
			t.Errorf("%q: JavaScript takes it with the flags %q", source, result.Flags)
		case p.MatchString(text) != result.Match && !(p.utf16 && hasAstral(text)):
			t.Errorf("%q on %q: JavaScript says %v", source, text, result.Match)
		}
	})
}
