package tool_test

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"

	"github.com/tidwall/gjson"
)

// use runs a tool once on a prompt and returns its item.
func use(t *testing.T, prompt, definition string) gjson.Result {
	t.Helper()
	req := request.Parse([]byte(`{"tools":[` + definition + `]}`))
	k := &tool.Kit{
		Word: "service", Models: catalogue.Vendors(), Request: req, Prompt: prompt, Asked: sim.Read(prompt), Model: "sim/writer",
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
		{`{"type":"service:web_fetch","parameters":{"max_content_tokens":2}}`, "web fetch bees", "content", plugin.PageNote + "\n\nWild bees"},
		{`{"type":"service:bash"}`, "run `ls -la /tmp`", "command", "ls -la /tmp"},
		{`{"type":"service:bash"}`, `run "git status"`, "command", "git status"},
		{`{"type":"service:bash"}`, "run something", "command", "echo 'simulated by the local gateway'"},
		{`{"type":"shell"}`, "run `a\tb`", "action.commands.0", "a\tb"},
		{`{"type":"shell"}`, "do not run `a`", "action.commands.0", "echo 'simulated by the local gateway'"},
		{`{"type":"apply_patch"}`, "patch `docs/x.md` with 'tea'", "operation.path", "docs/x.md"},
		{`{"type":"apply_patch"}`, "patch `docs/x.md` with 'tea'", "operation.diff", "@@\n+tea\n"},
		{`{"type":"apply_patch"}`, "patch it", "operation.path", "simulated.txt"},
		{`{"type":"service:files"}`, "read my `docs/notes.txt`", "filename", "notes.txt"},
		{`{"type":"code_interpreter"}`, "calculate `2**10`", "code", "# simulated by the local gateway: not executed\nprint(\"2**10\")\n"},
		{`{"type":"code_interpreter"}`, "compute", "code", "# simulated by the local gateway: not executed\nprint(\"compute\")\n"},
		{`{"type":"code_interpreter","container":"c9"}`, "compute", "container_id", "c9"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["look"]}`, "", "name", "look"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":["delete_page","look"]}`, "", "name", "delete_page"},
		{`{"type":"mcp","server_label":"lab","allowed_tools":{"tool_names":["look","delete_page"]}}`, "use delete_page", "name", "delete_page"},
		{`{"type":"local_shell"}`, "run `a\tb`", "action.command.2", "a\tb"},
		{`{"type":"service:advisor"}`, "help", "advice", "yes"},
		{`{"type":"service:subagent"}`, "help", "outcome", "yes"},
	} {
		if got := use(t, c.prompt, c.tool).Get(c.member); got.String() != c.want {
			t.Errorf("%s, %q: %s is %q, want %q", c.tool, c.prompt, c.member, got, c.want)
		}
	}
}

func TestKinds(t *testing.T) {
	k := &tool.Kit{Word: "service"}
	for _, typ := range []string{"service:datetime", "service:web_search", "web_search", "mcp", "shell"} {
		if !k.Knows(request.Tool{Type: typ}) {
			t.Errorf("%q is not known", typ)
		}
	}
	for _, typ := range []string{"function", "custom", "namespace", "new", "service:new", "other:datetime", "datetime", ":datetime", "service", ""} {
		if k.Knows(request.Tool{Type: typ}) {
			t.Errorf("%q is known", typ)
		}
	}
}

// The second part of the table in docs/local-gateway.md; the first is tested in package sim.
func TestPromptAsksForTool(t *testing.T) {
	for _, c := range []struct {
		tool, message string
		want          bool
	}{
		{`"service:datetime"`, "What TIME is it?", true},
		{`"service:datetime"`, "three times", false},
		{`"service:datetime"`, "not the time", false},
		{`"service:datetime"`, "use datetime", true},
		{`"service:datetime"`, "use service:datetime.", true},
		{`"web_search_preview"`, "search for bees", true},
		{`"service:new"`, "new", false},
		{`"mcp","server_label":"deep_wiki"`, "ask deep_wiki", true},
		{`"mcp","server_label":"deep_wiki"`, "ask deep wiki", false},
		{`"mcp","server_label":"deep_wiki"`, "use mcp", true},
	} {
		req := request.Parse([]byte(`{"tools":[{"type":` + c.tool + `}]}`))
		k := &tool.Kit{Word: "service", Request: req, Asked: sim.Read(c.message)}
		if got := k.IsAsked(req.Tools[0]); got != c.want {
			t.Errorf("%s, %q: %t", c.tool, c.message, got)
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

func TestPNG(t *testing.T) {
	seen := map[string]bool{}
	for _, prompt := range []string{"", "a lighthouse", "a river", "ein Fluß"} {
		b := tool.PNG(prompt)
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != 96 || img.Bounds().Dy() != 96 {
			t.Fatalf("%q: %v", prompt, err)
		}
		if !bytes.Equal(b, tool.PNG(prompt)) {
			t.Errorf("%q is drawn differently at the second time", prompt)
		}
		if seen[string(b)] || len(b) > 4<<10 {
			t.Errorf("%q: %d bytes, seen before: %t", prompt, len(b), seen[string(b)])
		}
		seen[string(b)] = true
		white := 0
		for y := range 96 {
			for x := range 96 {
				if img.At(x, y) == (color.RGBA{255, 255, 255, 255}) {
					white++
				}
			}
		}
		// The dots of S, I and M, nine pixels each.
		if white != 9*(11+9+13) {
			t.Errorf("%q: %d white pixels", prompt, white)
		}
	}
}
