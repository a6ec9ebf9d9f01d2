package redact_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/state/share/redact"
)

// TestValuesOfNamesAreMaskedWithoutTheirNames with one label for each value, in whatever way it was found.
func TestValuesOfNamesAreMaskedWithoutTheirNames(t *testing.T) {
	for _, c := range []struct{ named, text, want string }{
		{"password: hunter2secret", "It is hunter2secret.", "It is [secret 1]."},
		{"My password: hunter2secret. And yours?", "hunter2secret? xhunter2secretx", "[secret 1]? x[secret 1]x"},
		{`{"password":"correct horse"}`, "correct horse, aGUgc2FpZDogY29ycmVjdCBob3JzZSEg", "[secret 1], aGUgc2FpZDogKioqKioqKioqKioqKiEg"},
		{`{"authorization":"Bearer canary1234"}`, "canary1234", "[secret 1]"},
		{`{"password":"passwórd1"}`, `{"a":"passw\u00f3rd1"}`, `{"a":"[secret 1]"}`},
		{"password: Hunter2Secret", "HUNTER2SECRET, Hunter2Secret", "[secret 2], [secret 1]"}, // as where an answer lists words
		{"password: hunter2", "hunter2", "hunter2"},                                           // shorter than 8 characters
		{`{"password":"password"}`, "the password", "the password"},
		{`{"secrets":{"status":"completed","db":"hunter2secret"}}`, `{"status":"completed","db":"hunter2secret"}`, `{"status":"completed","db":"[secret 2]"}`},
	} {
		r := rules(t).Labelled().WithValues()
		first, _ := r.Text(c.named, "first")
		if got, _ := r.Text(c.text, "second"); got != c.want || strings.Contains(first, "hunter2secret") {
			t.Errorf("after %q, which became %q, %q became %q, want %q", c.named, first, c.text, got, c.want)
		}
	}
}

func TestValuesAreFoundAcrossDeltas(t *testing.T) {
	c := exchange(`{"input":"password: hunter2secret"}`, stream("so hunter2secret it is", 3), 7)
	clean, labelled, hits, err := rules(t).Labelled().WithValues().CaptureLabelled(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(labelled.Body.All()); strings.Count(got, "[secret 1]") != 3 || strings.Contains(got, "*") || clean.Body.Len() != c.Body.Len() {
		t.Errorf("%s", got)
	}
	if last := hits[len(hits)-1].String(); last != "response body, frames 5 to 17, response.output_text.delta delta: secret by its name (13 bytes)" {
		t.Error(last)
	}
}

// TestManyValuesAreFoundInLinearTime: also where all begin alike, as no real ones do.
func TestManyValuesAreFoundInLinearTime(t *testing.T) {
	var named strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&named, "password: aaaaaaaaaa%d\n", i)
	}
	r := redact.BuiltIn().WithValues()
	r.Text(named.String(), "first")
	start := time.Now()
	if got, _ := r.Text(strings.Repeat("a", 1<<20), "second"); strings.Trim(got, "*") != "" || time.Since(start) > 20*time.Second {
		t.Errorf("%s, %.100s", time.Since(start), got)
	}
}
