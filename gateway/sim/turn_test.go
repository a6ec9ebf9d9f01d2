package sim_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

func act(body string, change func(*sim.Prompt)) []output.Item {
	c := catalogue.Catalogue(catalogue.Plain())
	p := sim.Prompt{Request: request.Parse([]byte(body)), Model: c[0], Models: c, Word: "service"}
	change(&p)
	return sim.Act(p)
}

// Notes are added after the text, or before it as reasoning if the text must not change.
func TestNotes(t *testing.T) {
	note := func(p *sim.Prompt) { p.Notes = []string{"A note."} }
	for body, apart := range map[string]bool{
		`{"input":"hello"}`: false, `{"input":"tell me about bees"}`: false,
		`{"input":"say \"x\""}`: true, `{"input":"write 100 bytes"}`: true, `{"input":"please refuse"}`: true,
		`{"input":"hello","text":{"format":{"type":"json_object"}}}`: true,
	} {
		items := act(body, note)
		message := items[len(items)-1].(output.Message)
		if strings.Contains(message.Text, "> A note.") == apart || len(items) != 1+map[bool]int{true: 1}[apart] {
			t.Errorf("%s: %+v", body, items)
		}
		if apart && items[0].(output.Reasoning).Text != "A note." {
			t.Errorf("%s: %+v", body, items[0])
		}
		if len(act(body, func(*sim.Prompt) {})) != 1 {
			t.Errorf("%s: a note from nowhere", body)
		}
	}
}

// A message reports the results of tools, and cites their pages where it lists them.
func TestFindings(t *testing.T) {
	pages := []output.Source{{URL: "https://a.example/x(1)", Title: "A [title]", Excerpt: "So it is."}, {URL: "https://b.example/", Title: "Bé"}}
	items := act(`{"input":"tell me"}`, func(p *sim.Prompt) {
		p.Findings = []sim.Finding{{Name: "service:web_search", Arguments: "über", Sources: pages}, {Name: "service:bash", Output: "```\nls\n```"}}
	})
	m := items[0].(output.Message)
	if len(m.Citations) != 2 {
		t.Fatalf("%+v", m)
	}
	text := []rune(m.Text)
	for i, want := range []string{"[A title](https://a.example/x1)", "[Bé](https://b.example/)"} {
		c := m.Citations[i]
		if got := string(text[c.Start:c.End]); got != want || c.URL != pages[i].URL {
			t.Errorf("%+v is %q", c, got)
		}
	}
	if !strings.Contains(m.Text, "````\n```\nls\n```\n````") {
		t.Errorf("%s", m.Text)
	}
	// The first few of many findings are listed, and the others counted.
	items = act(`{"input":"tell me"}`, func(p *sim.Prompt) { p.Findings = make([]sim.Finding, 9) })
	if m := items[0].(output.Message); strings.Count(m.Text, "answered") != 5 || !strings.Contains(m.Text, "4 more tool answers") {
		t.Errorf("%s", m.Text)
	}
}

// For another model no size counts; at the end no function is called.
func TestBriefAndFinal(t *testing.T) {
	if m := act(`{"input":"write 100 KB"}`, func(p *sim.Prompt) { p.Brief = true })[0].(output.Message); len(m.Text) > 5000 {
		t.Errorf("%d bytes", len(m.Text))
	}
	const body = `{"input":"the weather, and rain_map","tools":[{"type":"function","name":"get_weather"},{"type":"function","name":"rain_map","defer_loading":true}]}`
	if n := len(act(body, func(*sim.Prompt) {})); n != 1 {
		t.Errorf("%d calls", n)
	}
	if n := len(act(body, func(p *sim.Prompt) { p.Reveals = []string{"rain_map"} })); n != 2 {
		t.Errorf("%d calls", n)
	}
	if _, ok := act(body, func(p *sim.Prompt) { p.Final = true })[0].(output.Message); !ok {
		t.Error("a call after the end")
	}
}

// A custom tool gets text, in the form of its grammar.
func TestCustomTool(t *testing.T) {
	for _, c := range []struct{ format, want string }{
		{``, "bees"},
		{`,"format":{"type":"text"}`, "bees"},
		{`,"format":{"type":"grammar","syntax":"regex","definition":"[0-9]{3}-[0-9]{2}"}`, "111-11"},
		{`,"format":{"type":"grammar","syntax":"lark","definition":"start: NAME\nNAME: /b[a-z]+/"}`, "bees"},
		{`,"format":{"type":"grammar","syntax":"lark","definition":"start: A"}`, ""},
		{`,"format":{"type":"grammar","syntax":"regex","definition":"(?=a)a"}`, ""},
		{`,"format":{"type":"grammar","syntax":"bnf","definition":"a"}`, ""},
	} {
		body, _ := json.Marshal("ask sql for `bees`")
		item := act(`{"input":`+string(body)+`,"tools":[{"type":"custom","name":"sql"`+c.format+`}]}`, func(*sim.Prompt) {})[0]
		refusal, refused := item.(output.Message)
		if c.want == "" && (!refused || !refusal.Refusal || !strings.HasPrefix(refusal.Text, "I cannot call `sql`")) {
			t.Errorf("%s: %+v", c.format, item)
		}
		if call, ok := item.(output.FunctionCall); c.want != "" && (!ok || !call.Custom || call.Arguments != c.want) {
			t.Errorf("%s: %+v", c.format, item)
		}
	}
}

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
	c := catalogue.Catalogue(catalogue.Plain())
	for i := range 40 { // the seeds that choose the heading are among them
		sent := request.Parse(fmt.Appendf(nil, `{"input":"key %d sk-x"}`, i))
		items := allItems(sim.Prompt{Request: sent.With(fmt.Appendf(nil, `{"input":"key %d [redacted]"}`, i)), Model: c[0], Models: c, Word: "service"})
		if m := items[0].(output.Message); strings.Contains(m.Text, heading) {
			t.Fatalf("a redacted request is shown:\n%s", m.Text)
		}
	}
	if _, answer := shown(func(prompt string) string { return fmt.Sprintf(`{"input":%q}`, prompt+strings.Repeat(" and bees", 20)) }); answer != "" {
		t.Errorf("a long prompt is shown:\n%s", answer)
	}
}
