package gateway_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// An MCP call needs an approval if require_approval demands it, and is then made or not.
func TestMCPApproval(t *testing.T) {
	base := serve(t)
	tool := func(approval string) string {
		return `{"type":"mcp","server_label":"lab","allowed_tools":["look"],"require_approval":` + approval + `}`
	}
	for approval, want := range map[string]string{
		`"always"`: "mcp_approval_request", `"never"`: "mcp_call message", `null`: "mcp_call message",
		`{"always":{"tool_names":["look"]}}`:                                 "mcp_approval_request",
		`{"always":{"tool_names":["other"]}}`:                                "mcp_call message",
		`{"never":{"tool_names":["look"]}}`:                                  "mcp_call message",
		`{"never":{"tool_names":["other"]}}`:                                 "mcp_approval_request",
		`{"never":{"tool_names":["x"]},"always":{"tool_names":["look"]}}`:    "mcp_approval_request",
		`{"never":{"tool_names":["look"]},"always":{"tool_names":["else"]}}`: "mcp_call message",
	} {
		if _, r := using(t, base, "ask the lab for bees", tool(approval), ""); kinds(r) != want {
			t.Errorf("%s: %s, want %s", approval, kinds(r), want)
		}
	}
	_, r := using(t, base, "ask the lab for bees", tool(`"always"`), "")
	item := r.Get("output.0")
	if item.Get("server_label").Str != "lab" || item.Get("name").Str != "look" || item.Get("arguments").Str != `{"query":"bees"}` ||
		item.Get("id").Str == "" || item.Get("status").Exists() {
		t.Fatalf("%s", item)
	}
	if d := r.Get("usage.server_tool_use_details"); d.Get("tool_calls_requested").Int() != 1 || d.Get("tool_calls_executed").Int() != 0 {
		t.Errorf("%s", d)
	}
	for _, c := range []struct{ back, kinds, says string }{
		{`{"type":"mcp_approval_response","approval_request_id":"` + item.Get("id").Str + `","approve":true}`, "mcp_call message", "lab"},
		{`{"type":"mcp_approval_response","approval_request_id":"` + item.Get("id").Str + `","approve":false}`, "message", "`lab` was not called: approval was denied."},
		{`{"type":"mcp_approval_response","approval_request_id":"` + item.Get("id").Str + `","approve":false,"reason":"too far"}`, "message", "denied (too far)"},
		{`{"type":"mcp_approval_response","approval_request_id":"mcpr_other","approve":true}`, "message", "no mcp_approval_response"},
		{`{"role":"assistant","content":"well?"}`, "message", "no mcp_approval_response"},
	} {
		for _, choice := range []string{`"auto"`, `{"type":"mcp","server_label":"lab"}`} {
			body := fmt.Sprintf(`{"input":[{"role":"user","content":"ask the lab for bees"},%s,%s],"tools":[%s],"tool_choice":%s}`, item.Raw, c.back, tool(`"always"`), choice)
			status, r := post(t, base, body)
			last := r.Get("output.#(type==\"message\").content.0.text").Str
			if status != 200 || kinds(r) != c.kinds || !strings.Contains(last, c.says) {
				t.Errorf("%s: %d %s: %s", c.back, status, kinds(r), last)
			}
		}
	}
	// A client that counts on stored items sends a reference in place of the request.
	for approve, want := range map[string]string{"true": "mcp_call message", "false": "message"} {
		_, r := post(t, base, fmt.Sprintf(`{"input":[{"role":"user","content":"ask the lab for bees"},{"type":"item_reference","id":"mcpr_gone"},
			{"type":"mcp_approval_response","approval_request_id":"mcpr_gone","approve":%s}],"tools":[%s]}`, approve, tool(`"always"`)))
		if kinds(r) != want || approve == "true" && r.Get("output.0.approval_request_id").Str != "mcpr_gone" {
			t.Errorf("by reference, %s: %s", approve, r.Get("output"))
		}
	}
	// An approved call is made once; the next prompt needs another approval.
	_, done := post(t, base, fmt.Sprintf(`{"input":[{"role":"user","content":"ask the lab for bees"},%s,{"type":"mcp_approval_response","approval_request_id":%q,"approve":true},
		{"type":"service:mcp","id":"m","status":"completed","serverLabel":"lab","toolName":"look"}],"tools":[%s]}`, item.Raw, item.Get("id").Str, tool(`"always"`)))
	if kinds(done) != "message" {
		t.Errorf("called again: %s", kinds(done))
	}
	_, anew := post(t, base, fmt.Sprintf(`{"input":[{"role":"user","content":"ask the lab for bees"},%s,{"type":"mcp_approval_response","approval_request_id":%q,"approve":true},
		{"role":"user","content":"ask the lab for wax"}],"tools":[%s]}`, item.Raw, item.Get("id").Str, tool(`"always"`)))
	if kinds(anew) != "mcp_approval_request" {
		t.Errorf("without asking: %s", kinds(anew))
	}
	// The model that must use the tool does so, after it was approved, whatever the prompt says.
	forced := `{"input":[{"role":"user","content":"hello"}%s],"tools":[` + tool(`"always"`) + `],"tool_choice":"required"}`
	_, r = post(t, base, fmt.Sprintf(forced, ""))
	if kinds(r) != "mcp_approval_request" {
		t.Fatalf("%s", kinds(r))
	}
	back := "," + r.Get("output.0").Raw + `,{"type":"mcp_approval_response","approval_request_id":"` + r.Get("output.0.id").Str + `","approve":true}`
	if _, r = post(t, base, fmt.Sprintf(forced, back)); kinds(r) != "mcp_call message" {
		t.Errorf("%s", kinds(r))
	}
}

// Each of several servers and subagents has a separate approval and turn.
func TestSeveralOfOneKind(t *testing.T) {
	base := serve(t)
	round := func(prompt, tools string, answer func(it gjson.Result) string) (all string) {
		items := []string{`{"role":"user","content":"` + prompt + `"}`}
		for range 4 {
			status, r := post(t, base, `{"input":[`+strings.Join(items, ",")+`],"tools":[`+tools+`]}`)
			if status != 200 {
				t.Fatalf("%d %s", status, r)
			}
			all += kinds(r) + "; "
			if strings.HasSuffix(kinds(r), "message") {
				return all
			}
			for _, it := range r.Get("output").Array() {
				items = append(items, it.Raw)
				if back := answer(it); back != "" {
					items = append(items, back)
				}
			}
		}
		return all
	}
	const servers = `{"type":"mcp","server_label":"lab","require_approval":"always"},{"type":"mcp","server_label":"attic","require_approval":"always"}`
	got := round("ask the lab and the attic", servers, func(it gjson.Result) string {
		if it.Get("type").Str != "mcp_approval_request" {
			return ""
		}
		return `{"type":"mcp_approval_response","approval_request_id":"` + it.Get("id").Str + `","approve":true}`
	})
	if want := "mcp_approval_request; mcp_call mcp_approval_request; mcp_call message; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	const workers = lookup + `,{"type":"service:subagent","parameters":{"name":"one","inherit_functions":true}},{"type":"service:subagent","parameters":{"name":"two","inherit_functions":true}}`
	got = round("delegate: look up order 7", workers, func(it gjson.Result) string {
		if it.Get("type").Str != "function_call" {
			return ""
		}
		return `{"type":"function_call_output","call_id":"` + it.Get("call_id").Str + `","output":"shipped"}`
	})
	if want := "service:subagent function_call; service:subagent service:subagent function_call; service:subagent message; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
