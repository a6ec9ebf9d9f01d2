package capture

import (
	"bytes"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"gatehouse/client/wire"
)

// TestCleanTakesCredentialsOut: wherever a file of another program has them, with sizes and
// times stored.
func TestCleanTakesCredentialsOut(t *testing.T) {
	c := &wire.Capture{
		Sent: wire.Sent{
			URL: "https://me:canary-pass@h/responses?key=canary-query&a=b",
			Header: http.Header{
				"Authorization": {"Basic bWU6Y2FuYXJ5LWJhc2lj"}, // me:canary-basic
				"Cookie":        {"lang=german; sid=canary-cookie-long"}, "X-Api-Key": {"canary-header"}, "X-Plain": {"german canary-header"},
			},
			Body: []byte("german canary-pass canary-query canary-basic canary-cookie-long canary-header canary-known"),
		},
		Head: &wire.Head{Header: http.Header{"Set-Cookie": {"sid=canary-set-cookie; Path=/"}, "X-Echo": {"canary-query"}}},
		End:  &wire.End{Message: "about canary-header", Trailer: http.Header{"X-Token": {"canary"}}},
	}
	c.Body.Append([]byte("packed canary-header"), 5)
	c.Decoded = &wire.Body{}
	c.Decoded.Append([]byte("say canary-"), 7)
	c.Decoded.Append([]byte("header and canary-set-cookie"), 9)
	Clean(c, "canary-known", "")
	var all bytes.Buffer
	for _, part := range [][]byte{[]byte(c.Sent.URL), c.Sent.Body, c.Body.All(), c.Decoded.All(), []byte(c.End.Message)} {
		all.Write(part)
	}
	for _, h := range []http.Header{c.Sent.Header, c.Head.Header, c.End.Trailer} {
		if err := h.Write(&all); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Contains(all.Bytes(), []byte("canary")) || !bytes.Contains(all.Bytes(), []byte("german")) {
		t.Errorf("what is kept: %s", all.Bytes())
	}
	if got := string(c.Decoded.All()); got != "say ************* and *****************" || !slices.Equal(c.Decoded.Chunks(), []wire.Chunk{{End: 11, AtUS: 7}, {End: 39, AtUS: 9}}) {
		t.Errorf("%q %v", got, c.Decoded.Chunks())
	}
	if c.Body.Len() != 20 || c.Redacted == 0 {
		t.Errorf("%d bytes, %d redacted", c.Body.Len(), c.Redacted)
	}
}

// TestCleanTakesCredentialsOutOfWhatCallersSay: an archive that was changed may have them in what
// another program sent about itself, in the path that it called, and in the answer to it.
func TestCleanTakesCredentialsOutOfWhatCallersSay(t *testing.T) {
	c := &wire.Capture{
		Sent:     wire.Sent{URL: "http://h/x", Header: http.Header{"X-Api-Key": {"canary-header"}}, Body: []byte("canary-of-path")},
		Caller:   &wire.Caller{Address: "127.0.0.1:1", UserAgent: "me canary-header", Path: "/canary-header/x?key=canary-of-path&a=b"},
		Delivery: &wire.Delivery{Message: "bad line canary-header"},
	}
	Clean(c)
	if want := (wire.Caller{Address: "127.0.0.1:1", UserAgent: "me *************", Path: "/*************/x?key=***&a=b"}); *c.Caller != want {
		t.Errorf("%+v", *c.Caller)
	}
	if c.Delivery.Message != "bad line *************" || string(c.Sent.Body) != "**************" {
		t.Errorf("%+v %s", c.Delivery, c.Sent.Body)
	}
	was, delivery := *c.Caller, *c.Delivery
	if Clean(c); *c.Caller != was || *c.Delivery != delivery {
		t.Errorf("cleaned again: %+v %+v", c.Caller, c.Delivery)
	}
}

// TestCleanLeavesOursAlone: what was masked when it was recorded holds no secret, nor does
// the name of a variable.
func TestCleanLeavesOursAlone(t *testing.T) {
	make := func() *wire.Capture {
		c := &wire.Capture{Sent: wire.Sent{
			URL: "https://***@h/responses?key=***", Header: http.Header{"Authorization": {"Bearer ***"}, "Cookie": {"***"}}, Body: []byte(`{"input":"*** *** $OPENAI_KEY"}`),
		}}
		c.Body.Append([]byte("*** $OPENAI_KEY"), 3)
		return c
	}
	c, was := make(), make()
	Clean(c)
	if !reflect.DeepEqual(c.Sent, was.Sent) || !bytes.Equal(c.Body.All(), was.Body.All()) || c.Redacted != 0 || c.End != nil {
		t.Errorf("%+v", c.Sent)
	}
	c.Sent.Header.Set("Authorization", "Bearer $OPENAI_KEY")
	Clean(c)
	if !bytes.Contains(c.Sent.Body, []byte("$OPENAI_KEY")) {
		t.Errorf("%s", c.Sent.Body)
	}
}

// TestCleanKnowsOtherNames: of headers and parameters that programs have for credentials,
// and of headers that hold an address.
func TestCleanKnowsOtherNames(t *testing.T) {
	c := &wire.Capture{Sent: wire.Sent{
		URL: "https://h/responses?accessKey=canary-a&X-Amz-Signature=canary-b",
		Header: http.Header{
			"X-Auth": {"canary-c"}, "X-Authorization": {"Bearer canary-d"},
			"Referer": {"https://u:canary-e@h/?token=canary-f&plain=1"}, "Origin": {"https://u:canary-g@h"},
		},
		Body: []byte("canary-a canary-b canary-c canary-d canary-e canary-f plain"),
	}}
	Clean(c)
	var all bytes.Buffer
	all.WriteString(c.Sent.URL + string(c.Sent.Body))
	if err := c.Sent.Header.Write(&all); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(all.Bytes(), []byte("canary")) || c.Sent.Header.Get("Referer") != "https://***@h/?token=***&plain=1" || c.Sent.Header.Get("X-Authorization") != "Bearer ***" {
		t.Errorf("what is kept: %s", all.Bytes())
	}
}
