package capture

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// run sends reads through a censor and returns all that is released, with the
// stamp of each byte.
func run(s *Secrets, reads [][]byte) (out []byte, stamps []int64, c *censor) {
	c = &censor{secrets: s}
	collect := func(pieces []piece) {
		for _, p := range pieces {
			out = append(out, p.data...)
			for range p.data {
				stamps = append(stamps, p.atUS)
			}
		}
	}
	for i, p := range reads {
		collect(c.write(p, int64(i)))
	}
	collect(c.flush())
	return out, stamps, c
}

// TestCensorAnySplit: however a text is split into reads, its secrets are starred, nothing else
// changes, and each byte has the stamp of its read.
func TestCensorAnySplit(t *testing.T) {
	secrets := NewSecrets("sk-abcabcabd", "abdefgh", "aaaaaaab")
	piece := rapid.SampledFrom([]string{"sk-abcabcabd", "sk-abcabcabdefgh", "sk-abcabcab", "sk-abc", "abdefgh", "aaaaaaaaab", "aaa", "b", "sk-", "\n", "data: ", `\u0073k-abcabcabd`, `sk\u002Dabcabcab`, `\u0061bdefg`, `\u00`, `62`, `\`, `\u`})
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), ""))
		want, stars := secrets.Bytes(text)
		var reads [][]byte
		var wantStamps []int64
		for rest := text; len(rest) > 0; {
			n := rapid.IntRange(1, min(len(rest), 7)).Draw(t, "read")
			for range n {
				wantStamps = append(wantStamps, int64(len(reads)))
			}
			reads, rest = append(reads, bytes.Clone(rest[:n])), rest[n:]
		}
		got, stamps, c := run(secrets, reads)
		if !bytes.Equal(got, want) {
			t.Fatalf("%q in reads %q became %q, want %q", text, reads, got, want)
		}
		if c.count != stars {
			t.Fatalf("%d bytes counted, want %d", c.count, stars)
		}
		for i := range stamps {
			if stamps[i] != wantStamps[i] {
				t.Fatalf("byte %d of %q is stamped %d, want %d", i, text, stamps[i], wantStamps[i])
			}
		}
	})
}

func TestCensorHoldsBackNoMoreThanItMust(t *testing.T) {
	secrets := NewSecrets("sk-0123456789")
	for text, pending := range map[string]int{
		"data: {}\n\n": 0, "data: sk-01": 5, "data: sk-0x": 0, "": 0, "sk-012345678": 12, "sk-0123456789": 0, "ssss": 1,
		`sk\u002d01`: 10, `sk\u002`: 7, `sk\u003`: 7, `\u0073k-\`: 9, `\n`: 0, `words\`: 2,
	} {
		c := &censor{secrets: secrets}
		c.write([]byte(text), 1)
		if len(c.pending) != pending {
			t.Errorf("%q: %d bytes are pending, want %d", text, len(c.pending), pending)
		}
	}
}

func TestCensorWithoutSecretsCopiesNothing(t *testing.T) {
	c := &censor{secrets: NewSecrets()}
	p := []byte("data")
	if out := c.write(p, 3); len(out) != 1 || &out[0].data[0] != &p[0] || out[0].atUS != 3 {
		t.Errorf("%+v", out)
	}
}
