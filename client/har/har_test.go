package har_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
)

// written is the file with these entries, read again.
func written(t interface {
	Fatal(...any)
	Helper()
}, entries ...har.Entry) []har.Entry {
	t.Helper()
	var b bytes.Buffer
	if err := har.Write(&b, entries, nil); err != nil {
		t.Fatal(err)
	}
	again, err := har.Read(b.Bytes())
	if err != nil || len(again) != len(entries) {
		t.Fatal(err, len(again))
	}
	return again
}

// sameBody compares bytes and the times of their chunks.
func sameBody(a, b *wire.Body) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.All(), b.All()) && slices.Equal(a.Chunks(), b.Chunks())
}

// difference names the first part in which two captures differ.
func difference(a, b *wire.Capture) string {
	headA, headB := wire.Head{}, wire.Head{}
	if a.Head != nil && b.Head != nil {
		headA, headB = *a.Head, *b.Head
	}
	for name, same := range map[string]bool{
		"id":      a.ID == b.ID,
		"start":   a.Start.Equal(b.Start),
		"sent":    a.Sent.Method == b.Sent.Method && a.Sent.URL == b.Sent.URL && bytes.Equal(a.Sent.Body, b.Sent.Body) && reflect.DeepEqual(a.Sent.Header, b.Sent.Header),
		"head":    (a.Head == nil) == (b.Head == nil) && headA.Status == headB.Status && headA.Proto == headB.Proto && headA.AtUS == headB.AtUS && headA.At.Equal(headB.At) && reflect.DeepEqual(headA.Header, headB.Header),
		"body":    sameBody(&a.Body, &b.Body),
		"decoded": sameBody(a.Decoded, b.Decoded),
		"timing":  a.Timing == b.Timing,
		"end":     reflect.DeepEqual(a.End, b.End),
		"caller":  reflect.DeepEqual(a.Caller, b.Caller) && reflect.DeepEqual(a.Delivery, b.Delivery),
		"counts":  a.Redacted == b.Redacted && a.Dropped == b.Dropped,
	} {
		if !same {
			return fmt.Sprintf("%s: %+v and %+v", name, a, b)
		}
	}
	return ""
}

// TestReadGivesWhatWasWritten: whatever was captured.
func TestReadGivesWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := har.Entry{
			Capture: capture(t), Title: rapid.String().Draw(t, "title"), Verdict: "completed", Warnings: []string{"no_done"},
			About: har.About{Origin: "send", Kind: rapid.SampledFrom([]string{"", "rerank", "other"}).Draw(t, "kind"), Connection: "work", BaseURL: "https://h/api/v1", Service: "s", Session: "q", Turn: 3},
		}
		again := written(t, e)[0]
		if wrong := difference(e.Capture, again.Capture); wrong != "" {
			t.Fatal(wrong)
		}
		if e.Capture, again.Capture = nil, nil; !reflect.DeepEqual(e, again) {
			t.Fatalf("%+v came back as %+v", e, again)
		}
	})
}

// TestWhatIsNotKnownOfACallerStaysSo: of an exchange that was still running, or whose
// program was killed, nobody knows what the caller got.
func TestWhatIsNotKnownOfACallerStaysSo(t *testing.T) {
	c := &wire.Capture{Caller: &wire.Caller{Address: "127.0.0.1:5", Path: "/x"}, Timing: wire.NoTiming()}
	var b bytes.Buffer
	if err := har.Write(&b, []har.Entry{{Capture: c}}, nil); err != nil || bytes.Contains(b.Bytes(), []byte(`"sent_us"`)) {
		t.Errorf("%v: %s", err, b.Bytes())
	}
	if again := written(t, har.Entry{Capture: c})[0].Capture; again.Delivery != nil || *again.Caller != *c.Caller {
		t.Errorf("%+v %+v", again.Caller, again.Delivery)
	}
}

// TestChangedRequestsAreWrittenWithTheOriginal, which a browser does not know.
func TestChangedRequestsAreWrittenWithTheOriginal(t *testing.T) {
	c := &wire.Capture{Timing: wire.NoTiming(), Changed: &wire.Changed{By: []string{"a rule"}, Body: `{"a":1}`}}
	if again := written(t, har.Entry{Capture: c})[0].Capture; !reflect.DeepEqual(again.Changed, c.Changed) {
		t.Errorf("%+v", again.Changed)
	}
}

// capture draws one: of a failed connection, of a document, of a stream, compressed or
// not, of bytes that are no text.
func capture(t *rapid.T) *wire.Capture {
	data := rapid.OneOf(rapid.SliceOf(rapid.Byte()), rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) }))
	us := rapid.Int64Range(-1, 1<<40)
	fields := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) })
	header := rapid.Custom(func(t *rapid.T) http.Header {
		if rapid.Bool().Draw(t, "none") {
			return nil
		}
		return rapid.MapOfN(rapid.StringMatching(`[A-Z][a-z]{0,5}`), rapid.SliceOfN(fields, 1, 3), 0, 3).Draw(t, "header")
	})
	fill := func(b *wire.Body) {
		for _, chunk := range rapid.SliceOf(data).Draw(t, "chunks") {
			b.Append(chunk, us.Draw(t, "at"))
		}
	}
	moment := func() time.Time {
		return time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
	}
	c := &wire.Capture{
		ID: rapid.String().Draw(t, "id"), Start: moment(), Timing: wire.NoTiming(),
		Sent:     wire.Sent{Method: "POST", URL: "https://h/responses?a=b&c;%zz", Header: header.Draw(t, "sent"), Body: data.Draw(t, "request")},
		Redacted: rapid.IntRange(0, 9).Draw(t, "redacted"), Dropped: us.Draw(t, "dropped"),
		End: &wire.End{Cause: wire.EndLost, Message: rapid.String().Draw(t, "message"), AtUS: us.Draw(t, "end"), Detail: wire.DetailHungUp, Proxy: "p:1", Chosen: rapid.Bool().Draw(t, "chosen")},
	}
	for _, m := range []*int64{&c.Timing.DNSStart, &c.Timing.DNSDone, &c.Timing.ConnectStart, &c.Timing.ConnectDone, &c.Timing.TLSStart, &c.Timing.TLSDone, &c.Timing.WroteRequest, &c.Timing.FirstByte, &c.Timing.FirstToken, &c.Timing.End} {
		*m = us.Draw(t, "moment")
	}
	if rapid.Bool().Draw(t, "of another program") {
		c.Caller = &wire.Caller{Address: "127.0.0.1:5", UserAgent: rapid.String().Draw(t, "agent"), Path: "/x?a=b"}
	}
	if c.Caller != nil && rapid.Bool().Draw(t, "delivered") {
		c.Delivery = &wire.Delivery{
			SentUS: us.Draw(t, "sent"), HeadUS: us.Draw(t, "head"), FirstUS: us.Draw(t, "first"), LastUS: us.Draw(t, "last"),
			Missing: us.Draw(t, "missing"), Status: rapid.IntRange(0, 599).Draw(t, "told"), Message: rapid.String().Draw(t, "words"), Fault: rapid.String().Draw(t, "fault"),
		}
	}
	if rapid.Bool().Draw(t, "no head") {
		return c
	}
	c.Head = &wire.Head{Status: rapid.IntRange(0, 599).Draw(t, "status"), Proto: "HTTP/2.0", Header: header.Draw(t, "head"), AtUS: us.Draw(t, "at"), At: moment()}
	if c.End.Trailer = header.Draw(t, "trailer"); len(c.End.Trailer) == 0 {
		c.End.Trailer = nil
	}
	fill(&c.Body)
	if rapid.Bool().Draw(t, "compressed") {
		c.Decoded = &wire.Body{}
		fill(c.Decoded)
	}
	return c
}

type sink struct{ *state.Exchange }

func (sink) Start(*wire.Capture)     {}
func (s sink) Arrive(a wire.Arrival) { s.Apply(a) }

// TestFoldOfAFile: what the local gateway answers, read from a file, gives the same
// state, frame by frame.
func TestFoldOfAFile(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))
	defer c.Close()
	for _, request := range []string{
		`{"model":"sim/writer","input":"hi","stream":true}`,
		`{"model":"sim/writer","input":"hi"}`,
		`{"model":"fault/cut","input":"hi","stream":true}`,
		`{"model":"fault/429","input":"hi"}`,
		`{"model":"fault/html-502","input":"hi"}`,
	} {
		live := state.NewExchange("x", []byte(request))
		capture := c.Do(t.Context(), client.Call{ID: "x", Path: "/responses", Body: []byte(request), Stream: live.AsksStream()}, sink{live})
		read := written(t, har.Entry{Capture: capture})[0].Capture
		again := state.NewExchange("x", read.Sent.Body)
		for a := range client.Replay(read) {
			again.Apply(a)
		}
		if live.Frames == 0 && live.AsksStream() && live.Head.Status == 200 {
			t.Errorf("%s: no stream came", request)
		}
		if live.Verdict != again.Verdict || live.Text() != again.Text() || live.Frames != again.Frames || live.FirstDeltaUS != again.FirstDeltaUS ||
			live.End.AtUS != again.End.AtUS || !reflect.DeepEqual(live.Warnings, again.Warnings) || !slices.Equal(capture.Frames.All(), read.Frames.All()) {
			t.Errorf("%s\nlive:  %s %v %d\nagain: %s %v %d", request, live.Verdict, live.Warnings, live.Frames, again.Verdict, again.Warnings, again.Frames)
		}
	}
}

// TestPhasesAddUp: the phases of the format are never below zero where it forbids that,
// and their sum is the complete time of the exchange.
func TestPhasesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := int64(0)
		next := func() int64 { at += rapid.Int64Range(0, 5e6).Draw(t, "step"); return at }
		m := wire.NoTiming()
		if rapid.Bool().Draw(t, "dns") {
			m.DNSStart, m.DNSDone = next(), next()
		}
		if rapid.Bool().Draw(t, "connect") {
			m.ConnectStart, m.ConnectDone = next(), next()
			if rapid.Bool().Draw(t, "tls") {
				m.TLSStart, m.TLSDone = next(), next()
			}
		}
		if rapid.Bool().Draw(t, "wrote") {
			m.WroteRequest = next()
		}
		if rapid.Bool().Draw(t, "answered") {
			m.FirstByte = next()
		}
		m.End = next()
		entry := written1(t, &wire.Capture{Timing: m})
		var p struct {
			Time    float64
			Timings map[string]float64
		}
		if err := json.Unmarshal(entry, &p); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for name, ms := range p.Timings {
			optional := name != "send" && name != "wait" && name != "receive"
			if ms < 0 && (ms != -1 || !optional) {
				t.Fatalf("%s is %v of %+v", name, ms, m)
			}
			if name != "ssl" {
				sum += max(ms, 0)
			}
		}
		if end := float64(m.End) / 1000; abs(p.Time-end) > 0.001 || abs(sum-end) > 0.001 {
			t.Fatalf("time %v, phases %v, of %+v", p.Time, p.Timings, m)
		}
	})
}

func abs(x float64) float64 { return max(x, -x) }

// written1 is the one entry of a file, as it was written.
func written1(t *rapid.T, c *wire.Capture) json.RawMessage {
	var b bytes.Buffer
	if err := har.Write(&b, []har.Entry{{Capture: c}}, nil); err != nil {
		t.Fatal(err)
	}
	var f struct {
		Log struct{ Entries []json.RawMessage }
	}
	if err := json.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	return f.Log.Entries[0]
}

// TestPages: entries of one conversation share a page.
func TestPages(t *testing.T) {
	of := func(title string) har.Entry { return har.Entry{Capture: &wire.Capture{}, Title: title} }
	again := written(t, of("first"), of(""), of("second"), of("first"))
	for i, want := range []string{"first", "", "second", "first"} {
		if again[i].Title != want {
			t.Errorf("entry %d belongs to %q", i, again[i].Title)
		}
	}
	if written(t) != nil {
		t.Error("an empty file has entries")
	}
}

// TestUnfinished: an exchange that was written while it ran is known to have more.
func TestUnfinished(t *testing.T) {
	c := &wire.Capture{Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}}
	c.Body.Append([]byte("data: {}\n\n"), 7)
	read := written(t, har.Entry{Capture: c})[0].Capture
	if read.End == nil || read.End.Cause != wire.EndUnread || read.End.AtUS != 7 || !strings.Contains(read.End.Message, "while") {
		t.Errorf("%+v", read.End)
	}
}

// TestEditedBody: the times of chunks apply to the bytes that arrived; once the user has shortened
// the text they apply to none.
func TestEditedBody(t *testing.T) {
	c := &wire.Capture{Head: &wire.Head{Status: 200}}
	c.Body.Append([]byte("secret"), 1)
	c.Body.Append([]byte(" text"), 2)
	var b bytes.Buffer
	if err := har.Write(&b, []har.Entry{{Capture: c}}, nil); err != nil {
		t.Fatal(err)
	}
	entries, err := har.Read(bytes.Replace(b.Bytes(), []byte("secret text"), []byte("x text"), 1))
	if err != nil {
		t.Fatal(err)
	}
	if body := &entries[0].Capture.Body; string(body.All()) != "x text" || len(body.Chunks()) != 1 || body.Chunks()[0].AtUS != -1 {
		t.Errorf("%s %v", body.All(), body.Chunks())
	}
}
