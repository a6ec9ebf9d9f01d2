package redact_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestLabelsSayWhatTheyHide with one number for each value, and show nothing else of it.
func TestLabelsSayWhatTheyHide(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"to bob@acme.example, eve@acme.example, bob@acme.example", "to [e-mail 1], [e-mail 2], [e-mail 1]"},
		{"4111 1111 1111 1111 or 4111111111111111, not 5555555555554444", "[card 1 …1111] or [card 1 …1111], not [card 2 …4444]"},
		{"sk-or-v1-0123456789abcdef0123456789abcdef", "[key 1 sk-…]"},
		{"export ACME_API_KEY=canary79value", "export ACME_API_KEY=[secret 1]"},
		{"password=4111111111111111", "password=[secret 1]"},
		{"acme-123456, kanarienvogel", "[pattern 1], [key 1]"},
		{"/home/bobcanary/x", "/home/[home 1]/x"},
		{"nothing", "nothing"},
		{"****************", "****************"},
		{"a ** b, bob@acme.example **", "a ** b, [e-mail 1] **"},
	} {
		if got, _ := rules(t).Labelled().Text(c.text, "text"); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLabelsOfACapture(t *testing.T) {
	mail := "to bob@acme.example now"
	c := exchange(`{"input":`+unicode(mail)+`,"n":4111111111111111,"q":"eve@acme.example"}`, stream(mail, 3), 40)
	stars, _, err := rules(t).Capture(c)
	if err != nil {
		t.Fatal(err)
	}
	clean, labelled, _, err := rules(t).Labelled().CaptureLabelled(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := `[e-mail 1]`; !strings.Contains(string(clean.Sent.Body), want) || !strings.Contains(string(clean.Sent.Body), `"q":"[e-mail 2]"`) || !json.Valid(clean.Sent.Body) {
		t.Errorf("the request is %s", clean.Sent.Body)
	}
	if string(clean.Body.All()) != string(stars.Body.All()) {
		t.Errorf("the stream is %s", clean.Body.All())
	}
	if got := string(labelled.Body.All()); strings.Count(got, "[e-mail 1]") != 3 || strings.Contains(got, "*") || frames(&labelled.Body) != frames(&c.Body) {
		t.Errorf("labelled: %s", got)
	}
	if len(labelled.Body.Chunks()) != len(c.Body.Chunks()) {
		t.Error("chunks were lost")
	}
}

func TestLabelsRevealNothing(t *testing.T) {
	for _, of := range canaries() {
		c := exchange(`{"a":`+unicode(of.text)+`,"b":`+quoted(quoted(of.text))+`}`, stream(of.text, 3), 7)
		c.Sent.Header.Set("X-Title", of.text)
		clean, labelled, _, err := rules(t).Labelled().CaptureLabelled(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := rules(t).Labelled().Text(of.text, "title")
		all := text + clean.Sent.Header.Get("X-Title") + string(clean.Sent.Body) + string(clean.Body.All()) + string(labelled.Body.All())
		if strings.Contains(all, orAll(of)) || strings.Contains(all, unicode(orAll(of))) {
			t.Errorf("%s: %s", of.name, all)
		}
		if !json.Valid(clean.Sent.Body) || frames(&labelled.Body) != frames(&c.Body) {
			t.Errorf("%s: malformed: %s, %s", of.name, clean.Sent.Body, labelled.Body.All())
		}
	}
}
