package overview

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// hostile is an exchange that has text wherever a server can put one.
func hostile(t testing.TB, text string, status int) views.Subject {
	t.Helper()
	q, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(s string) string { return strings.ReplaceAll(s, "Q", string(q)) }
	request := fill(`{"model":Q,"stream":true,"instructions":Q,"temperature":1e5,"metadata":{"a":Q},"tools":[{"type":"function","name":Q}],"tool_choice":Q}`)
	c := &wire.Capture{ID: text, Sent: wire.Sent{Body: []byte(request)}, Timing: wire.NoTiming()}
	c.Head = &wire.Head{Status: status, Proto: text, AtUS: 10, Header: http.Header{
		"Content-Type": {"text/event-stream"}, "X-Generation-Id": {text}, "X-" + text + "-Cache-Status": {text}, "Retry-After": {text},
	}}
	routing := `{"requested":Q,"strategy":Q,"region":Q,"summary":Q,"endpoints":{"available":[{"provider":Q,"model":Q,"selected":true}]},` +
		`"attempts":[{"provider":Q,"status":503}],"pipeline":[{"type":Q,"name":Q,"summary":Q}]}`
	frames := fill(`data: {"type":"response.output_text.delta","output_index":0,"delta":Q}` + "\n\n" +
		`data: {"type":Q}` + "\n\n" +
		`data: {"type":"response.completed","response":{"id":Q,"model":Q,"status":"failed","error":{"code":Q,"message":Q},"instructions":[Q],` +
		`"metadata":{"a":[Q]},"tools":[{"type":Q,"name":Q}],"tool_choice":{Q:Q},"temperature":Q,"usage":{"output_tokens":1,"cost":Q},"service_metadata":` + routing + `}}` + "\n\n")
	if status >= 400 {
		c.Head.Header.Set("Content-Type", "application/json")
		frames = fill(`{"error":{"code":Q,"message":Q,"metadata":{"patterns":[Q]}},"user_id":Q,"service_metadata":` + routing + `}`)
	}
	frames += ": " + text + "\n\n" + "event: " + text + "\ndata: " + text + "\n\n"
	c.Body.Append([]byte(frames), 300_000)
	c.Body.Append([]byte("data: "+text), 900_000)
	c.Timing.End = 900_000
	c.End = &wire.End{Cause: wire.EndLost, Message: text, AtUS: 900_001}
	x := state.NewExchange(c.ID, c.Sent.Body)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	return views.Subject{Exchange: x, Capture: c, BaseURL: text, Metadata: true}
}

func FuzzScreenIsSafe(f *testing.F) {
	for _, seed := range []string{
		"plain", "\x1b[31mred\x1b[0m", "\x1b]52;c;aGk=\x07", "a\r\nb\tc", "\u202Egnp.exe", "\u200b\u200d", "漢字👩‍👩‍👧e\u0301", "\x9b2J", "\xff\xfe",
		strings.Repeat("x", 3000), strings.Repeat("[", 2000), `"\"}`, "",
	} {
		f.Add(seed, uint8(78), uint8(40), true)
		f.Add(seed, uint8(36), uint8(30), false)
		f.Add(seed, uint8(140), uint8(60), false)
	}
	f.Fuzz(func(t *testing.T, words string, width, height uint8, failed bool) {
		status := 200
		if failed {
			status = 403
		}
		s := hostile(t, words, status)
		for _, compact := range []bool{false, true} {
			m := pageOf(s, compact, int(width), int(height))
			drawn := m.View()
			viewstest.Exact(t, drawn, int(width), int(height))
			for line := range strings.SplitSeq(drawn, "\n") {
				if guarded := text.Guard(line); guarded != line {
					t.Fatalf("%q is not safe: %q", line, guarded)
				}
			}
			c, ok := viewstest.Press(m, "y").(views.Copy)
			if !ok || strings.ContainsFunc(c.Text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }) {
				t.Fatalf("the copy holds control characters: %q", c.Text)
			}
		}
	})
}

// TestDeepNestingIsNoTrouble: a million levels, in the request and in the
// result.
func TestDeepNestingIsNoTrouble(t *testing.T) {
	deep := strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)
	s := scenes(t)["plain"]
	x := *s.Exchange
	x.Request = []byte(`{"metadata":{"a":` + deep + `},"instructions":"` + strings.Repeat("long ", 100_000) + `"}`)
	x.Response = []byte(`{"metadata":{"a":` + deep + `},"instructions":` + deep + `}`)
	x.Routing = []byte(`{"requested":"m","strategy":"s","pipeline":[{"type":"t","data":` + deep + `}]}`)
	s.Exchange = &x
	got := screen(pageOf(s, false, 100, 60))
	for _, want := range []string{"= metadata", "≠ instructions", "◆ t"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if w := text.Width(strings.SplitN(got, "\n", 2)[0]); w > 100 {
		t.Errorf("%d cells", w)
	}
}
