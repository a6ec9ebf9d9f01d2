package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/sse"
	"gatehouse/client/wire"
	"gatehouse/state/share/redact"
)

// drawText draws a text of private and ordinary parts, complete and in pieces.
func drawText(t *rapid.T) string {
	pieces := []string{
		" ", "\n", "x", "token", "4111", "1111", "-", "@", ".", "acme", "acme-123456", "/home/", "bob", "sk-", "password=", "\"", "\\", "/", "é", "eyJ", "%40", "&#64;", "*", "=", ":", "Bearer ", "\u202f", "0",
	}
	for _, c := range canaries() {
		pieces = append(pieces, c.text)
	}
	for _, s := range append(written(), shaped()...) {
		pieces = append(pieces, s.text)
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "text"), "")
}

// drawSpelled draws a text in encodings that nest.
func drawSpelled(t *rapid.T) string {
	text := drawText(t)
	for _, how := range rapid.SliceOfN(rapid.SampledFrom([]string{"", "json", "base64", "url", "percent", "escapes"}), 0, 3).Draw(t, "encodings") {
		switch how {
		case "json":
			text = `{"to":` + quoted(text) + `}`
		case "base64":
			text = base64.StdEncoding.EncodeToString([]byte(text))
		case "url":
			text = base64.RawURLEncoding.EncodeToString([]byte(text))
		case "percent":
			text = url.PathEscape(text)
		case "escapes":
			text = unicode(text)
		}
	}
	return text
}

// drawBody draws a body: a document, a stream, or what is neither.
func drawBody(t *rapid.T) string {
	switch rapid.IntRange(0, 3).Draw(t, "body") {
	case 0:
		return `{"` + rapid.SampledFrom([]string{"a", "api_key", "delta", "password"}).Draw(t, "name") + `":[` + quoted(drawSpelled(t)) + `,1,{"b":` + unicode(drawSpelled(t)) + `}],"n":` + rapid.SampledFrom([]string{"1", "4111111111111111", "0.4111111111111111"}).Draw(t, "number") + `}`
	case 1:
		return stream(drawSpelled(t), rapid.IntRange(1, 9).Draw(t, "size"))
	case 2:
		return "data: " + drawSpelled(t) + "\r\n\r\n: " + drawSpelled(t) + "\n\nid: 1\ndata: {\"delta\":\ndata: " + quoted(drawSpelled(t)) + "}\n\ndata: {\"delta\":" + quoted(drawSpelled(t)) + "}\n\n"
	}
	return drawSpelled(t)
}

func TestRedactingAgainFindsNothing(t *testing.T) {
	r := rules(t)
	rapid.Check(t, func(t *rapid.T) {
		body := drawBody(t)
		c := exchange(body, body, rapid.IntRange(1, 40).Draw(t, "chunk"))
		c.Sent.URL += "?x=" + url.QueryEscape(drawText(t))
		c.Sent.Header.Set("X-Title", drawText(t))
		once, _, err := r.Capture(c)
		if err != nil {
			t.Fatal(err)
		}
		twice, hits, err := r.Capture(once)
		if err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) {
			t.Fatalf("again: %v, %v", hits, err)
		}
		if string(once.Body.All()) != string(twice.Body.All()) || once.Sent.URL != twice.Sent.URL || string(once.Sent.Body) != string(twice.Sent.Body) || once.Redacted != twice.Redacted {
			t.Fatalf("%s became %s", once.Body.All(), twice.Body.All())
		}
	})
}

func TestOnlyHitsChange(t *testing.T) {
	r := rules(t)
	rapid.Check(t, func(t *rapid.T) {
		body := drawBody(t)
		c := exchange("{}", body, rapid.IntRange(1, 40).Draw(t, "chunk"))
		clean, hits, err := r.Capture(c)
		if err != nil {
			t.Fatal(err)
		}
		got := string(clean.Body.All())
		if len(got) != len(body) || !slices.ContainsFunc(hits, redact.Hit.Masked) != (got == body) {
			t.Fatalf("%d hits: %q became %q", len(hits), body, got)
		}
		if json.Valid([]byte(body)) && !json.Valid([]byte(got)) {
			t.Fatalf("%s became %s", body, got)
		}
		if before, after := frames(&c.Body), frames(&clean.Body); before != after {
			t.Fatalf("frames were %s, are %s", before, after)
		}
		if len(clean.Body.Chunks()) != len(c.Body.Chunks()) {
			t.Fatal("chunks were lost")
		}
	})
}

// frames lists the kinds of a body's frames, and which of them hold a JSON document.
func frames(b *wire.Body) string {
	var s strings.Builder
	for f := range sse.All(b) {
		s.WriteByte('0' + byte(f.Kind))
		if f.Kind == wire.FrameEvent && json.Valid(f.Data) {
			s.WriteByte('j')
		}
	}
	return s.String()
}

// FuzzCapture feeds bytes of any kind.
func FuzzCapture(f *testing.F) {
	for _, c := range canaries() {
		f.Add([]byte(stream(c.text, 3)), c.text)
		f.Add([]byte(`{"a":`+unicode(c.text)+`}`), c.text)
	}
	for _, s := range append(written(), shaped()...) {
		f.Add([]byte(`{"a":`+quoted(s.text)+`}`), s.text)
		f.Add([]byte(s.text), s.text)
	}
	r := rules(f)
	f.Fuzz(func(t *testing.T, body []byte, text string) {
		c := exchange("{}", string(body), 64)
		c.Sent.URL, c.End.Message = text, text
		clean, _, err := r.Capture(c)
		if err != nil {
			return
		}
		if got := clean.Body.All(); len(got) != len(body) || json.Valid(body) && !json.Valid(got) {
			t.Fatalf("%q became %q", body, got)
		}
		if _, hits, err := r.Capture(clean); err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) {
			t.Fatalf("%q, %q: again %v, %v", body, text, hits, err)
		}
	})
}

func BenchmarkCapture(b *testing.B) {
	text := strings.Repeat("A plain answer of some words, and bob@acme.example once in a while; nothing else of note. ", 700)
	for name, body := range map[string]string{"stream": stream(text, 5), "document": `{"a":` + quoted(strings.Repeat(text, 160)) + `}`, "base64": `{"a":"` + strings.Repeat("iVBORwABAi0tLS0tQkVHSU4gUlNB", 370_000) + `"}`} {
		b.Run(name, func(b *testing.B) {
			r := rules(b)
			c := exchange("{}", body, 1000)
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, _, err := r.Capture(c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
