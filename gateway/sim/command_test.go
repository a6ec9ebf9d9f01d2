package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

// What an answer shows as the same request is that request, or nothing.
func TestTheCommandIsTheRequest(t *testing.T) {
	const heading = "### The same from a shell"
	shown := func(body func(prompt string) string) (prompt, answer string) {
		for i := range 40 {
			prompt = fmt.Sprintf("don't bees sleep %d", i)
			if answer = text(t, "sim/writer", body(prompt)); strings.Contains(answer, heading) {
				return prompt, answer
			}
		}
		return "", ""
	}
	for members, flags := range map[string]string{
		`,"stream":true`: "", "": " --no-stream", `,"stream":true,"model":"service/auto"`: "",
	} {
		prompt, answer := shown(func(prompt string) string { return fmt.Sprintf(`{"input":%q%s}`, prompt, members) })
		slug := "sim/writer"
		if strings.Contains(members, "service/auto") {
			slug = "service/auto"
		}
		want := "gatehouse send --model " + slug + flags + ` -p '` + strings.ReplaceAll(prompt, "'", `'\''`) + "'\n"
		if !strings.Contains(answer, want) {
			t.Errorf("%s: no %q in\n%s", members, want, answer)
		}
	}
	for _, body := range []string{
		`{"input":%q,"temperature":1}`, `{"input":%q,"instructions":"Be brief."}`, `{"input":%q,"tools":[{"type":"function","name":"f"}]}`,
		`{"input":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":%q}]}`,
		`{"input":[{"role":"user","content":[{"type":"input_text","text":%q},{"type":"input_image","image_url":"data:,"}]}]}`,
		`{"input":%[1]q,"user":%[1]q}`,
	} {
		if _, answer := shown(func(prompt string) string { return fmt.Sprintf(body, prompt) }); answer != "" {
			t.Errorf("%s is not the request that is shown:\n%s", body, answer)
		}
	}
	c := catalogue.New(catalogue.Plain()...)
	for i := range 40 { // the seeds that choose the heading are among them
		sent := request.Parse(fmt.Appendf(nil, `{"input":"key %d sk-x"}`, i))
		items := allItems(sim.Prompt{Request: sent.With(fmt.Appendf(nil, `{"input":"key %d [redacted]"}`, i)), Model: c.Default(), Models: c.All(), Word: "service"})
		if m := items[0].(output.Message); strings.Contains(m.Text, heading) {
			t.Fatalf("a redacted request is shown:\n%s", m.Text)
		}
	}
	if _, answer := shown(func(prompt string) string { return fmt.Sprintf(`{"input":%q}`, prompt+strings.Repeat(" and bees", 20)) }); answer != "" {
		t.Errorf("a long prompt is shown:\n%s", answer)
	}
}
