package field_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/gateway"
	"gatehouse/state/request/field"

	"github.com/tidwall/gjson"
)

func send(g *gateway.Gateway, body string) (int, gjson.Result) {
	r := httptest.NewRequest("POST", gateway.Prefix+"/responses", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer k")
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w.Code, gjson.ParseBytes(w.Body.Bytes())
}

// The local gateway answers requests with every skeleton, plugin and tool as it
// is offered, each sent unchanged.
func TestGatewayAcceptsOfferedValues(t *testing.T) {
	g := gateway.New(gateway.WithPace(0))
	try := func(what, members string) {
		t.Helper()
		if status, answer := send(g, `{"model":"sim/writer",`+members+`}`); status != 200 {
			t.Errorf("%s: %d %s", what, status, answer)
		}
	}
	const call = `{"type":"function_call","call_id":"call_1","name":"get_weather","arguments":"{}"}`
	for _, it := range field.Items("service") {
		try(it.Title, `"input":[{"role":"user","content":"hi"},`+call+`,`+string(it.JSON)+`]`)
	}
	for _, p := range field.Plugins() {
		try(p.ID, `"input":"hi","plugins":[`+string(p.New())+`]`)
	}
	for _, tool := range field.Tools("service") {
		try(tool.Type, `"input":"hi","tools":[`+string(tool.Example)+`]`)
	}
}

// A call that waits is answered by its skeleton, and by its stub: then the
// conversation continues.
func TestGatewayContinuesAfterAnOutput(t *testing.T) {
	g := gateway.New(gateway.WithPace(0))
	waiting := map[string]bool{}
	for _, c := range []struct{ tool, prompt string }{
		{"function", "What is the weather in Bonn?"}, {"custom", "run_query for all rows"}, {"namespace", "list_events of today"},
		{"shell", "Run a shell command"}, {"local_shell", "Run a shell command"}, {"apply_patch", "Create a file with a patch"},
		{"computer_use_preview", "Click on the screen of the computer"}, {"mcp", "Ask the mcp server"},
	} {
		tool := ""
		for _, x := range field.Tools("service") {
			if x.Type == c.tool {
				tool = string(x.Example)
			}
		}
		user := `{"role":"user","content":"` + c.prompt + `"}`
		_, answer := send(g, `{"input":[`+user+`],"tools":[`+tool+`]}`)
		for _, item := range answer.Get("output").Array() {
			output, ok := field.OutputFor([]byte(item.Raw))
			if !ok {
				continue
			}
			waiting[item.Get("type").Str] = true
			stub, err := field.Stub([]byte(item.Raw))
			if err != nil {
				t.Errorf("%s: %v", item.Raw, err)
			}
			for _, out := range []string{string(output), string(stub)} {
				status, next := send(g, `{"input":[`+user+`,`+item.Raw+`,`+out+`],"tools":[`+tool+`]}`)
				if status != 200 || next.Get("output.#").Int() == 0 || scan.Check([]byte(out)) != nil {
					t.Errorf("%s: %d %s", out, status, next)
				}
				for _, again := range next.Get("output").Array() {
					if again.Get("type").Str == item.Get("type").Str {
						t.Errorf("%s is asked for again after %s", again.Raw, out)
					}
				}
			}
		}
	}
	for _, kind := range []string{"function_call", "custom_tool_call", "shell_call", "apply_patch_call", "computer_call", "mcp_approval_request"} {
		if !waiting[kind] {
			t.Errorf("no %s was seen", kind)
		}
	}
}
