package sim_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gatehouse/gateway/sim"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	const arithmetic = `
		// sums and products
		?start: sum
		?sum: product
		    | sum "+" product   -> add
		    | sum "-" product   -> sub
		?product: atom ("*" atom)*
		atom.2: NUMBER | "(" sum ")"
		%import common.NUMBER
		%import common.WS_INLINE
		%ignore WS_INLINE
	`
	for _, c := range []struct{ syntax, definition, wanted, want string }{
		{"regex", `[a-z]+ [a-z]+`, "two words", "two words"},
		{"regex", `[a-z]{3}`, "many words", "aaa"},
		{"regex", `SELECT [a-z]{3};`, "ask", "SELECT aaa;"},
		{"regex", `^\d+$`, "42", "42"},
		{"regex", `(?i)abc`, "", "ABC"},
		{"regex", `a*`, "", ""},
		{"regex", `(?:longer|short) [a-z]{3}`, "", "short aaa"},
		{"lark", `start: "hello"`, "", "hello"},
		{"lark", `start: "a" | "b"`, "", "a"},
		{"lark", `start: "a" | "b"`, "b", "b"},
		{"lark", `start: "stop" | "go"`, "please go on", "go"},
		{"lark", "start: verb\nverb: STOP\n | GO\nSTOP: \"stop\"\nGO: \"go\"", "nothing", "go"},
		{"lark", `start: /[0-9]+/ "-" /[0-9]+/`, "3-14", "3-14"},
		{"lark", `start: "x"~3 "y"~1..2 ["z"] "w"? "v"+`, "", "xxxyv"},
		{"lark", `start: "x"~3 "y"~1..2 ["z"] "w"? "v"+`, "xxxyyzvv", "xxxyyzvv"},
		{"lark", `start: ("a" "b")* "c"`, "", "c"},
		{"lark", `start: "a".."f" "\n" "\"" "A"i`, "f\n\"a", "f\n\"a"},
		{"lark", "start: \"(\" start \")\" | \"x\"", "", "x"},
		{"lark", "start: \"(\" start \")\" | \"x\"", "((x))", "((x))"},
		{"lark", `start: /a\/b/i`, "a/B", "a/B"},
		{"lark", arithmetic, "what is 3 and 4", "1"},
		{"lark", arithmetic, "3 +4*5", "3 +4*5"},
		{"lark", "start: WORD WORD\nWORD: LETTER+\nLETTER: \"a\"\n%ignore / /", "", "a a"},
		{"lark", "start: \"a\" [\"b\"] \"c\"+\n%import common.WS\n%ignore WS", "a  b\nc c", "a  b\nc c"},
		{"lark", "%import common (INT, CNAME)\nstart: CNAME INT", "", "a1"},
		{"lark", "%import common.INT -> N\nstart: N", "", "1"},
		{"lark", patch, "hello", "*** Begin Patch\n*** Add File: x\n+\n*** End Patch"},
		{"lark", patch, "*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** End Patch", "*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** End Patch"},
	} {
		got, err := sim.FitText(c.syntax, c.definition, c.wanted)
		if err != nil || got != c.want {
			t.Errorf("%s %q, %q: %q, %v; want %q", c.syntax, c.definition, c.wanted, got, err, c.want)
		}
	}
}

// An unsupported grammar is an error, and never a wrong text.
func TestBeyond(t *testing.T) {
	deep := strings.Repeat("(", 1000)
	for _, c := range []struct{ syntax, definition, why string }{
		{"bnf", `x`, "syntax"},
		{"regex", `a(?=b)b`, "not supported by Go"},
		{"regex", `a\bb`, "too complex"},
		{"regex", `[^\x00-\x{10FFFF}]`, "no text fits"},
		{"lark", ``, "start"},
		{"lark", `begin: "a"`, "start"},
		{"lark", `start: other`, "the rule other is missing"},
		{"lark", `start: start "a"`, "no text fits"},
		{"lark", "start: a\na: b\nb: a", "no text fits"},
		{"lark", `start: /a(?!b)/`, "not supported by Go"},
		{"lark", `start: /a/x`, "flags"},
		{"lark", `start: pair{"a"}`, "unsupported syntax"},
		{"lark", "start: A\n%declare A", "%declare"},
		{"lark", "start: A\n%import python.A", "only imports from common"},
		{"lark", "start: A\n%import common.A", "common has no A"},
		{"lark", `start: "a`, "unsupported syntax"},
		{"lark", `start: ("a"`, "not closed"},
		{"lark", `start: "a")`, "not closed"},
		{"lark", `start "a"`, "colon"},
		{"lark", "start: \"a\"\nstart: \"b\"", "twice"},
		{"lark", `start: "a"~999999`, "repeat count"},
		{"lark", "start: a~900\na: \"x\"~900", "repeat"},
		{"lark", "start: " + deep, "not closed"},
		{"regex", strings.Repeat("((a?){500}){2}", 40), "repeat too often"},
		{"lark", "start: " + strings.Repeat("/((a?){500}){2}/ ", 40), "repeat too often"},
		{"regex", strings.Repeat(`\\pL`, 10_000), "repeat too often"},
		{"lark", "start: \"" + strings.Repeat("a", 70_000) + `"`, "bytes"},
		{"lark", `: "a"`, "cannot begin"},
		{"lark", `%import`, "imports from common"},
	} {
		got, err := sim.FitText(c.syntax, c.definition, "")
		if err == nil || got != "" || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %.60q: %.60q, %v", c.syntax, c.definition, got, err)
		}
	}
}

// patch is the grammar of the tool apply_patch of a coding agent.
const patch = `start: begin_patch hunk+ end_patch
begin_patch: "*** Begin Patch" LF
end_patch: "*** End Patch" LF?

hunk: add_hunk | delete_hunk | update_hunk
add_hunk: "*** Add File: " filename LF add_line+
delete_hunk: "*** Delete File: " filename LF
update_hunk: "*** Update File: " filename LF change_move? change?

filename: /(.+)/
add_line: "+" /(.*)/ LF -> line

change_move: "*** Move to: " filename LF
change: (change_context | change_line)+ eof_line?
change_context: ("@@" | "@@ " /(.+)/) LF
change_line: ("+" | "-" | " ") /(.*)/ LF
eof_line: "*** End of File" LF

%import common.LF
`

// both draws a part of a grammar, and the regular expression that it is.
func both(t *rapid.T, depth int) (lark, re string) {
	kinds := 3
	if depth < 3 {
		kinds = 6
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0, 1:
		text := rapid.SampledFrom([]string{"a", "bc", "+", "{", `\"`, " "}).Draw(t, "literal")
		return `"` + text + `"`, regexp.QuoteMeta(strings.ReplaceAll(text, `\"`, `"`))
	case 2, 3:
		text := rapid.SampledFrom([]string{`[0-9]+`, `x|yz`, `\w{2,}`, `[^a]`, `k*`}).Draw(t, "pattern")
		return "/" + text + "/", "(?:" + text + ")"
	case 4:
		a, x := both(t, depth+1)
		b, y := both(t, depth+1)
		return "(" + a + " | " + b + ")", "(?:" + x + "|" + y + ")"
	case 5:
		a, x := both(t, depth+1)
		op := rapid.SampledFrom([]string{"?", "*", "+", "~2", "~1..3"}).Draw(t, "op")
		counted := map[string]string{"~2": "{2}", "~1..3": "{1,3}"}[op]
		if counted == "" {
			counted = op
		}
		return "(" + a + ")" + op, "(?:" + x + ")" + counted
	}
	a, x := both(t, depth+1)
	b, y := both(t, depth+1)
	return "(" + a + " " + b + ")", x + y
}

// A grammar without recursion is a regular expression, which Go can check.
func TestTextsAreOfTheGrammar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rules, expressions []string
		for i := range rapid.IntRange(1, 4).Draw(t, "rules") {
			lark, re := both(t, 0)
			if i > 0 && rapid.Bool().Draw(t, "refers") {
				k := rapid.IntRange(0, i-1).Draw(t, "to")
				lark, re = fmt.Sprintf("%s r%c", lark, 'a'+k), re+expressions[k]
			}
			rules, expressions = append(rules, lark), append(expressions, "(?:"+re+")")
		}
		definition := ""
		for i, r := range rules {
			definition += fmt.Sprintf("r%c: %s\n", 'a'+i, r)
		}
		definition += fmt.Sprintf("start: r%c\n", 'a'+len(rules)-1)
		prompt := rapid.SampledFrom([]string{"", "a 12 yz of bc + words"}).Draw(t, "prompt")
		got, err := sim.FitText("lark", definition, prompt)
		if err != nil {
			t.Fatalf("%s\n%v", definition, err)
		}
		if !regexp.MustCompile(`\A(?s:` + expressions[len(expressions)-1] + `)\z`).MatchString(got) {
			t.Fatalf("%s\nnot of it: %q", definition, got)
		}
	})
}

// Whatever a definition is, there is a text or a reason, soon.
func FuzzText(f *testing.F) {
	for _, seed := range []string{`start: "a"`, "start: a*\na: /x+/ | start", `[a-z]{2}`, "%import common.INT\nstart: INT -> x", "start: (\"a\"~2 | [b])+\n b:\"c\""} {
		f.Add("lark", seed, "a prompt 12")
		f.Add("regex", seed, "")
	}
	f.Fuzz(func(t *testing.T, syntax, definition, prompt string) {
		if text, err := sim.FitText(syntax, definition, prompt); (err != nil) && text != "" || len(text) > 1<<20 {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	})
}
