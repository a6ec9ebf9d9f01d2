package inspect

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views/kit/text"
)

// TestMatchIsShownInFull: anywhere in its text, where it fits on a line.
func TestMatchIsShownInFull(t *testing.T) {
	const refusal = `{"error":{"code":403,"message":"m","metadata":{"patterns":["bob@example.com"]}}}`
	rapid.Check(t, func(t *rapid.T) {
		before, after := rapid.IntRange(0, 150).Draw(t, "before"), rapid.IntRange(0, 150).Draw(t, "after")
		width := rapid.IntRange(26, 120).Draw(t, "width")
		written := strings.Repeat("a", before) + "bob@example.com" + strings.Repeat("b", after)
		got := plain(shownGuards(answered(403, `{"input":"`+written+`"}`, refusal), width, 60))
		line := ""
		for l := range strings.Lines(got) {
			if strings.Contains(l, "[bob") {
				line = strings.TrimSpace(l)
			}
		}
		if !strings.Contains(line, "[bob@example.com]") {
			t.Fatalf("%d cells:\n%s", width, got)
		}
		shown := strings.Trim(strings.NewReplacer("[", "", "]", "").Replace(line), "…")
		if !strings.Contains(written, shown) || text.Width(line) < min(width-7, len(written)) {
			t.Fatalf("%d cells: %q", width, line)
		}
	})
}

// TestCommonTextIsShownOnce, with the names of those who got it.
func TestCommonTextIsShownOnce(t *testing.T) {
	s := answered(200, `{"input":"mail bob@example.com"}`, `{"object":"response","status":"completed","output":[],"a_metadata":{"requested":"m","strategy":"direct",`+
		`"pipeline":[{"type":"guardrail","name":"g","data":{"action":"redacted","patterns":["bob@example.com"]}}],`+
		`"attempts":[{"provider":"Atlas","status":503},{"provider":"Cobalt","status":503},{"provider":"Ember","status":200}]}}`)
	bare := *s.Exchange
	bodies := func(texts ...string) *state.Exchange {
		x := bare
		for _, text := range texts {
			x.Debug = append(x.Debug, fmt.Appendf(nil, `{"echo_upstream_body":{"messages":[{"content":%q}]}}`, text))
		}
		return &x
	}
	s.Exchange = bodies("mail [redacted]", "mail [redacted]", "mail ***")
	got := plain(shownGuards(s, 100, 40))
	for _, words := range []string{"to Atlas (attempt 1 of 3); Cobalt (attempt 2 of 3)", "to Ember (attempt 3 of 3)", "mail ***"} {
		if !strings.Contains(got, words) {
			t.Errorf("no %q\n%s", words, got)
		}
	}
	if n := strings.Count(got, "+ mail [redacted]"); n != 1 {
		t.Errorf("%d times\n%s", n, got)
	}
	s.Exchange = bodies("mail [redacted]", "mail ***")
	if got := plain(shownGuards(s, 100, 40)); !strings.Contains(got, "to upstream body 1 of 2, 3 attempts") || strings.Contains(got, "Atlas") {
		t.Errorf("it is not told whose they are\n%s", got)
	}
}

// redacting is the answer to a request in which a guardrail redacted a text.
const redacting = `{"object":"response","status":"completed","output":[],"a_metadata":{"requested":"m","strategy":"direct",` +
	`"pipeline":[{"type":"guardrail","name":"g","data":{"action":"redacted"}}],"attempts":[{"provider":"Atlas","status":200}]}}`

// TestRedactionIsShownAnywhere in a text, with a part of what
// stays.
func TestRedactionIsShownAnywhere(t *testing.T) {
	long := strings.Repeat("alpha beta ", 1000)
	s := answered(200, `{"input":"`+long+"first sk-abc, "+long+"then sk-def"+long+`"}`, redacting)
	s.Exchange.Debug = append(s.Exchange.Debug, fmt.Appendf(nil, `{"echo_upstream_body":{"input":%q}}`, long+"first [key], "+long+"then [key]"+long))
	m := shownGuards(s, 400, 40)
	m.guards.search(s.Exchange)().(screen.Effect).Apply()
	got := plain(m)
	for _, words := range []string{"− …", "beta first sk-abc, alpha", "beta then sk-defalpha", "beta first [key], alpha", "beta then [key]alpha", " … "} {
		if !strings.Contains(got, words) {
			t.Errorf("no %q\n%s", words, got)
		}
	}
	if n := strings.Count(got, "alpha"); n > 100 {
		t.Errorf("%d words of the text are shown\n%s", n, got)
	}
}

// TestOnlyAllForwardedIsShownSo: what was forwarded is compared message by message,
// whatever API the body is written for.
func TestOnlyAllForwardedIsShownSo(t *testing.T) {
	const request = `{"instructions":"be kind","input":[{"role":"user","content":"hello there"},{"role":"assistant","content":"what is it"},{"role":"user","content":"my card please"}]}`
	const all = "All message parts were forwarded unchanged."
	for body, wants := range map[string][]string{
		`{"messages":[{"role":"system","content":"be kind"},{"role":"user","content":"hello there"},{"role":"assistant","content":"what is it"},{"role":"user","content":"my card please"}]}`:       {all},
		`{"system":"be kind","messages":[{"role":"user","content":"hello there"},{"role":"assistant","content":[{"type":"text","text":"what is it"}]},{"role":"user","content":"my card please"}]}`: {all},
		`{"messages":[{"role":"system","content":"obey"},{"role":"system","content":"be kind"},{"role":"user","content":"hello there"},{"role":"assistant","content":"what is it"},{"role":"user","content":"my card please"}]}`: {
			all + " 1 added.", "messages[0].content added + obey"},
		`{"messages":[]}`: {"Message parts: 4 not found upstream.", "instructions not found upstream − be kind", "input[2].content not found upstream − my card please"},
		`{"messages":[{"role":"system","content":"be kind"},{"role":"user","content":"hello there"},{"role":"user","content":"my card please"}]}`: {
			"Message parts: 3 unchanged, 1 not found upstream.", "input[1].content not found upstream − what is it"},
		`{"messages":[{"role":"user","content":"XYZ"}]}`: {"Message parts: 4 not found upstream. 1 added.", "+ XYZ"},
		`{"input":"XYZ"}`:      {"not found upstream", "+ XYZ"},
		`{"prompt":"be kind"}`: {"1 unchanged, 3 not found upstream. The format of the upstream body is unknown: all strings in it were searched."},
		`"some text"`:          {"Not compared: the request or the upstream body is not valid JSON."},
	} {
		s := answered(200, request, redacting)
		s.Exchange.Debug = append(s.Exchange.Debug, []byte(`{"echo_upstream_body":`+body+`}`))
		got := strings.Join(strings.Fields(plain(shownGuards(s, 200, 60))), " ")
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s\nno %q in\n%s", body, want, got)
			}
		}
		if strings.Contains(got, "were forwarded unchanged") != (strings.HasPrefix(wants[0], all)) {
			t.Errorf("%s\n%s", body, got)
		}
	}
}

// TestLongDroppedTextLeavesSpace for what else became of the request.
func TestLongDroppedTextLeavesSpace(t *testing.T) {
	s := answered(200, `{"input":[{"role":"user","content":"`+strings.Repeat("alpha beta ", 500)+`"},{"role":"user","content":"my key is sk-abc, keep it"}]}`, redacting)
	s.Exchange.Debug = append(s.Exchange.Debug, []byte(`{"echo_upstream_body":{"messages":[{"role":"user","content":"my key is [redacted], keep it"}]}}`))
	if got := plain(shownGuards(s, 80, 24)); !strings.Contains(got, "alpha beta") || !strings.Contains(got, "+ my key is [redacted], keep it") {
		t.Error(got)
	}
}

// TestNothingWasRedactedOfABlockedRequest: nothing was forwarded, so no echo of it is
// offered, and no guardrail is shown as redacting.
func TestNothingWasRedactedOfABlockedRequest(t *testing.T) {
	const pipeline = `"service_metadata":{"requested":"m","strategy":"direct","pipeline":[` +
		`{"type":"guardrail","name":"api-keys","data":{"action":"redacted","detected":true,"patterns":["sk-abc"]}},` +
		`{"type":"guardrail","name":"cards","data":{"action":"%s","detected":true,"patterns":["4111"]}}]}`
	blocked := answered(403, `{"input":"sk-abc 4111","stream":true}`, `{"error":{"code":403,"message":"m","metadata":{"patterns":["4111"]}},`+fmt.Sprintf(pipeline, "blocked")+`}`)
	passed := answered(200, `{"input":"sk-abc 4111"}`, `{"object":"response","status":"completed","output":[],`+fmt.Sprintf(pipeline, "flagged")+`}`)
	m := shownGuards(blocked, 100, 60)
	if got := plain(m); !strings.Contains(got, "Nothing was forwarded: the request was blocked.") || !strings.Contains(got, "matched, nothing forwarded") || strings.Contains(got, "api-keys  redacted") {
		t.Errorf("blocked:\n%s", got)
	}
	for _, b := range m.ShortHelp() {
		if b.Help().Desc == "echo upstream" {
			t.Error("an echo of what was never sent upstream is offered")
		}
	}
	if got := plain(shownGuards(passed, 100, 60)); !strings.Contains(got, "api-keys  redacted") || !strings.Contains(got, "What the provider received is not known") {
		t.Errorf("forwarded:\n%s", got)
	}
}
