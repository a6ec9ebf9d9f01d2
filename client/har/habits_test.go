package har_test

import (
	"errors"
	"strings"
	"testing"

	"gatehouse/client/har"
	"gatehouse/client/wire"
)

// one reads a file with one entry.
func one(t *testing.T, entry string) har.Entry {
	t.Helper()
	entries, err := har.Read(log(entry))
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	return entries[0]
}

// TestTimesAsProgramsWriteThem: an entry whose time cannot be read is stored without it.
func TestTimesAsProgramsWriteThem(t *testing.T) {
	const want = "2026-03-01T09:00:00Z"
	for text, remark := range map[string]bool{
		"2026-03-01T10:00:00+0100": false, "2026-03-01T10:00:00.000+01:00": false, "2026-03-01 09:00:00.0000000+0000": false,
		"2026-03-01T09:00:00Z": false, "2026-03-01T09:00Z": false, "2026-03-01T10:00:00+01": false, "2026-03-01 10:00:00 +0100": false,
		"2026-03-01T09:00:00,000Z": false, "2026-03-01T09:00:00": true, " 2026-03-01 09:00:00.0 ": true,
	} {
		c := one(t, strings.Replace(browser, "2026-03-01T10:00:00.123Z", text, 1)).Capture
		if c.Lacks.Start || c.Start.UTC().Format("2006-01-02T15:04:05Z07:00") != want || (len(c.Remarks) > 0) != remark {
			t.Errorf("%q is read as %v, %q", text, c.Start, c.Remarks)
		}
	}
	for _, entry := range []string{
		strings.Replace(browser, "2026-03-01", "yesterday", 1), strings.Replace(browser, `"startedDateTime"`, `"started"`, 1),
		strings.Replace(browser, `"2026-03-01T10:00:00.123Z"`, `1772359200123`, 1),
	} {
		e := one(t, entry)
		again := written(t, e)[0].Capture
		if !e.Capture.Lacks.Start || e.Capture.Timing.End != 700500 || !again.Lacks.Start {
			t.Errorf("%v, %+v, then %+v", e.Capture.Start, e.Capture.Timing, again.Lacks)
		}
	}
}

// TestTimingsThatAreNotThere: no time is made of them.
func TestTimingsThatAreNotThere(t *testing.T) {
	from := strings.Index(browser, `"timings":`)
	for timings, want := range map[string]wire.Timing{
		`"timings":{"blocked":null,"dns":null,"connect":null,"send":null,"wait":null,"receive":null,"ssl":null},"time":700.5}`: {FirstByte: -1, End: 700500},
		`"time":null}`:             {FirstByte: -1, End: -1},
		`"timings":null,"time":0}`: {FirstByte: -1, End: -1},
		`"timings":{"send":1,"wait":20,"receive":-1},"time":700.5}`: {FirstByte: 21000, End: 700500},
		`"timings":{"wait":"twenty","receive":1},"time":700.5}`:     {FirstByte: -1, End: 700500},
		`"timings":{"send":0,"wait":20,"receive":1.5} }`:            {FirstByte: 20000, End: 21500},
	} {
		e := one(t, strings.Replace(browser[:from], `"time":700.5,`, "", 1)+timings)
		if got := e.Capture.Timing; got.FirstByte != want.FirstByte || got.End != want.End {
			t.Errorf("%s is read as %+v", timings, got)
		}
	}
}

// TestEncodingsThatLie: the text is taken as it can only be meant, with a remark.
func TestEncodingsThatLie(t *testing.T) {
	const content = `"text":"ZGF0YTogW0RPTkVdCgo=","encoding":"base64"`
	for text, want := range map[string]struct {
		body   string
		remark string
	}{
		content: {"data: [DONE]\n\n", ""},
		`"text":"data: plain\n\n","encoding":"base64"`:         {"data: plain\n\n", "is called base64 and is not"},
		`"text":"{\"error\":1}","encoding":"base64"`:           {`{"error":1}`, "is called base64 and is not"},
		`"text":"ZGF0YTog\r\nW0RPTkVdCgo","encoding":"base64"`: {"data: [DONE]\n\n", ""},
		`"text":"ZGF0YTogW0RPTkVdCgo="`:                        {"data: [DONE]\n\n", "though the file does not say so"},
		`"text":"Z2F0ZWhvdXNlZ2F0ZWhvdXNl"`:                    {"Z2F0ZWhvdXNlZ2F0ZWhvdXNl", ""}, // which is no event stream either way
		`"text":"x","encoding":"rot13"`:                        {"", `"rot13", which is not known`},
		`"text":{"a":1}`:                                       {"", "response.content.text: a text is expected, not an object; it was left out"},
	} {
		c := one(t, strings.Replace(browser, content, text, 1)).Capture
		if got := string(c.Body.All()); got != want.body || !strings.Contains(strings.Join(c.Remarks, "\n"), want.remark) || want.remark == "" && c.Remarks != nil {
			t.Errorf("%s is %q, %q", text, got, c.Remarks)
		}
		if c.Lacks.Answer != (want.body == "") {
			t.Errorf("%s: %+v", text, c.Lacks)
		}
	}
}

// TestBodiesInFields: a body that is listed by its fields alone is not known, and a remark gives the reason.
func TestBodiesInFields(t *testing.T) {
	for post, want := range map[string]string{
		`{"mimeType":"application/x-www-form-urlencoded","text":"","params":[{"name":"q","value":"a b&c"}]}`:                 "only as fields",
		`{"mimeType":"application/json","params":[{"name":"stream","value":true},{"name":"input","value":{"role":"user"}}]}`: "only as fields",
		`{"mimeType":"application/json","text":"","params":[]}`:                                                              "",
		`null`: "",
	} {
		entry := strings.Replace(browser, `{"mimeType":"application/json","text":"{\"input\":\"h\"}"}`, post, 1)
		if entry == browser {
			t.Fatal("nothing was replaced")
		}
		c := one(t, entry).Capture
		if remarks := strings.Join(c.Remarks, ""); c.Sent.Body != nil || !c.Lacks.Request || !strings.Contains(remarks, want) || want == "" && remarks != "" {
			t.Errorf("%s is %q, %+v, %q", post, c.Sent.Body, c.Lacks, c.Remarks)
		}
		again := written(t, har.Entry{Capture: c})[0].Capture
		if again.Lacks != c.Lacks || strings.Join(again.Remarks, "") != strings.Join(c.Remarks, "") {
			t.Errorf("%s comes back as %+v, %q", post, again.Lacks, again.Remarks)
		}
	}
}

// TestForeignFilesThatBreakOff: all complete entries are read, wherever it stops and whatever
// the order of the members is.
func TestForeignFilesThatBreakOff(t *testing.T) {
	all := string(log(browser, browser, browser))
	second := strings.Index(all, browser+","+browser) + len(browser) + 1
	for _, at := range []int{second + 1, second + len(browser)/2, second + len(browser) - 1} {
		entries, err := har.Read([]byte(all[:at]))
		if len(entries) != 1 || !errors.Is(err, har.ErrTorn) {
			t.Errorf("cut at %d: %d entries, %v", at, len(entries), err)
		}
	}
	for _, file := range []string{all[:second-1], all[:second], all[:second-1] + "]", all[:second-1] + "]}"} {
		if entries, err := har.Read([]byte(file)); len(entries) != 1 || err != nil {
			t.Errorf("%d entries, %v", len(entries), err)
		}
	}
	broken := strings.Replace(all, `"cache":{}`, `"cache":{'a':1}`, 1)
	if entries, err := har.Read([]byte(broken)); len(entries) != 2 || err == nil || !strings.Contains(err.Error(), "entry 1: line 1, column ") {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

// TestWebSockets are told from requests.
func TestWebSockets(t *testing.T) {
	for _, entry := range []string{
		strings.Replace(browser, `"_resourceType":"fetch"`, `"_resourceType":"websocket"`, 1), strings.Replace(browser, "https://", "wss://", 1),
		strings.Replace(browser, `"status":200`, `"status":101`, 1), strings.Replace(browser, `"cache":{}`, `"_webSocketMessages":[{"type":"send","data":"x"}]`, 1),
	} {
		if !one(t, entry).WebSocket {
			t.Errorf("%s is none", entry)
		}
	}
	if one(t, browser).WebSocket {
		t.Error("a request is one")
	}
}

// TestAnswersThatAreNotThere: what the file does not hold is not an empty body, and what is
// empty is not missing.
func TestAnswersThatAreNotThere(t *testing.T) {
	const content = `"content":{"size":20,"mimeType":"text/event-stream","text":"ZGF0YTogW0RPTkVdCgo=","encoding":"base64"}`
	for have, lacks := range map[string]bool{
		`"content":{}`: true, `"content":{"size":0,"mimeType":"text/event-stream"}`: true, `"content":{"size":900,"mimeType":"application/json","text":""}`: true,
		`"content":{"size":0,"mimeType":"text/event-stream","text":""}`: true, `"content":{"size":-1,"mimeType":"application/json"}`: true,
		`"content":{"size":0,"mimeType":"application/json","text":""}`: false, content: false,
	} {
		if c := one(t, strings.Replace(browser, content, have, 1)).Capture; c.Lacks.Answer != lacks {
			t.Errorf("%s: %+v, %+v", have, c.Lacks, c.End)
		}
	}
	if c := one(t, strings.Replace(browser, `"status":200`, `"status":0`, 1)).Capture; c.Head == nil || c.Head.Status != 0 || c.Lacks.Answer {
		t.Errorf("an answer without its status: %+v, %+v", c.Head, c.Lacks)
	}
}
