package gateway_test

import (
	"strings"
	"testing"
)

// Go cannot recover from a stack overflow: a text that a recursive reader takes for JSON would end
// the process.
func TestDeepTexts(t *testing.T) {
	deep := strings.Repeat("[", 7_000_000)
	base := serve(t)
	for name, body := range map[string]string{
		"output": `{"input":[{"role":"user","content":"use f"},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"` + deep + `"}]}`,
		"echo":   `{"plugins":[{"id":"web"}],"input":"say exactly: 'latency ` + deep + `'"}`,
	} {
		if status, answer := post(t, base, body); status != 200 {
			t.Errorf("%s: %d %.200s", name, status, answer)
		}
	}
	if status, _ := post(t, base, `{"input":`+deep); status != 400 {
		t.Errorf("a deep body: %d", status)
	}
}
