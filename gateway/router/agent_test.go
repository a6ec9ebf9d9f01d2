package router_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/router"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/tool"

	"github.com/tidwall/gjson"
)

// world is a router over a small catalogue, and what they answer.
type world struct {
	models catalogue.Catalogue
	router *router.Router
}

func newWorld() world {
	models := catalogue.Catalogue(append(append(catalogue.Plain(), catalogue.Vendors()...), fault.Catalogue()...))
	return world{models, router.New(models, "service", true)}
}

func (w world) answer(ctx context.Context, slug, body string, panel *tool.Panel) []output.Placed {
	m, _ := w.models.Find(slug)
	return slices.Collect(w.router.Answer(ctx, sim.Prompt{Request: request.Parse([]byte(body)), Model: m, Models: w.models, Word: "service"}, panel))
}

// types is the kinds of items.
func types(items []output.Placed) string {
	var list []string
	for _, it := range items {
		list = append(list, gjson.GetBytes(it.Item.AppendJSON(nil, it.Status), "type").Str)
	}
	return strings.Join(list, " ")
}

// A model thinks first, then uses tools, then answers; the tools in the order in which they were
// offered, each as often as the prompt wants.
func TestOrder(t *testing.T) {
	w := newWorld()
	for _, c := range []struct{ slug, body, want string }{
		{"sim/reasoner", `{"input":"the time","tools":[{"type":"service:datetime"}]}`, "reasoning service:datetime message"},
		{"sim/writer", `{"input":"search the web for the time 2 times","tools":[{"type":"service:datetime"},{"type":"service:web_search"}]}`,
			"service:datetime service:datetime service:web_search service:web_search message"},
		{"sim/writer", `{"input":"the time in the shell","tools":[{"type":"shell"},{"type":"service:datetime"}]}`, "shell_call"},
		{"sim/writer", `{"input":"the time in the shell","tools":[{"type":"service:datetime"},{"type":"shell"},{"type":"function","name":"get_time"}]}`,
			"service:datetime shell_call function_call"},
		{"sim/writer", `{"input":"use lab_two","tools":[{"type":"mcp","server_label":"lab_one"},{"type":"mcp","server_label":"lab_two"}]}`, "mcp_call message"},
		{"sim/writer", `{"input":"advice please","tools":[{"type":"service:advisor","parameters":{"name":"a"}},{"type":"service:advisor","parameters":{"name":"b"}}]}`,
			"service:advisor service:advisor message"},
		{"sim/writer", `{"input":"what is the time","tools":[{"type":"service:unheard_of"},{"type":"new"}]}`, "message"},
		{"sim/writer", `{"input":"say exactly: \"the time\"","tools":[{"type":"service:datetime"}]}`, "service:datetime message"},
		{"sim/structured", `{"input":"the time","tools":[{"type":"service:datetime"}]}`, "service:datetime message"},
	} {
		if got := types(w.answer(t.Context(), c.slug, c.body, nil)); got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}

// When the request ends, nothing more is made: no tool is used, and no text written.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := newWorld()
	if got := types(w.answer(ctx, "sim/writer", `{"input":"the time 9 times","tools":[{"type":"service:datetime"}]}`, nil)); got != "" {
		t.Errorf("%s", got)
	}
	items := w.answer(ctx, "sim/writer", `{"input":"bees"}`, &tool.Panel{Models: []string{"sim/coder"}, Analyst: "sim/writer", Steps: 4})
	if f := items[0].Item.(*output.Fusion); f.Panel[0].Status != 408 || f.Reason != "all_panels_failed" {
		t.Errorf("%+v", f)
	}
}

// Who cannot be asked, and with what status.
func TestRefusals(t *testing.T) {
	w := newWorld()
	begun := map[string]bool{"fault/cut": true, "fault/failed-event": true} // and broken off in the middle
	for slug, status := range map[string]int{
		"no/such": 404, "": 404, "fault/400": 400, "fault/529": 529, "fault/html-502": 502, "fault/cut": 502, "fault/failed-event": 502, "fjord/abyss": 529,
		"sim/coder": 0, "fault/comments": 0, "aurora/dawn": 0, "cinder/forge-pro": 0,
	} {
		items := w.answer(t.Context(), "sim/writer", `{"input":"bees"}`, &tool.Panel{Models: []string{slug}, Analyst: "sim/writer", Steps: 1, Tools: "[]"})
		if p := items[0].Item.(*output.Fusion).Panel[0]; p.Status != status || (p.Error != "") != (status != 0) || (p.Content != "") != (status == 0 || begun[slug]) {
			t.Errorf("%s: %+v", slug, p)
		}
	}
}

// An answer to a tool is bounded, whatever the prompt asks for, and its usage is reported.
func TestBounds(t *testing.T) {
	w := newWorld()
	for most, want := range map[int]int{0: 2000, 1: 1, 50: 50, 5000: 2000} {
		panel := &tool.Panel{Models: []string{"sim/writer"}, Analyst: "sim/writer", Steps: 1, Tools: "[]", MaxTokens: most}
		items := w.answer(t.Context(), "sim/writer", fmt.Sprintf(`{"input":"say \"%s\""}`, strings.Repeat("word ", 700)), panel)
		f := items[0].Item.(*output.Fusion)
		if n := len(strings.Fields(f.Panel[0].Content)); n > want {
			t.Errorf("at most %d: %d words", most, n)
		}
		if s := f.Spending(); s.Output == 0 || s.Output > 2*want || s.Input == 0 || s.Cost <= 0 {
			t.Errorf("at most %d: %+v", most, s)
		}
	}
	items := w.answer(t.Context(), "sim/writer", `{"input":"write 20 MB"}`, &tool.Panel{Models: []string{"sim/writer"}, Analyst: "sim/coder", Steps: 1, Tools: "[]"})
	if f := items[0].Item.(*output.Fusion); len(f.Panel[0].Content) > 2000*12 {
		t.Errorf("%d bytes", len(f.Panel[0].Content))
	}
}

// The stage lists the tools that the gateway ran.
func TestStage(t *testing.T) {
	w := newWorld()
	for _, c := range []struct {
		body, tools string
		steps       int
	}{
		{`{"input":"hello"}`, "", 0},
		{`{"input":"use the shell","tools":[{"type":"shell"}]}`, "", 0},
		{`{"input":"hello","modalities":["image"]}`, "", 0},
		{`{"input":"search the time 3 times","tools":[{"type":"service:datetime"},{"type":"web_search"}]}`, "[service:datetime web_search_call]", 6},
	} {
		stage, ok := router.ToolStage(w.answer(t.Context(), "sim/writer", c.body, nil))
		if ok != (c.steps > 0) || ok && (fmt.Sprint(stage.Data["tools"]) != c.tools || stage.Data["steps"] != c.steps || stage.Type != "server_tools" || stage.Summary == "") {
			t.Errorf("%s: %t %+v", c.body, ok, stage)
		}
	}
}

// Every request gets an answer, whatever it has where the structure is open.
func FuzzAnswer(f *testing.F) {
	f.Add("search the web 3 times", `{"type":"service:web_search","parameters":{"max_results":"x","allowed_domains":[1,null,"*"]}}`, `[{"type":"max_cost"},1,null]`)
	f.Add("delegate", `{"type":"service:subagent","parameters":{"tools":[null,{"type":"service:fusion"}],"reasoning":[],"model":1}}`, `{}`)
	f.Add("panel", `{"type":"service:fusion","parameters":{"analysis_models":[1,{}],"tools":1}}`, `null`)
	f.Add("sql", `{"type":"custom","name":"sql","format":{"syntax":"regex","definition":"("}}`, `[]`)
	w := newWorld()
	f.Fuzz(func(t *testing.T, prompt, tool, stop string) {
		body := fmt.Sprintf(`{"input":%s,"tools":[%s],"stop_server_tools_when":%s}`, event(prompt), tool, stop)
		if !gjson.Valid(body) {
			t.Skip()
		}
		items := w.answer(t.Context(), "sim/writer", body, nil)
		if len(items) == 0 || len(items) > 102 {
			t.Errorf("%d items", len(items))
		}
		for _, it := range items {
			if b := it.Item.AppendJSON(nil, it.Status); !gjson.ValidBytes(b) {
				t.Errorf("%s", b)
			}
		}
	})
}

func event(s string) string { return string(gjson.AppendJSONString(nil, s)) }
