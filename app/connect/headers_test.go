package connect

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/app/effect/config"
)

// TestALineOfHeadersIsReadAsItWasWritten, whatever their values have.
func TestALineOfHeadersIsReadAsItWasWritten(t *testing.T) {
	values := rapid.OneOf(rapid.StringMatching(`[a-c;: "\\*]{0,12}`), rapid.StringMatching(`["\\]{1,3}`), rapid.String(), rapid.Just(`"\"a; b\""`))
	rapid.Check(t, func(t *rapid.T) {
		p := config.Profile{Headers: rapid.MapOfN(rapid.StringMatching(`X-[A-C]|Api-Key`), values, 1, 3).Draw(t, "headers")}
		next := config.Profile{Headers: maps.Clone(p.Headers)}
		if err := setHeaders(&next, headerLine(&p)); err != nil || !maps.Equal(next.Headers, p.Headers) {
			t.Fatalf("%q is read from %q: %v", next.Headers, headerLine(&p), err)
		}
	})
}

// TestHeadersAreWrittenByHand.
func TestHeadersAreWrittenByHand(t *testing.T) {
	cases := map[string]map[string]string{
		"":                                nil,
		"X-Trace: \"a; b: c\"; X-New: 1;": {"X-Trace": "a; b: c", "X-New": "1"},
		"If-Match: \"abc\" ;; X-New:1":    {"If-Match": "\"abc\"", "X-New": "1"},
		"X-A: say \"a; X-B: b\"":          {"X-A": "say \"a", "X-B": "b\""},
		"Api-Key: ***; X-Empty:":          {"Api-Key": "was", "X-Empty": ""},
	}
	for line, want := range cases {
		p := config.Profile{Headers: map[string]string{"Api-Key": "was"}}
		if err := setHeaders(&p, line); err != nil || !maps.Equal(p.Headers, want) {
			t.Errorf("%q is read as %q: %v", line, p.Headers, err)
		}
	}
	for _, line := range []string{"no header", "Accept: text/html; q=0.5", "q=0.5; X-A: b"} {
		if err := setHeaders(&config.Profile{}, line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}
