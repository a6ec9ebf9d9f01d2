package har_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// browser is an entry as Chrome's developer tools save it.
const browser = `{"_initiator":{"type":"script"},"_priority":"High","_resourceType":"fetch","cache":{},"connection":"443",
"request":{"method":"POST","url":"https://h.example/api/v1/responses","httpVersion":"h2",
 "headers":[{"name":":authority","value":"h.example"},{"name":"content-type","value":"application/json"},{"name":"x-two","value":"a"},{"name":"X-Two","value":"b"}],
 "queryString":[],"cookies":[],"headersSize":-1,"bodySize":13,"postData":{"mimeType":"application/json","text":"{\"input\":\"h\"}"}},
"response":{"status":200,"statusText":"","httpVersion":"h2","headers":[{"name":"content-type","value":"text/event-stream"},{"name":"content-encoding","value":"br"}],
 "cookies":[],"content":{"size":20,"mimeType":"text/event-stream","text":"ZGF0YTogW0RPTkVdCgo=","encoding":"base64"},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":420,"_error":null},
"serverIPAddress":"10.0.0.1","startedDateTime":"2026-03-01T10:00:00.123Z","time":700.5,
"timings":{"blocked":1.5,"dns":2,"ssl":10,"connect":30,"send":0.5,"wait":600,"receive":66.5,"_blocked_queueing":1}}`

// unanswered is an entry as a browser saves a request that got no answer, or none yet.
var unanswered = strings.NewReplacer(`"status":200`, `"status":0`, `"text":"ZGF0YTogW0RPTkVdCgo="`, `"text":""`,
	`"headers":[{"name":"content-type","value":"text/event-stream"},{"name":"content-encoding","value":"br"}]`, `"headers":[]`).Replace(browser)

func log(entries ...string) []byte {
	return []byte("\xEF\xBB\xBF" + `{ "log": {"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[` + strings.Join(entries, ",") + `]}}`)
}

func TestBrowsersEntry(t *testing.T) {
	if !har.LooksLikeHAR(log()) || har.LooksLikeHAR([]byte(`{"model":"log"}`)) || har.LooksLikeHAR([]byte(`[`)) {
		t.Error("a file is not told by its beginning")
	}
	entries, err := har.Read(log(browser))
	if err != nil {
		t.Fatal(err)
	}
	e := entries[0]
	c := e.Capture
	if !e.Foreign || !c.Sent.PostsTo(wire.EndpointResponses) || string(c.Sent.Body) != `{"input":"h"}` || len(c.Sent.Header) != 2 || len(c.Sent.Header["X-Two"]) != 2 {
		t.Errorf("%+v", c.Sent)
	}
	if string(c.Body.All()) != "data: [DONE]\n\n" || c.Body.Chunks()[0].AtUS != -1 {
		t.Errorf("%q", c.Body.All())
	}
	want := wire.Timing{
		DNSStart: 1500, DNSDone: 3500, ConnectStart: 3500, ConnectDone: 23500, TLSStart: 23500, TLSDone: 33500,
		WroteRequest: 34000, FirstByte: 634000, FirstToken: -1, End: 700500,
	}
	if c.Timing != want || c.Head.AtUS != 634000 || c.End.Cause != wire.EndClean || c.End.AtUS != 700500 {
		t.Errorf("%+v", c.Timing)
	}
}

// TestForeignEnds: what a file does not hold is never invented.
func TestForeignEnds(t *testing.T) {
	for name, c := range map[string]struct {
		entry, message string
		cause          wire.EndCause
	}{
		"no answer":         {unanswered, "does not say why", wire.EndUnknown},
		"an error":          {strings.Replace(unanswered, `"_error":null`, `"_error":"net::ERR_FAILED"`, 1), "net::ERR_FAILED", wire.EndUnknown},
		"a body left out":   {strings.Replace(browser, `"text":"ZGF`, `"comment":"ZGF`, 1), "does not hold the body of the answer, 20 bytes", wire.EndUnread},
		"an empty one":      {strings.Replace(browser, `"text":"ZGF0YTogW0RPTkVdCgo="`, `"text":""`, 1), "does not hold the body of the answer, 20 bytes", wire.EndUnread},
		"timings left out":  {strings.Replace(browser, `"timings"`, `"_timings"`, 1), "", wire.EndClean},
		"timings that lie":  {strings.Replace(browser, `"wait":600`, `"wait":1e300`, 1), "", wire.EndClean},
		"null for a number": {strings.Replace(browser, `"wait":600`, `"wait":null`, 1), "", wire.EndClean},
	} {
		t.Run(name, func(t *testing.T) {
			entries, err := har.Read(log(c.entry))
			if err != nil {
				t.Fatal(err)
			}
			if end := entries[0].Capture.End; end.Cause != c.cause || !strings.Contains(end.Message, c.message) {
				t.Errorf("%+v", end)
			}
		})
	}
}

// TestFaultyEntries: one that cannot be read does not take the others with it.
func TestFaultyEntries(t *testing.T) {
	address := `"url":"https://h.example/api/v1/responses"`
	entries, err := har.Read(log(`5`, browser, strings.Replace(browser, address, `"url":`+strings.Repeat("7", 100_000), 1), strings.Replace(browser, `"wait":600`, `"wait":NaN`, 1), strings.Replace(browser, "2026-03-01", "2026-03-02", 1)))
	if len(entries) != 2 || err == nil || entries[1].Capture.Start.Day() != 2 {
		t.Fatal(len(entries), err)
	}
	for _, want := range []string{"entry 1: an object is expected, not this number", "entry 3: request.url: a text is expected, not this number", "entry 4: line ", "NaN is not a number in JSON"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%.999v does not say %s", err, want)
		}
	}
	if strings.Contains(err.Error(), "Go struct") || len(err.Error()) > 2000 {
		t.Errorf("%.999v", err)
	}
	var syntax *scan.SyntaxError
	if _, err := har.Read([]byte(`{"log":`)); !errors.As(err, &syntax) {
		t.Error(err)
	}
	for _, file := range []string{`{}`, `{"log":{}}`, `{"log":5}`, `[]`, `{"log":{"entries":{}}}`} {
		if _, err := har.Read([]byte(file)); !errors.Is(err, har.ErrNotHAR) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// FuzzRead: no file makes Read panic, and what it reads is written and read again as it
// was.
func FuzzRead(f *testing.F) {
	f.Add(log(browser))
	f.Add(log(`{"_capture":{"id":"x","head":{"at_us":3}},"_chunks":[{"at_us":1,"bytes":-1}],"_wire":{"encoding":"base64","text":"AA=="},"response":{"content":{"text":"x"}}}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		entries, err := har.Read(file)
		if err != nil {
			return
		}
		for i, e := range written(t, entries...) {
			if string(e.Capture.Text().All()) != string(entries[i].Capture.Text().All()) || string(e.Capture.Sent.Body) != string(entries[i].Capture.Sent.Body) {
				t.Error("it came back as another")
			}
		}
	})
}

// TestReadingIsCountedAndStops: entries that cannot be read count too.
func TestReadingIsCountedAndStops(t *testing.T) {
	file, stop := log(browser, `5`, browser), errors.New("stopped")
	var counts []string
	entries, err := har.ReadEach(file, func(done, of int) error { counts = append(counts, fmt.Sprint(done, "/", of)); return nil })
	if len(entries) != 2 || err == nil || fmt.Sprint(counts) != "[1/3 2/3 3/3]" {
		t.Errorf("%d entries, %v, %v", len(entries), counts, err)
	}
	entries, err = har.ReadEach(file, func(done, _ int) error {
		if done == 2 {
			return stop
		}
		return nil
	})
	if entries != nil || !errors.Is(err, stop) {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}
