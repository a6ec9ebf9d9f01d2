package intake

import (
	"errors"
	"strings"
	"testing"
)

// TestCurlInScripts reads commands where scripts have them.
func TestCurlInScripts(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		bodies []string
		faults string
	}{
		"in a substitution":         {"ANSWER=$(curl h/responses -d '{\"a\":1}')\necho \"$ANSWER\"\n", []string{`{"a":1}`}, ""},
		"in a loop":                 {"for i in 1 2; do\n  curl h/responses -d '{\"i\":1}' | jq .\ndone\n", []string{`{"i":1}`}, ""},
		"in a list":                 {"cd x && time curl h/responses -d '{}' || exit 1; exec curl h/rerank -d '{\"b\":1}' &", []string{"{}", `{"b":1}`}, ""},
		"after other words":         {"sudo curl h/responses -d '{}'\nnohup env A='b c' curl h/rerank -d '{}' &\ntime env A=b timeout 5s curl h/x -d '{}'\ncommand -v curl", []string{"{}", "{}", "{}"}, ""},
		"after other words, cut":    {"sudo curl h/x -d '{}'\nsudo curl h/x -d '{}", []string{"{}"}, "line 2: the quote ' that begins here is not closed"},
		"a variable as the body":    {"curl h/responses -d \"$BODY\"", nil, "line 1: its body is no JSON object; if it is a variable or a command, put the value in place of it"},
		"an array":                  {"curl -s \"${args[@]}\" h/responses -d '{}'", nil, "line 1: its words are in an array"},
		"in a loop that is cut off": {"for i in 1 2; do\n  curl h/responses -d '{}'\n", []string{"{}"}, ""},
		"two pipes":                 {"echo '{}' | cat | curl h/responses --json @-", []string{"{}\n"}, ""},
		"a pipe from a group":       {"{ echo a; echo '{}'; } | curl h/responses --json @-", nil, "line 1: its body comes from standard input"},
		"a pipe from no command":    {"echo '{}' && curl h/responses --json @-", nil, "line 1: its body comes from standard input"},
		"an input file":             {"curl h/responses --json @- <body.json", nil, "line 1: its body comes from standard input"},
		"escapes in a document":     {"curl h/responses --json @- <<EOF\n{\"a\":\"\\$HOME $HOME \\\\n \\n\"}\nEOF", []string{"{\"a\":\"$HOME $HOME \\n \\n\"}\n"}, ""},
		"an empty document":         {"curl h/other --json @- <<EOF\nEOF\ncurl h/responses -d '{}'", []string{"", "{}"}, ""},
		"two documents":             {"cat <<A | curl h/responses --json @- --next h/rerank -d @- <<'B'\n{\"a\":1}\nA\n{\"b\":\"\\$\"}\nB\n", nil, "its body is no JSON"},
		"a malformed one between":   {"curl h/responses -d '{}'\ncurl h/responses (x)\ncurl h/responses -d '{\"a\":\ncurl h/rerank -d '{\"b\":1}'\n", []string{"{}", `{"b":1}`}, "line 2: "},
		"text around":               {"Send a request (see below):\n\n$ curl h/responses -d '{}'\n\nThat's all.", []string{"{}"}, ""},
		"for cmd.exe and bash":      {"curl ^\"https://h/x^\" ^\n  -H ^\"a: b^\" ^\n  --data-raw ^\"^{^}^\"\ncurl h/responses -d '{}'", []string{"{}"}, "line 1: this is written for cmd.exe"},
		"bytes that are no text":    {"curl h/responses -d '{}' -H 'a: \xff'\ncurl h/rerank -d '{}'", []string{"{}"}, "line 1: invalid UTF-8"},
		"variables and patterns":    {"curl \"h/responses?a=${A:-b c}&x\" -H \"K: $K$((1 + 2))\" -d '{}' -d {a,b}*?[x]~$1\"$@\"", nil, "its body is no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := Curl([]byte(c.script), folder)
			var bodies []string
			for _, r := range all {
				bodies = append(bodies, string(r.Body))
			}
			if strings.Join(bodies, "|") != strings.Join(c.bodies, "|") {
				t.Errorf("bodies %q, want %q", bodies, c.bodies)
			}
			if (err != nil) != (c.faults != "") || err != nil && !strings.Contains(err.Error(), c.faults) {
				t.Errorf("%v, want %q", err, c.faults)
			}
		})
	}
}

// TestVariablesStayAsWritten compares the words of a command that has every expansion.
func TestVariablesStayAsWritten(t *testing.T) {
	const written = "$OPENAI_API_KEY ${A:-b} $(c \"d\") `e` $((1 + 2)) {a,b} *.json ~/x $1$@ $ !1"
	got, err := wordsOf("curl " + written + " \"" + strings.ReplaceAll(written, "\"", `\"`) + "\"")
	want := strings.Join([]string{"$OPENAI_API_KEY", "${A:-b}", "$(c \"d\")", "`e`", "$((1 + 2))", "{a,b}", "*.json", "~/x", "$1$@", "$", "!1"}, "\x00") + "\x00"
	if rest, ok := strings.CutPrefix(got, want); err != nil || !ok || rest != strings.ReplaceAll(written, `"d"`, `\"d\"`)+"\x00" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestDeepScripts would end the process with a stack overflow, or take minutes.
func TestDeepScripts(t *testing.T) {
	const n = 1 << 20
	for _, piece := range []string{"$(", "\"$(", "{ ", "(", "((", "${a:", "! ", "a && ", "a | ", "$((1+", "if a; then ", "if a; then b; el", "case a in b) ", "time ", "curl $(\n", "curl '\ncurl \"\n", "curl -Uri `\n"} {
		text := "curl h/responses -d '{}'\n" + strings.Repeat(piece, n/len(piece)) + " 1\n"
		all, err := Curl([]byte(text), folder)
		if len(all) == 0 {
			t.Errorf("%q: %d requests, %v", piece, len(all), err)
		}
	}
	_, err := Curl([]byte("curl "+strings.Repeat("$(", n)), folder)
	var line *LineError
	if !errors.As(err, &line) || line.Line != 1 || !errors.Is(err, errNested) {
		t.Error(err)
	}
	_, err = Curl([]byte("curl h/responses -d '{}'"+strings.Repeat(" && curl h/responses -d '{}'", 2*maxDepth)), folder)
	if !errors.Is(err, errNested) {
		t.Error("commands are left out without an error")
	}
}
