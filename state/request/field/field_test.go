package field_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/request/validate"
)

// each calls f with every field of a list and of what is below it.
func each(at string, fields []field.Field, f func(at string, x field.Field)) {
	for _, x := range fields {
		f(at+"."+x.Name, x)
		each(at+"."+x.Name, x.Fields, f)
		if x.Else != nil {
			each(at, []field.Field{*x.Else}, f)
		}
	}
}

// everything calls f with every field that there is.
func everything(f func(at string, x field.Field)) {
	for _, g := range field.Groups() {
		each("", g.Fields, f)
	}
	each("rerank", field.Rerank(), f)
	for _, p := range field.Plugins() {
		each(p.ID, p.Fields, f)
	}
	for _, tool := range field.Tools("service") {
		each(tool.Type, tool.Fields, f)
	}
	for _, it := range slices.Concat(field.Items("service"), field.Parts()) {
		each(it.Type, it.Fields, f)
	}
}

func TestEveryFieldIsComplete(t *testing.T) {
	seen := 0
	everything(func(at string, x field.Field) {
		seen++
		if x.Name == "" || x.Help == "" || strings.ContainsAny(x.Help, "\n\t") || len(x.Help) > 140 {
			t.Errorf("%s: help %q", at, x.Help)
		}
		if x.Kind == field.Choice && len(x.Options) == 0 || x.Closed && len(x.Options) == 0 {
			t.Errorf("%s: no options", at)
		}
		if (x.Kind == field.Object || x.Kind == field.Objects) && len(x.Fields) == 0 {
			t.Errorf("%s: an object without fields", at)
		}
		for _, o := range x.Options {
			if x.Kind == field.Choice || x.Kind == field.List {
				continue
			}
			if k := scan.KindOf([]byte(o.Value)); scan.Check([]byte(o.Value)) != nil || k != scan.Object {
				t.Errorf("%s: %s is no value to start from", at, o.Value)
			}
		}
		if x.Kind == field.Fixed && (x.Default == "" || x.Required) {
			t.Errorf("%s: fixed at %q", at, x.Default)
		}
	})
	if seen < 300 {
		t.Errorf("only %d fields", seen)
	}
}

// What a field offers to start from is valid for the field.
func TestStartsAreAccepted(t *testing.T) {
	for _, g := range field.Groups() {
		for _, f := range g.Fields {
			for _, start := range starts(f) {
				body := fmt.Sprintf(`{"tools":[{"type":"function","name":""},{"type":"shell"},{"type":"apply_patch"},{"type":"web_search_preview"}],%q:%s}`, f.Name, start)
				accepted(t, body)
			}
		}
	}
}

func starts(f field.Field) []string {
	var out []string
	for _, o := range f.Options {
		v := o.Value
		switch f.Kind {
		case field.Choice:
			v = string(scan.Quote(v))
		case field.List:
			v = "[" + string(scan.Quote(v)) + "]"
		case field.Objects:
			v = "[" + v + "]"
		}
		out = append(out, v)
	}
	if f.Else != nil {
		out = append(out, starts(*f.Else)...)
	}
	if f.Kind == field.Object {
		for _, inner := range f.Fields {
			for _, v := range starts(inner) {
				if len(f.Options) == 0 { // no other member is needed
					out = append(out, fmt.Sprintf(`{%q:%s}`, inner.Name, v))
				}
			}
		}
	}
	return out
}

func accepted(t *testing.T, body string) {
	t.Helper()
	acceptedBy(t, "", body)
}

// acceptedBy checks a request to a service with this word.
func acceptedBy(t *testing.T, word, body string) {
	t.Helper()
	if r := validate.For(validate.ForResponses, []byte(body), validate.Service{Word: word}); !r.OK() || len(r.Hints) > 0 {
		t.Errorf("%s: %v %v", body, r.Faults, r.Hints)
	}
}

func TestPlugins(t *testing.T) {
	for _, p := range field.Plugins() {
		accepted(t, `{"plugins":[`+string(p.New())+`]}`)
		for _, f := range p.Fields {
			for _, start := range starts(f) {
				accepted(t, fmt.Sprintf(`{"plugins":[{"id":%q,%q:%s}]}`, p.ID, f.Name, start))
			}
		}
		found, ok := field.FindPlugin(p.ID)
		if !ok || found.ID != p.ID || p.Help == "" {
			t.Errorf("%s is not found", p.ID)
		}
	}
	pins := ""
	for _, p := range field.Plugins() {
		if slices.ContainsFunc(p.Fields, func(f field.Field) bool { return f.Name == "pin_model" }) {
			pins += p.ID
		}
	}
	if m, _ := field.FindPlugin("moderation"); m.Switch || len(m.Fields) > 0 || pins != "auto-router" {
		t.Errorf("moderation has %v; pin_model is of %s", m.Fields, pins)
	}
	if _, ok := field.FindPlugin("no-such"); ok {
		t.Error("a plugin that there is not was found")
	}
}

func TestTools(t *testing.T) {
	var server []string
	for _, tool := range field.Tools("acme") {
		search := ""
		if tool.Type == "function" {
			search = `,{"type":"acme:tool_search"}`
		}
		acceptedBy(t, "acme", `{"tools":[`+string(tool.Example)+search+`]}`)
		if scan.Text(scan.Get(tool.Example, "type")) != tool.Type || tool.Title == "" || tool.Help == "" {
			t.Errorf("%s: %s %q", tool.Type, tool.Example, tool.Title)
		}
		for _, f := range tool.Fields {
			if f.Required && scan.Get(tool.Example, f.Name) == nil {
				t.Errorf("the example of %s lacks %s", tool.Type, f.Name)
			}
		}
		if found, ok := field.FindTool(tool.Example); !ok || found.Type != tool.Type {
			t.Errorf("%s is not found", tool.Type)
		}
		if word, name, ok := strings.Cut(tool.Type, ":"); ok != tool.Server || ok && word != "acme" {
			t.Errorf("%s: of the service: %v", tool.Type, tool.Server)
		} else if ok {
			server = append(server, name)
		}
	}
	// The document's list of server tools.
	for _, name := range strings.Fields("advisor subagent datetime files fusion image_generation search_models web_fetch web_search apply_patch bash shell tool_search") {
		if !slices.Contains(server, name) {
			t.Errorf("no server tool %s", name)
		}
	}
	if tool, ok := field.FindTool([]byte(`{"type":"other:web_search"}`)); !ok || tool.Fields[0].Name != "parameters" {
		t.Errorf("another service's tool: %+v", tool)
	}
	if tool, ok := field.FindTool([]byte(`{"type":"new"}`)); ok || tool.Title != "new" {
		t.Errorf("an unknown tool: %+v", tool)
	}
}

// Every kind of the document's list, and what services return, is there, and
// the checks accept it with the call that it answers.
func TestItems(t *testing.T) {
	kinds := map[string]bool{}
	for _, it := range field.Items("service") {
		kinds[it.Type] = true
		accepted(t, `{"input":[{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"},`+string(it.JSON)+`,
			{"type":"function_call_output","call_id":"call_1","output":""},{"type":"custom_tool_call_output","call_id":"call_1","output":""}]}`)
		if it.Title == "" || it.Help == "" || it.Group == "" || scan.Text(scan.Get(it.JSON, "type")) != it.Type {
			t.Errorf("%+v", it)
		}
		found, ok := field.FindItem(it.JSON)
		if !ok || found.Type != it.Type || len(found.Fields) != len(it.Fields) {
			t.Errorf("%s is not found: %+v", it.Title, found)
		}
		for _, f := range it.Fields {
			if f.Required && scan.Get(it.JSON, f.Name) == nil {
				t.Errorf("%s lacks %s", it.Title, f.Name)
			}
		}
	}
	for _, kind := range strings.Fields(`message reasoning function_call function_call_output apply_patch_call apply_patch_call_output
		custom_tool_call custom_tool_call_output web_search_call file_search_call image_generation_call code_interpreter_call computer_call
		computer_call_output local_shell_call local_shell_call_output shell_call shell_call_output mcp_list_tools mcp_approval_request
		mcp_approval_response mcp_call compaction context_compaction item_reference additional_tools agent_message
		service:datetime service:web_search service:code_interpreter service:file_search service:image_generation service:browser_use
		service:bash service:text_editor service:apply_patch service:web_fetch service:tool_search service:memory service:mcp
		service:experimental__search_models service:fusion service:advisor service:subagent service:files service:shell`) {
		if !kinds[kind] {
			t.Errorf("no item %s", kind)
		}
	}
	if it, ok := field.FindItem([]byte(`{"role":"assistant","content":"x"}`)); !ok || it.Title != "Assistant message" {
		t.Errorf("an easy message: %+v", it)
	}
	if it, ok := field.FindItem([]byte(`{"type":"message","role":"critic"}`)); !ok || len(it.Fields) == 0 {
		t.Errorf("a message of another role: %+v", it)
	}
	if it, ok := field.FindItem([]byte(`{"type":"new"}`)); ok || it.Title != "new" {
		t.Errorf("an unknown item: %+v", it)
	}
}

func TestParts(t *testing.T) {
	for _, p := range field.Parts() {
		accepted(t, `{"input":[{"role":"user","content":[`+string(p.JSON)+`]}]}`)
		names := map[string]bool{"type": true}
		for _, f := range p.Fields {
			names[f.Name] = true
		}
		for m := range scan.Members(p.JSON) {
			if !names[m.Key] {
				t.Errorf("%s: no field %s", p.Type, m.Key)
			}
		}
		if !names["cache_control"] {
			t.Errorf("%s has no cache mark", p.Type)
		}
	}
}

func TestOutputs(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{`{"type":"function_call","call_id":"c\"1","name":"f","arguments":"{}"}`, `{"type":"function_call_output","call_id":"c\"1","output":""}`},
		{`{"type":"custom_tool_call","call_id":"c"}`, `{"type":"custom_tool_call_output","call_id":"c","output":""}`},
		{`{"type":"shell_call","call_id":"c","action":{"commands":["a","b"],"max_output_length":9}}`, `{"type":"shell_call_output","call_id":"c","max_output_length":9,"output":[` +
			`{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}},{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`},
		{`{"type":"shell_call","call_id":"c","action":5}`, `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`},
		{`{"type":"local_shell_call","id":"i","call_id":"c"}`, `{"type":"local_shell_call_output","id":"c","call_id":"c","output":""}`},
		{`{"type":"apply_patch_call","call_id":"c"}`, `{"type":"apply_patch_call_output","call_id":"c","status":"completed","output":""}`},
		{`{"type":"mcp_approval_request","id":"m"}`, `{"type":"mcp_approval_response","approval_request_id":"m","approve":false}`},
		{`{"type":"function_call","call_id":""}`, ""}, {`{"type":"function_call","call_id":5}`, ""}, {`{"type":"mcp_call","id":"m","call_id":"c"}`, ""},
		{`{"type":"service:shell","call_id":"c"}`, ""}, {`{}`, ""}, {`[]`, ""}, {``, ""},
	} {
		got, ok := field.OutputFor([]byte(c.call))
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%s: %s", c.call, got)
		}
	}
	got, ok := field.OutputFor([]byte(`{"type":"computer_call","call_id":"c","pending_safety_checks":[{"id":"s"}]}`))
	if s := string(got); !ok || !json.Valid(got) || strings.Contains(s, "acknowledged") || !strings.Contains(s, `"image_url":"data:image/png;base64,`) {
		t.Errorf("%s", got)
	}
}
