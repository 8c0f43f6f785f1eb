// Package message holds protocol.json, the source of names and limits for both languages. Under "go generate", this test
// writes the constants of both; otherwise it fails where they differ from the file. The package contains no other Go.
package message

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:generate go test . -run TestNamesAreGenerated -update

var update = flag.Bool("update", false, "rewrite the files that are generated from protocol.json")

const header = "// Code generated from bridge/message/protocol.json by \"go generate ./bridge/message\". DO NOT EDIT.\n\n"

// group is a list of names in protocol.json.
type group struct {
	name    string
	comment string
	// prefix and typeName are those of the constants in Go, and list is a variable
	// with all of them. union is the type in TypeScript; a group without one has
	// constants there, too.
	prefix, typeName, list, union string
	// hasList: TypeScript also needs the values of the union in a list.
	hasList bool
	// script is a prefix of the constants in TypeScript.
	script string
	// some are the names that the package in Go needs; nil means all.
	some []string
}

var (
	wireGroups = []group{
		{name: "methods", comment: "The methods of JSON-RPC that the program knows.", prefix: "Method"},
		{name: "errorMembers", comment: "The members of the data of an error."},
		{name: "codes", comment: "What an error becomes in the host.", prefix: "Code", union: "Code", hasList: true},
		{name: "withdrawals", comment: "Why a host takes a round back.", prefix: "Cancelled", union: "Withdrawal"},
		{name: "errors", comment: "The error codes of JSON-RPC."},
	}
	elicitGroups = []group{
		{name: "reasons", comment: "Why a request is rejected.", typeName: "Reason", list: "Reasons", union: "Reason"},
		{name: "ends", comment: "How the wait for an opened page ended.", typeName: "WaitEnd", union: "WaitEnd", hasList: true},
		{name: "origins", comment: "Where an answer comes from.", typeName: "AnswerOrigin", union: "Origin", hasList: true},
		{name: "carried", comment: "The types of JSON that the content of a result can carry, as MCP has it."},
		{name: "limits", comment: "Limits. The comment beside each says what it counts."},
	}
	scriptGroups = []group{
		{name: "mcpMethods", comment: "The methods of MCP."},
		{name: "scriptMethods", comment: "The methods of JSON-RPC that only scripts know."},
		{name: "contextMembers", comment: "Our own members in objects of MCP and of MCP Apps."},
		{name: "versions", comment: "The versions of the protocols."},
		{name: "adapterReasons", comment: "Why an adapter makes no request, or no reply.", union: "AdapterReason"},
		{name: "failures", comment: "Why a request on the screen ends without a result; of downloads also \"status\" and its number.", union: "Failure"},
	}
	// sharedRelayGroups are groups of other packages that the relay in Go needs, too.
	sharedRelayGroups = []group{
		{name: "mcpMethods", comment: "The method of MCP.", prefix: "method", some: []string{"Create"}},
		{name: "codes", comment: "What an error becomes.", prefix: "code",
			some: []string{"InvalidRequest", "UnsupportedMode", "Expired", "Disposed", "Internal"}},
		{name: "reasons", comment: "Why a request is rejected.", prefix: "reason",
			some: []string{"NotJSON", "NotAnObject", "TooLarge", "DuplicateName"}},
	}
	formGroups = []group{
		{name: "formLimits", comment: "The limits of a round, for both readers of forms. They are far above what people fill in."},
	}
	patternGroups = []group{
		{name: "patternLimits", comment: "Limits keep a hostile pattern from costing memory or time.", script: "PATTERN_"},
	}
	relayGroups = []group{
		{name: "relayCodes", comment: "What an error of a client becomes, beside the codes of the frame.", prefix: "code", union: "RelayCode"},
		{name: "relayReasons", comment: "Why a relay returns an error.", prefix: "reason"},
		{name: "relayFull", comment: "The limit that keeps a round from being asked.", prefix: "limit", union: "RelayLimit"},
		{name: "callLimits", comment: "How often a server may answer one call by asking the person."},
		{name: "relayLimits", comment: "The limits of both halves of the relay."},
	}
)

// protocol is the content of protocol.json: names, values and comments by group.
type protocol map[string][][]any

func readProtocol(t *testing.T) (p protocol) {
	t.Helper()
	text, err := os.ReadFile("protocol.json")
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// literal writes a value in the syntax that both languages share.
func literal(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// comment returns the third entry of a name, if any.
func comment(entry []any) string {
	if len(entry) < 3 {
		return ""
	}
	return " // " + entry[2].(string)
}

func (p protocol) goFile(pkg string, groups []group) string {
	var text strings.Builder
	text.WriteString(header + "package " + pkg + "\n")
	for _, g := range groups {
		fmt.Fprintf(&text, "\n// %s\nconst (\n", g.comment)
		for _, entry := range p[g.name] {
			if g.some != nil && !slices.Contains(g.some, entry[0].(string)) {
				continue
			}
			fmt.Fprintf(&text, "%s%s %s = %s%s\n", g.prefix, entry[0], g.typeName, literal(entry[1]), comment(entry))
		}
		text.WriteString(")\n")
		if g.list != "" {
			fmt.Fprintf(&text, "\n// %s are all of them.\nvar %s = []%s{\n", g.list, g.list, g.typeName)
			for i, entry := range p[g.name] {
				separator := " "
				if i%5 == 4 || i == len(p[g.name])-1 {
					separator = "\n"
				}
				fmt.Fprintf(&text, "%s,%s", entry[0], separator)
			}
			text.WriteString("}\n")
		}
	}
	return text.String()
}

var innerCapital = regexp.MustCompile(`([a-z])([A-Z])`)

// constant writes a name in the style of TypeScript's constants.
func constant(name string) string {
	return strings.ToUpper(innerCapital.ReplaceAllString(strings.ReplaceAll(name, "ID", "Id"), "${1}_$2"))
}

func (p protocol) scriptFile() string {
	var text strings.Builder
	text.WriteString(header)
	for _, g := range slices.Concat(wireGroups, elicitGroups, scriptGroups, formGroups, patternGroups, relayGroups) {
		if g.union != "" {
			var values []string
			for _, entry := range p[g.name] {
				values = append(values, literal(entry[1]))
			}
			fmt.Fprintf(&text, "/** %s */\n", g.comment)
			if g.hasList {
				list := constant(g.union) + "S"
				fmt.Fprintf(&text, "export const %s = [%s] as const;\n", list, strings.Join(values, ", "))
				values = []string{"(typeof " + list + ")[number]"}
			}
			rows := []string{}
			for some := range slices.Chunk(values, 4) {
				rows = append(rows, strings.Join(some, " | "))
			}
			fmt.Fprintf(&text, "export type %s = %s;\n\n", g.union, strings.Join(rows, "\n  | "))
			continue
		}
		fmt.Fprintf(&text, "// %s\n", g.comment)
		for _, entry := range p[g.name] {
			fmt.Fprintf(&text, "export const %s%s = %s;%s\n", g.script, constant(entry[0].(string)), literal(entry[1]), comment(entry))
		}
		text.WriteString("\n")
	}
	text.WriteString("/** How our own names begin. */\nexport const PREFIX = \"elicitform/\";\n\n")
	text.WriteString("/** What the host says about a round, beside what the servers wrote. */\nexport interface Notes {\n")
	for _, entry := range p["notes"] {
		optional, value := "?", fmt.Sprint(entry[1], " | undefined")
		if len(entry) > 3 { // It is "required".
			optional, value = "", fmt.Sprint(entry[1])
		}
		fmt.Fprintf(&text, "  /** %s */\n  %s%s: %s;\n", entry[2], entry[0], optional, value)
	}
	text.WriteString("}\n")
	return text.String()
}

// goNotes writes the names of the notes, which only package wire reads.
func (p protocol) goNotes() string {
	text := "\n// The notes of the host about a round.\nconst (\n"
	for _, entry := range p["notes"] {
		name := entry[0].(string)
		text += fmt.Sprintf("note%s%s = %q\n", strings.ToUpper(name[:1]), name[1:], name)
	}
	return text + ")\n"
}

// TestNamesAreGenerated: the constants of Go and of TypeScript are those of protocol.json.
func TestNamesAreGenerated(t *testing.T) {
	p := readProtocol(t)
	for name, text := range map[string]string{
		"../wire/names.go":                         p.goFile("wire", wireGroups) + p.goNotes(),
		"../../internal/request/names.go":          p.goFile("request", elicitGroups),
		"../../internal/schema/names.go":           p.goFile("schema", formGroups),
		"../../internal/validate/pattern/names.go": p.goFile("pattern", patternGroups),
		"../../relay/protocol.go":                  p.goFile("relay", slices.Concat(sharedRelayGroups, relayGroups)),
		"names.ts":                                 p.scriptFile(),
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasSuffix(name, ".go") {
				formatted, err := format.Source([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				text = string(formatted)
			}
			if *update {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := os.ReadFile(name); err != nil || string(got) != text {
				t.Errorf("%s does not match protocol.json: run go generate ./bridge/message (%v)", name, err)
			}
		})
	}
}

// reasonsOf matches the reasons in the source of a program.
var reasonsOf = regexp.MustCompile(`(?m)(?:\breason: |\breason = |#fail\(|\bfailed\(|\btold\(url, |newError\(\w+, )"([a-z][a-z-]+)"(?: }|[,;)]|$)`)

// TestReasonsAreListed: protocol.json contains every reason of an error in the programs. TypeScript's
// compiler checks the others, which are in unions.
func TestReasonsAreListed(t *testing.T) {
	p, listed, found := readProtocol(t), map[string]bool{}, 0
	for _, group := range []string{"reasons", "failures", "relayReasons", "relayFull", "adapterReasons"} {
		for _, entry := range p[group] {
			listed[entry[1].(string)] = true
		}
	}
	for _, root := range []string{"..", "../../npm", "../../relay", "../../web"} {
		err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if err != nil || strings.Contains(path, "test") || strings.Contains(path, "pattern") || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".ts") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, reason := range reasonsOf.FindAllStringSubmatch(string(text), -1) {
				if found++; !listed[reason[1]] {
					t.Errorf("%s: the reason %q is not in protocol.json", path, reason[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 10 {
		t.Errorf("only %d reasons are found", found)
	}
}
