package gateway_test

import (
	"strings"
	"testing"
)

// A client that counts on stored items sends an item_reference in place of a call. The output that
// follows ends the loop all the same.
func TestToolLoopEnds(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, prompt, output string }{
		{`{"type":"shell"}`, "run `ls` in the shell", `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a.txt","stderr":"","outcome":{"type":"exit","exit_code":0}}]}`},
		{`{"type":"local_shell"}`, "run `ls` in the shell", `{"type":"local_shell_call_output","call_id":"c","output":"a.txt"}`},
		{`{"type":"apply_patch"}`, "patch a.txt", `{"type":"apply_patch_call_output","call_id":"c","status":"completed","output":"a.txt"}`},
		{`{"type":"custom","name":"sql"}`, "ask sql", `{"type":"custom_tool_call_output","call_id":"c","output":"a.txt"}`},
		{`{"type":"function","name":"get_weather"}`, "the weather", `{"type":"function_call_output","name":"get_weather","output":"a.txt"}`},
		{`{"type":"computer_use_preview"}`, "click", `{"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","image_url":"https://a.txt"}}`},
	} {
		ask := `{"role":"user","content":"` + c.prompt + `"},{"type":"item_reference","id":"gone"}`
		if _, r := post(t, base, `{"input":[`+ask+`],"tools":[`+c.tool+`]}`); !strings.HasSuffix(kinds(r), "_call") {
			t.Errorf("%s: %s", c.tool, r)
		}
		status, r := post(t, base, `{"input":[`+ask+`,`+c.output+`],"tools":[`+c.tool+`]}`)
		if kinds(r) != "message" || !strings.Contains(r.Get("output.0.content.0.text").Str, "a.txt") {
			t.Errorf("%s: %d %s", c.tool, status, r)
		}
	}
}
