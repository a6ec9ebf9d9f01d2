package redact_test

import (
	"strings"
	"testing"
)

// TestHostileTextIsReadOnce: each of these texts begins a secret at every few bytes. Whoever
// reads to the end of the text at each beginning takes hours.
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
	} {
		body := strings.Repeat(piece, size/len(piece))
		for _, end := range []string{"", "1", "1.2"} {
			c := exchange(`{"input":`+quoted(body+end)+`}`, "", 1<<16)
			clean, _, err := rules(t).Capture(c)
			if err != nil || len(clean.Sent.Body) != len(c.Sent.Body) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestRunsThatAreReadOnceAreFoundWhole: what a run before left behind must not shorten one.
func TestRunsThatAreReadOnceAreFoundWhole(t *testing.T) {
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
