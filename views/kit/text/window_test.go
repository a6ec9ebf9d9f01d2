package text

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/themes"
)

func TestAWindowShowsEveryByteOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text wire.Body
		w := NewWindow(nil, &text)
		for range rapid.IntRange(1, 6).Draw(t, "chunks") {
			piece := rapid.SampledFrom([]string{"日本語", "line\n", "x", "\xff\xbf", "\n", strings.Repeat("word ", 30) + "\n"}).Draw(t, "piece")
			text.Append([]byte(strings.Repeat(piece, rapid.IntRange(0, 2000).Draw(t, "times"))), 1)
			for i := range w.Len() {
				if from, to := w.start(i), w.start(i+1); from >= to && text.Len() > 0 {
					t.Fatalf("block %d is [%d,%d)", i, from, to)
				} else if text.Len() > 0 && (w.Block(int(from)) != i || w.Block(int(to-1)) != i) {
					t.Fatalf("block %d is not the one of its own bytes", i)
				}
			}
			if w.start(0) != 0 || w.start(w.Len()) != text.Len() {
				t.Fatal("the blocks do not span the body")
			}
		}
	})
}

// TestAWindowShowsTheLinesOfTheText: at a width at which nothing is wrapped the drawn lines are those
// of the text, empty ones too, once a line after a mark is joined to the line before it.
func TestAWindowShowsTheLinesOfTheText(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		var text wire.Body
		w := NewWindow(&styles, &text)
		w.SetWidth(1 << 20)
		for range rapid.IntRange(1, 5).Draw(t, "chunks") {
			piece := rapid.SampledFrom([]string{"日本語", "line\n", "x", "\n", "\n\n", `"de,ci":`, "word "}).Draw(t, "piece")
			text.Append([]byte(strings.Repeat(piece, rapid.IntRange(0, 1000).Draw(t, "times"))), 1)
			var got []string
			for i := range w.Len() {
				for _, l := range w.Lines(i) {
					if rest, ok := strings.CutPrefix(ansi.Strip(l), continuationMark); ok {
						got[len(got)-1] += rest
					} else {
						got = append(got, ansi.Strip(l))
					}
				}
			}
			complete := strings.TrimSuffix(string(text.All()), "\n")
			want := strings.Split(complete, "\n")
			if text.Len() == 0 {
				want = nil
			}
			for i := range got { // a space at the end of a line cannot be seen
				got[i] = strings.ReplaceAll(got[i], " ", "")
			}
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], " ", "")
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d lines drawn, want %d:\n%q\nwant\n%q", len(got), len(want), got, want)
			}
		}
	})
}

// TestALongLineIsCutBehindAWord, which shows that no line of the text ends there.
func TestALongLineIsCutBehindAWord(t *testing.T) {
	styles := themes.Dark()
	w := NewWindow(&styles, Bytes(strings.Repeat(`"decisions":true,`, 400)+"\nend"))
	w.SetWidth(60)
	for i := range w.Len() {
		lines := w.Lines(i)
		if begins := strings.HasPrefix(ansi.Strip(lines[0]), continuationMark); begins != (i > 0) {
			t.Errorf("block %d begins with %q", i, ansi.Strip(lines[0]))
		}
		if last := ansi.Strip(lines[len(lines)-1]); !strings.HasSuffix(last, ",") && last != "end" {
			t.Errorf("block %d ends with %q", i, last)
		}
	}
}

// TestNoBlockBeginsInACharacter, not even in the one that ends the text.
func TestNoBlockBeginsInACharacter(t *testing.T) {
	styles := themes.Dark()
	for head := range 4 {
		for after := range 3 {
			text := strings.Repeat("x", windowSize-head) + "日" + strings.Repeat("x", after)
			w := NewWindow(&styles, Bytes(text))
			w.SetWidth(1 << 20)
			got := ""
			for i := range w.Len() {
				got += strings.TrimPrefix(ansi.Strip(w.Lines(i)[0]), continuationMark)
			}
			if got != text {
				t.Errorf("%d bytes before the border and %d behind the character: %q", head, after, got[windowSize-8:])
			}
		}
	}
}

// TestAPieceIsThatPartOfItsSource, and nothing around it.
func TestAPieceIsThatPartOfItsSource(t *testing.T) {
	const all = "0123456789"
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.IntRange(0, 10).Draw(t, "from")
		to := rapid.IntRange(from, 15).Draw(t, "to")
		want := all[from:min(to, 10)]
		p := Piece{Of: Bytes(all), From: int64(from), To: int64(to)}
		if got := string(p.Bytes(-1, 99)); got != want || p.Len() != int64(len(want)) {
			t.Fatalf("[%d,%d) is %q of %d", from, to, got, p.Len())
		}
		a := rapid.IntRange(0, len(want)).Draw(t, "a")
		b := rapid.IntRange(a, len(want)).Draw(t, "b")
		if got := string(p.Bytes(int64(a), int64(b))); got != want[a:b] {
			t.Fatalf("[%d,%d) of it is %q, want %q", a, b, got, want[a:b])
		}
	})
}
