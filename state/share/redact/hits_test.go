package redact_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"gatehouse/state/share/redact"
)

func TestAttachmentsAreReported(t *testing.T) {
	pdf := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n\x00\xff\xfe bytes"))
	body := `{"input":[{"content":[{"type":"input_file","file_data":"data:application/pdf;base64,` + pdf + `"},{"text":"mail bob@acme.example"}]}]}`
	clean, hits, err := rules(t).Capture(exchange(body, "", 9))
	if err != nil || len(hits) != 2 || hits[0].Kind != redact.Email || hits[1].Masked() || !bytes.Contains(clean.Sent.Body, []byte(pdf)) {
		t.Fatalf("%v, %v", hits, err)
	}
	if got := hits[1].String(); got != "request body, input[0].content[0].file_data: attachment, not looked into (18 bytes)" {
		t.Error(got)
	}
	if _, hits, _ := rules(t).Capture(clean); len(hits) != 1 || hits[0].Masked() {
		t.Errorf("again: %v", hits)
	}
}

func TestPatternFindsShortNumber(t *testing.T) {
	r, err := redact.New([]string{"4711"}, "")
	if err != nil {
		t.Fatal(err)
	}
	clean, hits, err := r.Capture(exchange(`{"room":4711,"floor":47}`, "", 9))
	if err != nil || len(hits) != 1 || string(clean.Sent.Body) != `{"room":1111,"floor":47}` {
		t.Errorf("%s, %v, %v", clean.Sent.Body, hits, err)
	}
}

func TestFileAsBodyIsReported(t *testing.T) {
	picture := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	clean, hits, err := rules(t).Capture(exchange(`{}`, picture, 9))
	if err != nil || len(hits) != 1 || hits[0].String() != "response body: attachment, not looked into (16 bytes)" || string(clean.Body.All()) != picture {
		t.Errorf("%v, %v", hits, err)
	}
}

func TestHitsNameTheirPlace(t *testing.T) {
	text := "mail bob@acme.example or"
	c := exchange(`{"input":[{"content":"4111 1111 1111 1111"}],"a b":{"c":"sk-or-v1-0123456789abcdef"}}`, stream(text, 5), 50)
	_, hits, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hits {
		got = append(got, h.String())
	}
	// The deltas are frames 2, 5, 8, … with two others after each.
	want := []string{
		`request body, input[0].content: card number (19 bytes)`,
		`request body, ["a b"].c: API key sk-… (25 bytes)`,
		`response body, frame 17, text: e-mail address (16 bytes)`,
		`response body, frame 18, response.output[0].content[0].text: e-mail address (16 bytes)`,
		`response body, frames 5 to 14, response.output_text.delta delta: e-mail address (16 bytes)`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPatternsMatchAcrossJSON: of a match that begins in a name and ends in a value the text
// of values is masked, and the document stays one with the same names.
func TestPatternsMatchAcrossJSON(t *testing.T) {
	for _, c := range []struct{ pattern, body, want, hit string }{
		{`"order_id":\s*\d+`, `{"order_id": 48213,"n":48213}`, `{"order_id": 11111,"n":48213}`, "request body, order_id: own pattern"},
		{`"customer":\s*"[A-Z]{2}\d+"`, `{"list":[{"customer":"AB12","other":"AB12"}]}`, `{"list":[{"customer":"****","other":"AB12"}]}`, "request body, list[0].customer: own pattern"},
		{`"customer":"AB`, `{"customer":"AB\u00e912"}`, `{"customer":"**\u00e912"}`, "customer"},
		{`"a":"x..`, `{"a":"x\"yz"}`, `{"a":"***yz"}`, "a"},
		{`yz","b"`, `{"a":"x\\yz","b":true,"c":null}`, `{"a":"x\\**","b":true,"c":null}`, "a"},
		{`(?s)\{.*\}`, `{"a":"x","b":[-1.5e3,true]}`, `{"a":"*","b":[-1.1e1,true]}`, "a"},
		{`"id":"\w+"`, `{"arguments":"{\"id\":\"ab\"}"}`, `{"arguments":"{\"id\":\"**\"}"}`, "arguments, id"},
		{`n5`, `{"a":"line\n5 n5"}`, `{"a":"line\n5 **"}`, "a"},
	} {
		r, err := redact.New([]string{c.pattern}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range [][2]string{{c.body, c.want}, {"data: " + c.body + "\n\n", "data: " + c.want + "\n\n"}} {
			clean, hits, err := r.Capture(exchange(body[0], "", 9))
			if err != nil || len(hits) == 0 || string(clean.Sent.Body) != body[1] {
				t.Errorf("%s in %s: %s, %v, %v", c.pattern, body[0], clean.Sent.Body, hits, err)
				continue
			}
			if body[0] == c.body && !strings.Contains(hits[0].String(), c.hit) {
				t.Errorf("%s: %v", c.pattern, hits)
			}
			if again, hits, _ := r.Capture(clean); len(hits) != 0 || string(again.Sent.Body) != body[1] {
				t.Errorf("%s again: %v", c.pattern, hits)
			}
		}
	}
}
