package answer

import (
	"bytes"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views/kit/text"
)

// printedItem returns what plain `send` prints of an answer with one item.
func printedItem(t *testing.T, item string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	p := NewText(&out, func(line string) { err.WriteString(text.SanitizeLine(line) + "\n") }, Style{Elsewhere: "--json"})
	x := statetest.Answered(200, `{}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[`+item+`]}`, "Content-Type", "application/json")
	if x.Verdict != state.Completed {
		t.Fatalf("%s: %s", x.Verdict, x.Reason)
	}
	if err := p.Finish(x); err != nil {
		t.Fatal(err)
	}
	return out.String(), err.String()
}

// TestPlainOutputSaysWhatToolsDid: the command and its output, not only that there was a
// call; nothing of it on stdout.
func TestPlainOutputSaysWhatToolsDid(t *testing.T) {
	for item, want := range map[string]string{
		`{"type":"shell_call","call_id":"c","status":"completed","action":{"commands":["go test ./..."]}}`:                                     "call: shell_call go test ./... completed\n",
		`{"type":"shell_call","call_id":"c","status":"completed","action":{"commands":["cd a","ls"]}}`:                                         "call: shell_call cd a  (1 more) completed\ncommand: cd a\ncommand: ls\n",
		`{"type":"service:bash","command":"make","stdout":"one\n  two\n","stderr":"odd","exitCode":2,"status":"completed"}`:                    "call: service:bash make exit 2 completed\noutput: one\noutput:   two\nstderr: odd\nended: ✗ exit 2\n",
		`{"type":"local_shell_call","call_id":"c","status":"completed","action":{"type":"exec","command":["ls","a b"]}}`:                       "call: local_shell_call ls 'a b' completed\n",
		`{"type":"apply_patch_call","call_id":"c","status":"completed","operation":{"type":"update_file","path":"a.go","diff":"-x\n+y"}}`:      "call: apply_patch_call update a.go completed\ndiff: -x\ndiff: +y\n",
		`{"type":"mcp_call","server_label":"wiki","name":"ask","arguments":"{}","output":"It returned\nthis.","status":"completed"}`:           "call: mcp_call wiki ask {} completed\nreturned: It returned\nreturned: this.\n",
		`{"type":"mcp_call","server_label":"wiki","name":"ask","arguments":"{}","error":"no such repository","status":"failed"}`:               "call: mcp_call wiki ask {} error failed\nerror: no such repository\n",
		`{"type":"agent_message","author":"planner","recipient":"worker","content":[{"type":"input_text","text":"Read it\u001b[31m first."}]}`: "item: agent_message planner → worker\ntext: Read it␛[31m first.\n",
		`{"type":"item_reference","id":"msg_1"}`: "item: item_reference msg_1\n",
		`{"type":"web_search_call","status":"completed","action":{"type":"search","query":"keys","sources":[{"url":"https://e.org/a"}]}}`:             "call: web_search_call “keys” 1 result completed\nlink: https://e.org/a\n",
		`{"type":"mcp_list_tools","server_label":"wiki","tools":[{"name":"ask"},{"name":"read","description":"Reads a page."}]}`:                      "item: mcp_list_tools wiki 2 tools\ntool: ask\ntool: read  Reads a page.\n",
		`{"type":"function_call","call_id":"c","name":"look","arguments":"{\"a\":1}","status":"completed"}`:                                           "call: function_call look {\"a\":1} completed\n",
		`{"type":"image_generation_call","prompt":"a lighthouse","size":"64x64","result":"` + strings.Repeat("QUJD", 100) + `","status":"completed"}`: "call: image_generation_call a lighthouse 64x64 completed\n",
	} {
		stdout, stderr := printedItem(t, item)
		if stdout != "" || stderr != want {
			t.Errorf("%s\nprints %q and %q, want %q", item, stdout, stderr, want)
		}
	}
}

// TestPlainOutputOfALongOutputIsBounded: and says that there is more.
func TestPlainOutputOfALongOutputIsBounded(t *testing.T) {
	for _, output := range []string{strings.Repeat(`line\n`, 100_000), strings.Repeat("é", 1<<20)} {
		_, stderr := printedItem(t, `{"type":"service:bash","command":"make","stdout":"`+output+`","exitCode":0}`)
		if len(stderr) > 32<<10 || !strings.Contains(stderr, "--json prints all of it") {
			t.Errorf("%d bytes are printed, which end in %q", len(stderr), stderr[len(stderr)-80:])
		}
	}
}
