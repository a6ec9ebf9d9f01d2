package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/share/redact"
)

// TestHostileTextIsReadOnce: each of these texts begins a secret at every few bytes. Whoever
// reads to the end of the text at each beginning takes hours. Twice the text takes twice
// the steps.
func TestHostileTextIsReadOnce(t *testing.T) {
	const size = 1 << 18
	for name, piece := range map[string]string{
		"keys":           "sk-",
		"tokens":         "eyJ-",
		"names":          "password=",
		"parameters":     "?key=",
		"stars":          "?key=$",
		"authorizations": "bearer+",
		"ids of AWS":     "AKIA0000000000000000/",
		"private keys":   "-----BEGIN PRIVATE KEY-----",
		"cards":          "4111111111111111abcdef",
		"fields":         "name=\"password\"\r\n\r\n",
		"elements":       "<password>",
		"addresses":      "://a:b",
		"pairs":          "name:password ",
		"quoted pairs":   "name:password,value:\"\\",
		"open quotes":    "password='\\",
		"options":        "--token ",
		"quoted options": "--token 'a",
		"netrc":          "machine a login b password ",
		"lists":          "(\"token\",\"",
		"documents":      "{\"key\":",
		"arrays":         "[[\"key\",",
		"terms":          "password=int8-",
		"expressions":    "password=a.b1.",
		"accounts":       "DE89 3704 0044 ",
		"bots":           "123456789:AA",
		"clients":        "abc8Q~",
		"hooks":          "hooks.slack.com/services/1",
		"SQL":            "password 'a",
		"homes":          "/home/bobx",
		"cookies":        "cookie:",
		"halves":         `\ud83d`,
		"ligatures":      "&fjlig;",
		"percent":        "%2525",
		"entities":       "&amp;amp;",
		"backslashes":    `\\`,
		"base64":         "YWFhYWFh",
	} {
		for _, end := range []string{"", "1", "1.2", " bob@acme.example"} {
			steps := func(size int) int {
				body := strings.Repeat(piece, size/len(piece)) + end
				c := exchange(`{"input":`+quoted(body)+`}`, "", 1<<16)
				clean, _, steps, err := rules(t).CaptureSteps(c)
				if err != nil || len(clean.Sent.Body) != len(c.Sent.Body) {
					t.Errorf("%s: %v", name, err)
				}
				return steps
			}
			const maxSteps = 100 // steps for a byte
			if half, all := steps(size/2), steps(size); all > half*9/4 || all > maxSteps*size {
				t.Errorf("%s: %d steps for %d bytes, %d for half of them", name, all, size, half)
			}
		}
	}
}

// TestRunsReadOnceAreFoundCompletely: the state of an earlier run must not shorten a later one.
func TestRunsReadOnceAreFoundCompletely(t *testing.T) {
	for text, want := range map[string]string{
		"sk-sk-aaaaaaaaaaaaaaaaaaaa1 and sk-bbbbbbbbbbbbbbbbb2 AKIAIOSFODNN7EXAMPLE,sk-ccccccccccccccccc3": strings.Repeat("*", 27) + " and " + strings.Repeat("*", 21) + " " + strings.Repeat("*", 20) + "," + strings.Repeat("*", 21),
		"password=a/b/1x token=password=1234567ab":                                                         "password=****** token=******************",
		"sk-nodigitsbutlongenough sk-withadigit0longenough":                                                "sk-nodigitsbutlongenough ************************",
		"x4111111111111111y4111111111111111":                                                               "",
		"card4111111111111111is":                                                                           "card****************is",
	} {
		if want == "" {
			want = text
		}
		if got, _ := rules(t).Text(text, "here"); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestHalfACharacterIsNoEncoding: half a surrogate pair in a text, alone and next to a secret,
// as an escape, as six letters, and in a class of a regular expression.
func TestHalfACharacterIsNoEncoding(t *testing.T) {
	r := rules(t)
	for _, half := range []string{`\ud83d`, `\\ud83d`, `[\\ud800-\\udfff]`, `\\\\udfff`, `&#55357;\ud83d`, `%5Cud83d`} {
		for secret, gone := range map[string]string{"": "", " bob@acme.example": "bob", "bob@acme.example": "bob", " password=abc123def": "abc"} {
			for name, body := range map[string]string{
				"a string": `{"a":"x ` + half + secret + `"}`,
				"pieces":   "data: {\"type\":\"d\",\"delta\":\"x " + half + "\"}\n\ndata: {\"type\":\"d\",\"delta\":\"" + secret + "\"}\n\n",
				"text":     "x " + half + secret,
			} {
				c := exchange(body, body, 9)
				clean, hits, steps, err := r.CaptureSteps(c)
				if err != nil || (len(hits) > 0) != (secret != "") || steps > 200*len(body) {
					t.Errorf("%s, %s: %d steps, %v, %v", name, body, steps, hits, err)
					continue
				}
				got := string(clean.Sent.Body)
				if len(got) != len(body) || json.Valid([]byte(got)) != json.Valid([]byte(body)) || secret == "" && got != body || gone != "" && strings.Contains(got, gone) {
					t.Errorf("%s, %s became %s", name, body, got)
				}
			}
			if got, _ := r.Text("x "+half+secret, "here"); gone != "" && strings.Contains(got, gone) || secret == "" && got != "x "+half {
				t.Errorf("%s%s became %s", half, secret, got)
			}
		}
	}
}

// TestTextThatNestsTooDeepIsMasked, all of it, and nothing else of the exchange.
func TestTextThatNestsTooDeepIsMasked(t *testing.T) {
	deep := "see %" + strings.Repeat("25", 2000) + "40 and " + strings.Repeat("&amp;", 5000)
	body := `{"input":["words",` + quoted(deep) + `,"bob@acme.example too"]}`
	clean, hits, steps, err := rules(t).CaptureSteps(exchange(body, body, 1000))
	want := `{"input":["words",` + quoted(strings.Repeat("*", len(quoted(deep))-2)) + `,"**************** too"]}`
	if err != nil || string(clean.Sent.Body) != want || string(clean.Body.All()) != want || steps > 400*len(body) {
		t.Errorf("%d steps for %d bytes, %v: %s", steps, len(body), err, clean.Sent.Body)
	}
	place := redact.Hit{Kind: redact.Nested, Place: "request body, input[1]", Length: len(deep)}
	if !slices.Contains(hits, place) || len(hits) != 4 {
		t.Errorf("hits: %v", hits)
	}
	if got, hits := rules(t).Text(deep, "title"); got != strings.Repeat("*", len(deep)) || len(hits) != 1 || hits[0].Kind != redact.Nested {
		t.Errorf("a title: %v", hits)
	}
	c := exchange("{}", "", 9)
	c.Head.Header.Set("X-Deep", deep)
	if clean, _, err := rules(t).Capture(c); err != nil || clean.Head.Header.Get("X-Deep") != strings.Repeat("*", len(deep)) {
		t.Errorf("a header: %v", err)
	}
}

// TestHitsThatUncoverOthersEnd: each name of a home directory is found when the one before
// it is masked. What is next to such a text is left alone.
func TestHitsThatUncoverOthersEnd(t *testing.T) {
	few, many := strings.Repeat("/home/bobx", 3), strings.Repeat("/home/bobx", 50_000)
	body := `{"input":["words",` + quoted(few) + `,` + quoted(many) + `]}`
	clean, _, steps, err := rules(t).CaptureSteps(exchange(body, "", 9))
	want := `{"input":["words",` + quoted(strings.Repeat("/home/****", 3)) + `,` + quoted(strings.Repeat("*", len(many))) + `]}`
	if err != nil || string(clean.Sent.Body) != want || steps > 100*len(body) {
		t.Errorf("%d steps for %d bytes, %v: %.200s", steps, len(body), err, clean.Sent.Body)
	}
}

// TestPlacesOfHitsAreShort: a name of any length, and any depth, in front of many hits.
func TestPlacesOfHitsAreShort(t *testing.T) {
	for name, body := range map[string]string{
		"name":  `{"` + strings.Repeat("n", 1<<17) + `":["bob@acme.example"` + strings.Repeat(`,"bob@acme.example"`, 5000) + `]}`,
		"depth": strings.Repeat(`{"a":`, 5000) + `["bob@acme.example"` + strings.Repeat(`,"bob@acme.example"`, 5000) + `]` + strings.Repeat(`}`, 5000),
	} {
		_, hits, steps, err := rules(t).CaptureSteps(exchange(body, "", 9))
		size := 0
		for _, h := range hits {
			size += len(h.Place)
		}
		if err != nil || len(hits) == 0 || size > 500*len(hits) || steps > 100*len(body) {
			t.Errorf("%s: %d hits with %d bytes of places, %d steps, %v", name, len(hits), size, steps, err)
		}
	}
}

// nestings returns encodings that may contain one another.
func nestings() []func(string) string {
	return []func(string) string{
		func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		url.QueryEscape,
		html.EscapeString,
		quoted,
		unicode,
		func(s string) string { return `see {"key":` + quoted(s) + `} there` },
		func(s string) string { return strings.ReplaceAll(s, "%", "%25") },
		func(s string) string { return strings.NewReplacer("&", "&amp;", "fj", "&fjlig;").Replace(s) },
		func(s string) string { return `\ud83d` + s + `fj+%20` },
		func(s string) string { return s + s },
	}
}

// FuzzNested: a text that is encoded again and again is masked in steps that are linear in its
// size, and so is all that is written.
func FuzzNested(f *testing.F) {
	for how := range nestings() {
		for _, other := range []int{0, 3, 6} {
			f.Add("mail & fj bob@acme.example", fmt.Sprintf("%d%d%d%d%d%d", how, how, how, other, other, how))
		}
	}
	for _, c := range canaries() {
		f.Add(c.text, "03152")
	}
	r, all := rules(f), nestings()
	f.Fuzz(func(t *testing.T, text, how string) {
		for _, c := range how {
			if next := all[int(c)%len(all)](text); len(next) < 1<<15 {
				text = next
			}
		}
		body := `{"input":["words",` + quoted(text) + `]}`
		clean, _, steps, err := r.CaptureSteps(exchange(body, stream(text, 7), 64))
		// Both bodies take at most 9 passes, and a value at most 32 steps a byte but for the
		// last text in it that is read.
		if size := len(body) + len(stream(text, 7)); err != nil || steps > 9*64*size {
			t.Fatalf("%d steps for %d bytes, %v", steps, size, err)
		}
		got := clean.Sent.Body
		if len(got) != len(body) || !json.Valid(got) || !strings.HasPrefix(string(got), `{"input":["words",`) {
			t.Fatalf("%q became %q", body, got)
		}
		if _, hits, err := r.Capture(clean); err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) {
			t.Fatalf("%q: again %v, %v", body, hits, err)
		}
	})
}
