package rope

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"pgregory.net/rapid"
)

// TestRopeIsTheText: whatever part of a string is read, it is that part of
// its text, also where an escape is on the border of two pieces.
func TestRopeIsTheText(t *testing.T) {
	parts := []string{`\n`, `\\`, `\"`, `\u00e4`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\uD83D\u0041`, "ä", "a", "long "}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteByte('"')
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			b.WriteString(strings.Repeat("x", rapid.SampledFrom([]int{0, 3, spelledPiece - 9, spelledPiece - 1}).Draw(t, "plain")))
			for range rapid.IntRange(0, 12).Draw(t, "escapes") {
				b.WriteString(rapid.SampledFrom(parts).Draw(t, "part"))
			}
		}
		b.WriteByte('"')
		var text string
		if err := json.Unmarshal(halvesAsText(b.String()), &text); err != nil {
			t.Fatal(err)
		}
		if v := []byte(b.String()); scan.Text(v) != text || scan.TextLen(v) != len(text) {
			t.Fatal("the text, or its length, is not encoding/json's, but for halves of characters")
		}
		s := New([]byte(b.String()))
		if s.Len() != int64(len(text)) || string(s.Bytes(-1, s.Len()+1)) != text {
			t.Fatal("the whole differs")
		}
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		if got := string(s.Bytes(int64(from), int64(to))); got != text[from:to] {
			t.Fatalf("[%d,%d) is %q, want %q", from, to, got, text[from:to])
		}
	})
}

// halvesAsText spells halves of characters, which encoding/json replaces, as text.
func halvesAsText(v string) []byte {
	for at := 0; ; {
		i := scan.LoneSurrogate([]byte(v[at:]))
		if i < 0 {
			return []byte(v)
		}
		v, at = v[:at+i]+`\`+v[at+i:], at+i+len(`\\ud83d`)
	}
}

// TestHalvesOfCharactersAreJoined over pieces of one text; one that stays alone is spelled.
func TestHalvesOfCharactersAreJoined(t *testing.T) {
	for pieces, want := range map[string]string{
		`a\ud83d|\ude00b`: "a😀b", `\ud83d|\ude00`: "😀", `\ud83d||\ude00\ud83d|\ude01`: "😀😁", `\ud83d|x`: `\ud83dx(alone)`, `\ud83d|\ud83d|\ude00`: `\ud83d😀(alone)`,
		`\ude00|x`: `\ude00x(alone)`, `a\ud83db|c`: `a\ud83dbc(alone)`, `x|\ud83d`: `x\ud83d(alone)`, `\\ud83d|\\ude00`: `\ud83d\ude00`, `a|b`: "ab",
	} {
		r, alone, wrote := &Rope{}, false, ""
		for piece := range strings.SplitSeq(pieces, "|") {
			var h wire.Halves
			h.First, h.Last, h.Other = scan.Halves([]byte(piece))
			written, one := r.Now().AppendPiece(scan.Text([]byte(`"`+piece+`"`)), h) // a copy says the same
			if got, two := r.AppendPiece(scan.Text([]byte(`"`+piece+`"`)), h); got != written || one != two {
				t.Errorf("%s: wrote %q, a copy %q", pieces, got, written)
			}
			alone, wrote = alone || one, wrote+written
		}
		if got := r.String(); got != wrote {
			t.Errorf("%s: wrote %q, has %q", pieces, wrote, got)
		}
		alone = r.EndHalf() || alone
		got := r.String()
		if alone {
			got += "(alone)"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", pieces, got, want)
		}
	}
}

// TestAPieceTooShortForAHalfHasNone, whatever the flags are.
func TestAPieceTooShortForAHalfHasNone(t *testing.T) {
	for _, piece := range []string{"", "a", "12345"} {
		for _, h := range []wire.Halves{{First: true}, {Last: true}, {First: true, Last: true, Other: true}} {
			r := &Rope{}
			r.AppendPiece(`\ud83d`, wire.Halves{Last: true})
			if r.AppendPiece(piece, h); r.EndHalf() != (piece == "") || r.String() != `\ud83d`+piece {
				t.Errorf("%q, %+v: %q", piece, h, r.String())
			}
		}
	}
}

// TestRopeIsWhatWasAppended, in few bytes or many, also after a value; what was taken of
// it before is not changed later.
func TestRopeIsWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rope, text := &Rope{}, ""
		if rapid.Bool().Draw(t, "delivered") {
			text = strings.Repeat("a \"quote\"\n", rapid.SampledFrom([]int{1, 900}).Draw(t, "first"))
			rope = New(scan.Quote(text))
		}
		var was []*Rope
		var wanted []string
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			more := strings.Repeat(rapid.SampledFrom([]string{"", "words ", "a \"quote\"\n", "é😀\\"}).Draw(t, "more"), rapid.SampledFrom([]int{1, 40, 900}).Draw(t, "times"))
			was, wanted = append(was, rope.Now()), append(wanted, text)
			rope.Append(more)
			text += more
		}
		was, wanted = append(was, rope, Join(append(was, rope)...)), append(wanted, text, strings.Join(append(wanted, text), ""))
		for i, r := range was {
			text := wanted[i]
			if r.String() != text || r.Len() != int64(len(text)) || scan.Text(r.JSON()) != text {
				t.Fatalf("%d bytes, want %d", r.Len(), len(text))
			}
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := rapid.IntRange(from, len(text)).Draw(t, "to")
			if got := r.Cut(int64(from), int64(to)); got != text[from:to] {
				t.Fatalf("[%d,%d) is %.40q, want %.40q", from, to, got, text[from:to])
			}
		}
	})
}

// TestSnapshotCopiesNothing: it is taken while a long text grows.
func TestSnapshotCopiesNothing(t *testing.T) {
	var rope Rope
	var now *Rope
	for range 100 {
		rope.Append(strings.Repeat("x", appendedPiece/10))
	}
	rope.Append("a few bytes")
	if n := testing.AllocsPerRun(100, func() { now = rope.Now() }); n > 1 || now.String() != rope.String() {
		t.Errorf("%.0f allocations for %d of %d bytes", n, now.Len(), rope.Len())
	}
}

// TestLongTextIsCopiedOnce: a text of many short pieces is stored in pieces, so that its beginning
// is not copied again for each.
func TestLongTextIsCopiedOnce(t *testing.T) {
	const delta, deltas = "forty bytes of a text that grows slowly.", 5 * appendedPiece / 40
	var before, after runtime.MemStats
	var rope Rope
	runtime.ReadMemStats(&before)
	for range deltas {
		rope.Append(delta)
	}
	runtime.ReadMemStats(&after)
	if cost := int64(after.TotalAlloc - before.TotalAlloc); cost > 4*rope.Len() {
		t.Errorf("%d bytes are allocated for a text of %d", cost, rope.Len())
	}
	if len(rope.pieces) < 2 || rope.String() != strings.Repeat(delta, deltas) {
		t.Errorf("%d pieces, %d bytes", len(rope.pieces), rope.Len())
	}
}

// TestBeginsLooksAtTheText: not at its spelling or its pieces.
func TestBeginsLooksAtTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"words ", "\"é\"\n"})
		build := func(name string) (*Rope, string) {
			rope, text := &Rope{}, ""
			if rapid.Bool().Draw(t, name+" delivered") {
				text = strings.Repeat(words.Draw(t, name), 900)
				rope = New(scan.Quote(text))
			}
			for range rapid.IntRange(0, 3).Draw(t, name+" deltas") {
				more := strings.Repeat(words.Draw(t, name), rapid.SampledFrom([]int{1, 100, 900}).Draw(t, name+" times"))
				rope.Append(more)
				text += more
			}
			return rope, text
		}
		a, first := build("first")
		b, second := build("second")
		n := rapid.IntRange(0, min(len(first), len(second))).Draw(t, "n")
		if got, want := a.Begins(b, int64(n)), first[:n] == second[:n]; got != want {
			t.Fatalf("%v for %d bytes of %.40q and %.40q", got, n, first, second)
		}
	})
}

// TestEqualSpellingIsNotDecoded: a text is delivered up to four times at its end.
func TestEqualSpellingIsNotDecoded(t *testing.T) {
	v := scan.Quote(strings.Repeat("\"a\"\n", 1<<18))
	one, same := New(v), New(bytes.Clone(v))
	if cost := testing.AllocsPerRun(1, func() {
		if !one.Begins(same, one.Len()) {
			t.Error("they differ")
		}
	}); cost > 0 {
		t.Errorf("%v allocations", cost)
	}
}

// TestTextOfABrokenEscape: what is no JSON yet stays as it is.
func TestTextOfABrokenEscape(t *testing.T) {
	for v, want := range map[string]string{`"a\q"`: `a\q`, `"\u00g0"`: `\u00g0`, `"\u00"`: `\u00`, `"\"`: `\`, `"\ud83d\u00"`: `\ud83d\u00`} {
		want = strings.ReplaceAll(want, `\ufffd`, "\ufffd")
		if got := scan.Text([]byte(v)); got != want || scan.TextLen([]byte(v)) != len(want) {
			t.Errorf("%s is %q, want %q", v, got, want)
		}
	}
}

func TestRopeOfNoStringIsEmpty(t *testing.T) {
	for _, v := range []string{"", "1", `""`, "null", `"`} {
		if s := New([]byte(v)); s.Len() != 0 || s.Bytes(0, 9) != nil {
			t.Errorf("%s has a text", v)
		}
	}
}

// TestLineDecodesLittleMore: lines are drawn one by one, so that each decodes
// only a little of what is around it.
func TestLineDecodesLittleMore(t *testing.T) {
	const lines, line = 50, 100
	s := New([]byte(`"` + strings.Repeat(`\u0041`, 1<<18) + `"`))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range int64(lines) {
		if got := s.Bytes(i*line, (i+1)*line); len(got) != line || got[0] != 'A' {
			t.Fatalf("line %d is %q", i, got)
		}
	}
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) / lines; took > 16<<10 {
		t.Errorf("a line of %d bytes takes %d", line, took)
	}
}
