package spelling

import "testing"

func TestShortenedTexts(t *testing.T) {
	for _, c := range []struct {
		text                    string
		shorten, fit, shortened string // to 3 characters, in 3 characters, to 3 bytes
	}{
		{"", "", "", ""},
		{"abc", "abc", "abc", "abc"},
		{"abcd", "abc…", "ab…", "abc…"},
		{"äöü", "äöü", "äöü", "ä…"},
		{"aöüß", "aöü…", "aö…", "aö…"},
		{"€uro", "€ur…", "€u…", "€…"},
	} {
		if a, b, d := Shorten(c.text, 3), Fit(c.text, 3), ShortenBytes(c.text, 3); a != c.shorten || b != c.fit || d != c.shortened {
			t.Errorf("%q: %q, %q, %q", c.text, a, b, d)
		}
	}
}
