package capture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// shortEscapes are the letters after the backslash in an escape of two bytes, and shortEscaped
// their characters.
const (
	shortEscapes = `"\/bfnrt`
	shortEscaped = "\"\\/\b\f\n\r\t"
)

// escapes spells a text for a JSON string, each character in one of the ways that are
// allowed.
func escapes(t *rapid.T, text string) string {
	var out strings.Builder
	for _, r := range text {
		number := func(r rune) {
			fmt.Fprintf(&out, rapid.SampledFrom([]string{`\u%04x`, `\u%04X`}).Draw(t, "digits"), r)
		}
		i := strings.IndexRune(shortEscaped, r)
		switch way := rapid.IntRange(0, 2).Draw(t, "way"); {
		case i >= 0 && way == 0:
			out.WriteString(`\` + shortEscapes[i:i+1])
		case way == 1 && r > 0xffff:
			first, second := utf16.EncodeRune(r)
			number(first)
			number(second)
		case way == 1 || r < ' ' || r == '"' || r == '\\':
			number(r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// TestSecretsInStringsOfJSONInStrings: a secret of any characters, in a string of a string of a
// string of JSON, is fully overwritten, in whatever reads it arrives. The text around it does not
// change.
func TestSecretsInStringsOfJSONInStrings(t *testing.T) {
	character := rapid.OneOf(rapid.RuneFrom([]rune(`abc\"/u05`+"\n\t&é😀\u2028")), rapid.Rune())
	rapid.Check(t, func(t *rapid.T) {
		secret := strings.TrimSpace(rapid.StringOfN(character, 6, 24, -1).Draw(t, "secret"))
		if len(secret) < minSecret {
			t.Skip("too short for a secret")
		}
		before, after := rapid.StringOf(character).Draw(t, "before"), rapid.StringOf(character).Draw(t, "after")
		spelled := secret
		for range rapid.IntRange(0, 3).Draw(t, "strings") {
			before, spelled, after = escapes(t, before), escapes(t, spelled), escapes(t, after)
		}
		text := []byte(before + spelled + after)
		s := NewSecrets(secret)
		clean, stars := s.Bytes(text)
		if len(clean) != len(text) || strings.Trim(string(clean[len(before):len(before)+len(spelled)]), "*") != "" {
			t.Fatalf("%q in %q became %q", secret, text, clean)
		}
		var reads [][]byte
		for rest := text; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "read")
			reads, rest = append(reads, rest[:n]), rest[n:]
		}
		if got, _, c := run(s, reads); !bytes.Equal(got, clean) || c.count != stars {
			t.Fatalf("in reads %q: %q, want %q", reads, got, clean)
		}
	})
}

// TestEscapesAroundSecretsStay: nothing else is overwritten, and what was JSON still is.
func TestEscapesAroundSecretsStay(t *testing.T) {
	const key = "sk/canary-0123"
	s := NewSecrets(key)
	arguments, err := json.Marshal(map[string]string{"token": key, "path": `C:\new`})
	if err != nil {
		t.Fatal(err)
	}
	item, err := json.Marshal(map[string]string{"arguments": string(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	got, want := s.Text(string(item)), strings.Replace(string(item), key, strings.Repeat("*", len(key)), 1)
	if got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s became %s", item, got)
	}
	for _, text := range []string{`\\\\\\\\\\sk`, `"\u005c\u005c\\u"`, `\sk\/canary-012`, `\u`, `\`, `\\u0073k\\/canary-\u`} {
		if got := s.Text(text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

// TestSecretsOfOtherCharacterSets: a header's bytes are returned as a server reads them.
func TestSecretsOfOtherCharacterSets(t *testing.T) {
	for secret, echoes := range map[string][]string{
		"pass-w\xf6rd-1": {"pass-wörd-1", `pass-w\u00f6rd-1`, "pass-w%F6rd-1", "pass-w%C3%B6rd-1", "pass-w\uFFFDrd-1", `pass-w\ufffdrd-1`},
		"pass-wörd-1":    {"pass-wÃ¶rd-1", `pass-w\u00c3\u00b6rd-1`, `pass-w\\u00f6rd-1`},
	} {
		for _, echo := range echoes {
			if got := NewSecrets(secret).Text(echo); strings.Trim(got, "*") != "" {
				t.Errorf("%q became %q", echo, got)
			}
		}
	}
}

func BenchmarkSecretsInEscapes(b *testing.B) {
	s := NewSecrets("sk-proj-0123456789abcdefghijklmnopqrstuvwxyz0123456789", "Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz0123456789")
	for name, text := range map[string]string{
		"text":        `{"delta":"some words of an answer\n, a \"quoted\" one"}` + "\n\n",
		"numbers":     `\u4e2d\u6587\u5b57\u0020`,
		"arguments":   `{"delta":"{\\\"path\\\":\\\"a/b.go\\\",\\\"line\\\":12}"}` + "\n\n",
		"code":        `"arguments":"{\\\"text\\\":\\\"if x {\\\\\\\\n\\\\\\\\treturn\\\\\\\\n}\\\"}"`,
		"long runs":   strings.Repeat(`\`, 100) + "x",
		"backslashes": `\\\\\\\\\\\\\\\\`,
	} {
		data := []byte(strings.Repeat(text, 1<<20/len(text)))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				s.Bytes(data)
			}
		})
	}
}
