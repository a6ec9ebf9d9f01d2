package page_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"gatehouse/app/effect/files"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/share/page"
	"gatehouse/state/statetest"
)

// made returns an exchange with an answer of the test.
func made(request, kind, body string) page.Exchange {
	c := &wire.Capture{
		ID: "x1", Start: time.Unix(1_700_000_000, 0), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean, AtUS: 5_000_000},
		Sent: wire.Sent{Method: "POST", URL: "https://gate.example/api/v1/responses", Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(request)},
		Head: &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {kind}}, AtUS: 1000},
	}
	c.Timing.FirstByte, c.Timing.End = 1000, 5_000_000
	for i, at := 0, int64(1000); i < len(body); i, at = i+100, at+10_000 {
		c.Body.Append([]byte(body[i:min(i+100, len(body))]), at)
	}
	x := files.Fold(history.About{}, c)
	return page.Exchange{State: x, Capture: c, About: history.About{BaseURL: "https://gate.example/api/v1"}}
}

// unwatched lets a page be written to its end.
func unwatched(int) error { return nil }

// write writes a page, and wants it to be one that can do nothing.
func write(t interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}, list ...page.Exchange,
) string {
	t.Helper()
	out, err := page.Write(list, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(strings.NewReader(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if wrong := harm(n); wrong != "" {
			t.Fatalf("%s in\n%.3000s", wrong, out)
		}
	}
	for _, r := range string(out) {
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u200b' || r == '\ufeff' {
			t.Fatalf("%U is in the page", r)
		}
	}
	return string(out)
}

// harm returns what a node could do that no page may do.
func harm(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	switch n.Data {
	case "script", "iframe", "object", "embed", "base", "form", "input", "link", "audio", "video", "foreignobject", "foreignObject", "use", "animate", "set", "img", "image", "template":
		return "an element " + n.Data
	case "style":
		if n.Parent == nil || n.Parent.Data != "head" {
			return "a style outside the head"
		}
	}
	for _, a := range n.Attr {
		name := strings.ToLower(a.Key)
		switch {
		case strings.HasPrefix(name, "on"), name == "style", name == "src", name == "srcset", name == "action", name == "formaction", name == "ping", name == "background":
			return "an attribute " + name
		case name == "href" && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "#exchange-"):
			return "a link to " + a.Val
		}
	}
	return ""
}

// text is what a reader of the page sees.
func text(t *testing.T, doc string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && (n.Parent == nil || n.Parent.Data != "style") {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

func hostile() []string {
	return []string{
		`<script>alert(1)</script>`, `</style><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='x`, "</pre><iframe src=//evil.example>",
		"[link](javascript:alert(1))", "[link](JaVaScRiPt&colon;alert(1))", "![p](https://evil.example/x.png)", "<https://evil.example/>", "<javascript:alert(1)>", "[a](data:text/html,x)",
		"[x]: javascript:alert(1)\n\n[x]", "![x](data:image/svg+xml,<svg onload=alert(1)>)", "[a](//evil.example \"t\\\" onclick=x\")", "- [ ] task\n- [x] done", "<svg><animate onbegin=alert(1)>",
		"\u202egnp.exe\u202c", "&#x202e;", "\u200b\ufeff", "\x1b[2J\x07\x00\x9b", "\u009b2J", "&lt;script&gt;", "{{.}}", "`<b>`", "```html\n<script>x</script>\n```", "| a | b |\n|---|---|\n| <b onclick=x> | y |",
		strings.Repeat(">", 200) + " x", strings.Repeat("- ", 200) + "x", "<!--", "<![CDATA[", "<base href=//evil.example>", "]]>", "\\", "&amp;", "a\r\nb",
	}
}

func TestHostileTextStaysText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(hostile()), 1, 3).Draw(t, label), rapid.SampledFrom([]string{"", " ", "\n", "\n\n"}).Draw(t, "between"))
		}
		q := func(label string) string { return string(scan.Quote(draw(label))) }
		body := fmt.Sprintf(`{"id":%s,"status":%s,"model":%s,"output":[{"type":"message","content":[{"type":"output_text","text":%s}]},{"type":"reasoning","summary":[{"type":"summary_text","text":%s}]},
			{"type":"function_call","name":%s,"arguments":%s},{"type":%s,"x":%s}],"service_metadata":{"requested":%s,"summary":%s,"endpoints":{"available":[{"provider":%s,"model":%s,"selected":true}]},
			"attempts":[{"provider":%s,"model":%s,"status":503}],"pipeline":[{"type":"guardrail","name":%s,"summary":%s,"data":{"action":%s,"patterns":[%s]}}]},%s:%s}`,
			q("id"), rapid.SampledFrom([]string{`"completed"`, q("status")}).Draw(t, "s"), q("model"), q("text"), q("reasoning"), q("name"), q("arguments"), q("type"), q("x"), q("requested"), q("summary"), q("provider"), q("model"),
			q("provider"), q("model"), q("stage"), q("summary"), q("action"), q("pattern"), q("member"), q("value"))
		of := made(fmt.Sprintf(`{"model":%s,"instructions":%s,"input":[{"role":"user","content":%s},{"role":"assistant","content":%s},{"type":%s}]}`, q("m"), q("i"), q("u"), q("a"), q("t")), "application/json", body)
		of.Title, of.About.BaseURL, of.Capture.Sent.URL = draw("title"), draw("base"), draw("url")
		of.Capture.Sent.Header.Set("X-Title", draw("header"))
		of.Capture.Head.Header.Set("X-Note", draw("note"))
		write(t, of, of)
	})
}

func TestHostileFramesAndFailuresStayText(t *testing.T) {
	for _, text := range hostile() {
		quoted := string(scan.Quote(text))
		write(t, made(`{"stream":true,"input":`+quoted+`}`, "text/event-stream", "event: "+strings.NewReplacer("\n", "", "\r", "").Replace(text)+"\ndata: {\"type\":"+quoted+",\"delta\":"+quoted+"}\n\n: "+strings.NewReplacer("\n", "", "\r", "").Replace(text)+"\n\ndata: "+strings.NewReplacer("\n", "", "\r", "").Replace(text)+"\n\n"))
		of := made(`{"query":`+quoted+`,"documents":[`+quoted+`]}`, "application/json", `{"results":[{"index":0,"relevance_score":0.5}],"model":`+quoted+`}`)
		of.State = files.Fold(history.About{Kind: state.Rerank}, of.Capture)
		write(t, of)
		failed := made(`{}`, "text/html", text)
		failed.Capture.Head.Status = 502
		failed.State = files.Fold(history.About{}, failed.Capture)
		write(t, failed)
	}
}

func TestPageHasEverythingOfAnExchange(t *testing.T) {
	request := `{"model":"service/auto","stream":true,"plugins":[{"id":"auto-router","cost_tier":"high"}],"instructions":"Be terse.","input":"Write a list, a table and code."}`
	x, c := statetest.Talk(t, request, client.MetadataOn)
	doc := write(t, page.Exchange{State: x, Capture: c, Local: true, Title: "A title"})
	seen := text(t, doc)
	for _, want := range []string{
		"✓ completed", x.Model, "TTFT", "reasoning", "cost", "Be terse.", "Write a list, a table and code.", "auto-router", "selected", "stream", "cost_tier", "Content-Type",
		"response.output_text.delta", "POST http://", "200 OK", "local gateway (simulated)", "A title",
	} {
		if !strings.Contains(seen, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, want := range []string{"<table>", "<pre><code", `<svg class="flow"`, `<svg class="time"`, `http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;`} {
		if !strings.Contains(doc, want) && !strings.Contains(doc, strings.ReplaceAll(want, "&#39;", "'")) {
			t.Errorf("the page has no %s", want)
		}
	}
	again, err := page.Write([]page.Exchange{{State: x, Capture: c, Local: true, Title: "A title"}}, unwatched)
	if err != nil || string(again) != doc {
		t.Error("the same exchange makes another page")
	}
}

// TestChoicesAreDistinguished: the name of each answer and why it ended are above it.
// TestAChangedRequestIsShownAsTheProgramSentIt too, with what changed it.
func TestAChangedRequestIsShownAsTheProgramSentIt(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"sim/writer","input":"Hi."}`, client.MetadataOn)
	c.Changed = &wire.Changed{By: []string{"model:gpt-* => .model = \"sim/writer\""}, Body: `{"model":"gpt-before"}`}
	seen := text(t, write(t, page.Exchange{State: x, Capture: c, Local: true}))
	for _, want := range []string{"Body as received, changed by model:gpt-*", "gpt-before", "sim/writer"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestChoicesAreDistinguished(t *testing.T) {
	of := made(`{"messages":[{"role":"user","content":"hi"}]}`, "application/json", `{"choices":[{"message":{"content":"one"},"finish_reason":"stop"},{"message":{"content":"two"},"finish_reason":"length"}]}`)
	of.Capture.Sent.URL = "https://gate.example/v1/chat/completions"
	of.State = files.Fold(history.About{Kind: state.Chat}, of.Capture)
	seen := strings.Join(strings.Fields(text(t, write(t, of))), " ")
	if want := "Choice 1 of 2 finish_reason stop answerone Choice 2 of 2 finish_reason length answertwo"; !strings.Contains(seen, want) {
		t.Errorf("no %q in\n%s", want, seen)
	}
}

// TestAStreamOfAnotherAPIIsPutTogether, and the page names that.
func TestAStreamOfAnotherAPIIsPutTogether(t *testing.T) {
	of := made(`{"stream":true}`, "text/event-stream", "data: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\ndata: {\"id\":\"c1\",\"choices\":[{\"delta\":{\"content\":\"lo\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	of.Capture.Sent.URL = "https://gate.example/v1/chat/completions"
	of.State = files.Fold(history.About{Kind: state.Chat}, of.Capture)
	seen := text(t, write(t, of))
	for _, want := range []string{"Put together from the frames", `"content": "Hello"`} {
		if !strings.Contains(seen, want) {
			t.Errorf("no %q in\n%s", want, seen)
		}
	}
}

// TestMasksAreNoMarkdown: every * of a mask is seen, and emphasises nothing.
func TestMasksAreNoMarkdown(t *testing.T) {
	answer := `*My mail is *******************, home /home/***/x

****************

` + "`****`" + ` [at](https://h.example/****) **bold** ` + "\ue000"
	of := made(`{"input":"to ****************, home /home/***/x"}`, "application/json", `{"output":[{"type":"message","content":[{"type":"output_text","text":`+string(scan.Quote(answer))+`}]}]}`)
	of.Capture.Redacted = 60
	of.State = files.Fold(history.About{}, of.Capture)
	doc := write(t, of)
	for _, want := range []string{
		"<h2 dir=\"auto\">to ****************, home /home/***/x</h2>",
		"<p>*My mail is *******************, home /home/***/x</p>\n<p>****************</p>\n<p><code>****</code> <a ", `href="https://h.example/****"`, "<strong>bold</strong> \ue000</p>",
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	of.State.Redacted = 0
	if doc := write(t, of); !strings.Contains(doc, "<hr") {
		t.Error("without masks a line of * is no rule")
	}
}

// TestAFigureIsOnOneLine: a browser breaks no number.
func TestAFigureIsOnOneLine(t *testing.T) {
	doc := write(t, made(`{}`, "application/json", `{}`))
	_, rule, _ := strings.Cut(doc, "\n.figures dd {")
	if rule, _, _ = strings.Cut(rule, "}"); !strings.Contains(rule, "white-space: nowrap") {
		t.Errorf("the rule is %q", rule)
	}
}

// TestGuardrailFindingsAreMarked, and removed text is shown with its replacement.
func TestGuardrailFindingsAreMarked(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"sim/writer","stream":true,"debug":{"echo_upstream_body":true},"input":"my key is sk-abcdefghijklmnopqrstuvwxyz123456, keep it"}`, client.MetadataOn)
	doc := write(t, page.Exchange{State: x, Capture: c, Local: true})
	for _, want := range []string{"my key is </span><mark>sk-abcdefghijklmnopqrstuvwxyz123456</mark><span>, keep it", ">sk-abcdefghijklmnopqrstuvwxyz123456</del>", ">[redacted: api-key]</ins>"} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %s in the page", want)
		}
	}
}

func TestAFailureIsExplained(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"fault/guardrail","input":"hello"}`, client.MetadataOn)
	seen := text(t, write(t, page.Exchange{State: x, Capture: c, Local: true}))
	for _, want := range []string{"✗ failed", "blocked by a guardrail (403)", "edit the text", "guardrail"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestMarkdownWithoutEnd: pairing what these open takes a parser minutes.
func TestMarkdownWithoutEnd(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("*a_", 100_000), strings.Repeat("~~a ~b", 50_000), strings.Repeat("[a](", 60_000), strings.Repeat(">", 50_000) + " x", strings.Repeat("- ", 50_000) + "x",
	} {
		write(t, made(`{}`, "application/json", `{"output":[{"type":"message","content":[{"type":"output_text","text":"`+text+`"}]}]}`))
	}
}

func TestLargeThingsAreBounded(t *testing.T) {
	var stream strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&stream, "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"content_index\":0,\"delta\":\"word%d \"}\n\n", i)
	}
	big := `{"model":"m","stream":true,"input":[{"role":"user","content":"` + strings.Repeat("long ", 40_000) + `"}],"data":"` + strings.Repeat("QUJD", 100_000) + `"}`
	doc := write(t, made(big, "text/event-stream", stream.String()))
	if len(doc) > 1<<20 {
		t.Errorf("the page has %d bytes", len(doc))
	}
	for _, want := range []string{"word0 ", "word4999 ", "4,760 frames not shown", "more"} {
		if !strings.Contains(doc, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	deep := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	if doc := write(t, made(deep, "application/json", deep)); strings.Count(doc, "<details") > 60 {
		t.Error("every level has a fold")
	}
}

func TestWithoutAResponse(t *testing.T) {
	c := &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://127.0.0.1:8080/api/v1/responses", Body: []byte(`{"input":"hi"}`)}, Timing: wire.NoTiming()}
	seen := text(t, write(t, page.Exchange{State: files.Fold(history.About{}, c), Capture: c}))
	for _, want := range []string{"not sent", "None came."} {
		if !strings.Contains(seen, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	of := made(`{"input":"hi"}`, "application/json", `{"output":[{"type":"message","content":[{"type":"output_text","text":"`+strings.Repeat(`## A heading\n\nwords of **it**, `+"`code`"+` and more\n\n- a list\n\n`, 10_000)+`"}]}]}`)
	for b.Loop() {
		if _, err := page.Write([]page.Exchange{of}, unwatched); err != nil {
			b.Fatal(err)
		}
	}
}
