package tool_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/intent"
	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/tool"

	"github.com/tidwall/gjson"
)

// use runs a tool once on a prompt and returns its item.
func use(t *testing.T, prompt, definition string) gjson.Result {
	t.Helper()
	req := request.Parse([]byte(`{"tools":[` + definition + `]}`))
	k := &tool.Kit{
		Word: "service", Web: pages.New, Models: catalogue.Vendors(), Request: req, Prompt: prompt, Model: "sim/writer",
		Now: func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) },
		Ask: func(context.Context, tool.Question) (tool.Answer, *tool.Refusal) {
			return tool.Answer{Text: "yes"}, nil
		},
	}
	out := k.Use(t.Context(), req.Tools[0])
	if len(out.Items) != 1 {
		t.Fatalf("%s: %d items", definition, len(out.Items))
	}
	it := out.Items[0]
	return gjson.ParseBytes(it.Item.AppendJSON(nil, it.Status))
}

// What a prompt says is what the tool is used with.
func TestFromPrompt(t *testing.T) {
	for _, c := range []struct{ tool, prompt, member, want string }{
		{`{"type":"service:datetime","parameters":{"timezone":"Asia/Tokyo"}}`, "", "datetime", "2026-03-04T14:06:07+09:00"},
		{`{"type":"service:datetime"}`, "", "datetime", "2026-03-04T05:06:07Z"},
		{`{"type":"service:web_search"}`, "Please search the web for green tea.", "action.query", "green tea"},
		{`{"type":"service:web_search"}`, `search "black tea" for me`, "action.query", "black tea"},
		{`{"type":"service:web_search"}`, "green tea?", "action.query", "green tea"},
		{`{"type":"service:web_search"}`, "", "action.query", ""},
		{`{"type":"service:web_fetch"}`, "read https://kitchen.example/drinks/tea, please", "url", "https://kitchen.example/drinks/tea"},
		{`{"type":"service:web_fetch"}`, "web fetch something about bees", "url", "https://garden.example.org/bees"},
		{`{"type":"service:web_fetch"}`, "web fetch xyzzy", "httpStatus", "404"},
		{`{"type":"service:web_fetch","parameters":{"max_content_tokens":2}}`, "web fetch bees", "content", pages.Note + "\n\nWild bees"},
		{`{"type":"service:bash"}`, "run `ls -la /tmp`", "command", "ls -la /tmp"},
		{`{"type":"service:bash"}`, `run "git status"`, "command", "git status"},
		{`{"type":"service:bash"}`, "run something", "command", "echo 'simulated by the local gateway'"},
		{`{"type":"shell"}`, "run `a\tb`", "action.commands.0", "a b"},
		{`{"type":"apply_patch"}`, "create docs/x.md about tea", "operation.type", "create_file"},
		{`{"type":"apply_patch"}`, "create docs/x.md about tea", "operation.path", "docs/x.md"},
		{`{"type":"apply_patch"}`, "fix main.go", "operation.type", "update_file"},
		{`{"type":"apply_patch"}`, "remove main.go", "operation.type", "delete_file"},
		{`{"type":"apply_patch"}`, "remove main.go", "operation.diff", ""},
		{`{"type":"apply_patch"}`, "patch it", "operation.path", "simulated.txt"},
		{`{"type":"service:files"}`, "read my notes.txt", "filename", "notes.txt"},
		{`{"type":"code_interpreter"}`, "compute 2^10 + 1", "code", "# simulated by the local gateway: not executed\nprint(2**10 + 1)\n"},
		{`{"type":"code_interpreter"}`, "compute", "code", "# simulated by the local gateway: not executed\nprint(\"compute\")\n"},
		{`{"type":"code_interpreter","container":"c9"}`, "compute", "container_id", "c9"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["look"]}`, "", "name", "look"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["delete_page","look"]}`, "", "name", "look"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":{"tool_names":["look","delete_page"]}}`, "delete the page", "name", "delete_page"},
		{`{"type":"local_shell"}`, "run `a\tb`", "action.command.2", "a b"},
		{`{"type":"apply_patch"}`, "use apply_patch to add a line to main.go", "operation.type", "update_file"},
		{`{"type":"service:advisor"}`, "help", "advice", "yes"},
		{`{"type":"service:subagent"}`, "help", "outcome", "yes"},
	} {
		if got := use(t, c.prompt, c.tool).Get(c.member); got.String() != c.want {
			t.Errorf("%s, %q: %s is %q, want %q", c.tool, c.prompt, c.member, got, c.want)
		}
	}
}

// A prompt wants a tool when it says what the tool is for, or its name.
func TestWanted(t *testing.T) {
	for _, c := range []struct {
		tool, prompt string
		want         bool
	}{
		{`{"type":"service:datetime"}`, "what time is it", true},
		{`{"type":"service:datetime"}`, "I told you three times", false},
		{`{"type":"service:datetime"}`, "use datetime", true},
		{`{"type":"service:web_search"}`, "search for tea", true},
		{`{"type":"service:web_search"}`, "search my files for tea", false},
		{`{"type":"service:web_search"}`, "Web-Search: tea in my files", true},
		{`{"type":"service:web_search"}`, "tea", false},
		{`{"type":"service:web_fetch"}`, "see https://x.example", true},
		{`{"type":"service:web_fetch"}`, "open the door", false},
		{`{"type":"service:search_models"}`, "which models are there", true},
		{`{"type":"service:search_models"}`, "a role model", false},
		{`{"type":"service:experimental__search_models"}`, "experimental__search_models now", true},
		{`{"type":"image_generation"}`, "draw a horse", true},
		{`{"type":"image_generation"}`, "imagine a horse", false},
		{`{"type":"service:files"}`, "list my files", true},
		{`{"type":"file_search"}`, "what do my documents say", true},
		{`{"type":"file_search"}`, "edit the file", false},
		{`{"type":"mcp","server_label":"deep_wiki"}`, "ask deep wiki", true},
		{`{"type":"mcp","server_label":"deep_wiki"}`, "ask wiki", false},
		{`{"type":"computer_use_preview"}`, "take a screenshot", true},
		{`{"type":"shell"}`, "use the shell", true},
		{`{"type":"shell"}`, "do not use the shell", false},
		{`{"type":"shell"}`, "what is a shell?", false},
		{`{"type":"local_shell"}`, "Run `ls`.", true},
		{`{"type":"apply_patch"}`, "summarise the diff in README.md", false},
		{`{"type":"apply_patch"}`, "What does README.md say? Do not change the file.", false},
		{`{"type":"apply_patch"}`, "add a line to README.md with apply_patch", true},
		{`{"type":"service:web_search"}`, "do not search the web for tea", false},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["delete_page"]}`, "ask the lab", false},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["delete_page"]}`, "ask the lab to delete the page. Delete the page.", true},
		{`{"type":"code_interpreter"}`, "run this code", true},
		{`{"type":"code_interpreter"}`, "a code of honour", false},
		{`{"type":"service:advisor"}`, "get a second opinion", true},
		{`{"type":"service:subagent"}`, "use a sub-agent", true},
		{`{"type":"service:fusion"}`, "ask several models", true},
	} {
		definition := request.Parse([]byte(`{"tools":[` + c.tool + `]}`)).Tools[0]
		kind, ok := tool.Of(definition, "service")
		if !ok || kind.Wanted(definition, intent.Of(c.prompt)) != c.want {
			t.Errorf("%s, %q: not %t (known: %t)", c.tool, c.prompt, c.want, ok)
		}
	}
	for _, typ := range []string{"function", "custom", "namespace", "new", "service:new", "other:datetime", "datetime", ""} {
		if _, ok := tool.Of(request.Tool{Type: typ}, "service"); ok {
			t.Errorf("%q is known", typ)
		}
	}
}

// However long a prompt is, a tool reads its beginning.
func TestLongPrompt(t *testing.T) {
	long := strings.Repeat("é", 1<<20) + " what time is it"
	for _, typ := range []string{"service:web_search", "service:advisor", "code_interpreter", "apply_patch", "service:bash", "image_generation"} {
		if n := len(use(t, long, `{"type":"`+typ+`","parameters":{"model":"a/b"}}`).Raw); n > 20_000 {
			t.Errorf("%s: an item of %d bytes", typ, n)
		}
	}
	if k, _ := tool.Of(request.Tool{Type: "service:datetime"}, "service"); k.Wanted(request.Tool{Type: "service:datetime"}, intent.Of(long)) {
		t.Error("the end of it counts")
	}
}

func TestPicture(t *testing.T) {
	it := tool.Picture("a lighthouse")
	done := gjson.ParseBytes(it.AppendJSON(nil, output.Completed))
	if !strings.HasPrefix(done.Get("result").Str, "iVBORw0KGgo") {
		t.Errorf("%s", done)
	}
	if early := gjson.ParseBytes(it.Empty().AppendJSON(nil, output.InProgress)); early.Get("result").Type != gjson.Null {
		t.Errorf("%s", early)
	}
}
