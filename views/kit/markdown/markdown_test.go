package markdown

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

var update = flag.Bool("update", false, "write the golden files")

// screen draws all of a text.
func screen(c text.Content, width int) []string {
	c.SetWidth(width)
	var lines []string
	for i := range c.Len() {
		lines = append(lines, c.Lines(i)...)
	}
	return lines
}

func drawAll(styles *themes.Styles, src string, width int) []string {
	m := New(styles, NewLexers())
	m.Update(src)
	return screen(m, width)
}

func plain(lines []string) string { return ansi.Strip(strings.Join(lines, "\n")) }

func TestMarkdownGolden(t *testing.T) {
	styles := themes.Dark()
	files, err := filepath.Glob("testdata/markdown/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := plain(drawAll(&styles, string(src), 60)) + "\n"
			golden := strings.TrimSuffix(file, ".md") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// pieces are what hostile and ordinary markdown is made of.
func pieces() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{
		"word ", "and ", "**bold** ", "*it", "* ", "`code` ", "`", "\n", "\n\n", "- ", "  - ", "1. ", "2) ", "> ", ">> ",
		"# ", "### ", "```go\n", "```\n", "~~~\n", "    ", "\t", "| a | b |\n", "|---|:-:|\n", "| 1 | `x|y` |\n", "| wider cell | and **more** of it |\n", "``", "\"\"\"", "/* ", " */", "```py\n", "---\n", "===\n", "***\n",
		"[x](https://e.org/p) ", "[y](javascript:z) ", "https://e.org ", "<b>", "&#27;", "&amp;", "\x1b[31m", "\x9b2J", "\u009b", "\r", "\r\n", "\u202e",
		"日本語", "👩‍👩‍👧 ", "é", "\xff", "\x00", "\\", "\\*", "!", "[", "](", "~~", strings.Repeat("long ", 500), strings.Repeat("x", 3000),
	})
}

func document(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(pieces(), 0, 40).Draw(t, "pieces"), "")
}

func TestStreamedAndCompleteTextLookTheSame(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		src := document(t)
		width := rapid.IntRange(1, 90).Draw(t, "width")
		m := New(&styles, NewLexers())
		m.SetWidth(width)
		for at := 0; at < len(src); {
			at += rapid.IntRange(1, len(src)-at).Draw(t, "step")
			m.Update(src[:at])
			if n := m.Len(); n > 0 && rapid.Bool().Draw(t, "look") {
				m.Lines(rapid.IntRange(0, n-1).Draw(t, "block"))
			}
		}
		got, want := screen(m, width), drawAll(&styles, src, width)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("streamed:\n%q\nwhole:\n%q", got, want)
		}
	})
}

func TestDrawnLinesAreSafeAndFit(t *testing.T) {
	styles := themes.Light()
	rapid.Check(t, func(t *rapid.T) {
		src := document(t)
		width := rapid.IntRange(1, 90).Draw(t, "width")
		checkLines(t, drawAll(&styles, src, width), width)
		plain := text.NewPlain(&styles, styles.Text)
		plain.Update(src)
		checkLines(t, screen(plain, width), width)
	})
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func checkLines(t failer, lines []string, width int) {
	t.Helper()
	for i, line := range lines {
		if text.Guard(line) != line {
			t.Fatalf("line %d holds what a terminal obeys: %q", i, line)
		}
		if strings.Contains(line, text.MarkOn) || strings.Contains(line, text.MarkOff) {
			t.Fatalf("line %d holds a mark of ours: %q", i, line)
		}
		if w := text.Width(line); w > width {
			t.Fatalf("line %d is %d cells wide, the pane %d: %q", i, w, width, line)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	styles := themes.Dark()
	for _, seed := range []string{"# a\n\n- b\n  - c\n\n```go\nfunc\n```\n", "|a|b|\n|-|-|\n|1|2|\n", "> > > x", "&#27;[31m\x9b\u202e", "[a](http://b&#27;c)"} {
		f.Add(seed, 40)
	}
	f.Fuzz(func(t *testing.T, src string, width int) {
		if width < 1 || width > 200 || len(src) > 1<<14 {
			t.Skip()
		}
		checkLines(t, drawAll(&styles, src, width), width)
	})
}

func TestNothingThatWasWrittenIsLeftOut(t *testing.T) {
	styles := themes.Dark()
	src := "para <div>one</div>\n\n<table>\n<tr>two\n</table>\n\n[ref]: https://e.org\n\n- three\n\n      four\n\n70 > levels\n\n" +
		strings.Repeat("> ", 70) + "five\n\n|a|b|\n|-|-|\n|six|seven|eight|\n"
	got := plain(drawAll(&styles, src, 60))
	for _, word := range []string{"<div>one</div>", "<table>", "<tr>two", "[ref]: https://e.org", "three", "four", "five", "six", "seven"} {
		if !strings.Contains(got, word) {
			t.Errorf("%q is missing in\n%s", word, got)
		}
	}
}

func TestOtherTextIsCutAfresh(t *testing.T) {
	styles := themes.Dark()
	m := New(&styles, NewLexers())
	m.Update("one\n\ntwo")
	m.Lines(0)
	m.Update("three")
	if got := plain(screen(m, 40)); got != "three" {
		t.Errorf("drawn is %q, want three", got)
	}
}

func TestAChangedThemeIsDrawnAtOnce(t *testing.T) {
	styles := themes.Dark()
	m := New(&styles, NewLexers())
	m.Update("some `code`")
	before := m.Lines(0)[0]
	styles.Set(themes.Light())
	if after := m.Lines(0)[0]; after == before {
		t.Errorf("still %q after the theme changed", after)
	}
}

func TestTheBlockOfAnOffsetShowsIt(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"alpha\n\n", "- beta\n", "`gamma` ", "delta\n", "# epsilon\n", "```\nzeta\n```\n"}), 1, 30).Draw(t, "words")
		at := rapid.IntRange(0, len(words)-1).Draw(t, "at")
		src := strings.Join(words[:at], "") + "needle " + strings.Join(words[at:], "")
		md := New(&styles, NewLexers())
		md.Update(src)
		line := text.NewPlain(&styles, styles.Text)
		line.Update(src)
		for _, c := range []text.Long{md, line} {
			c.SetWidth(60)
			if got := plain(c.Lines(c.Block(strings.Index(src, "needle")))); !strings.Contains(got, "needle") {
				t.Fatalf("the block of the needle in %q shows %q", src, got)
			}
		}
	})
}

func BenchmarkMarkdownAppend(b *testing.B) {
	styles := themes.Dark()
	for _, size := range []int{10 << 10, 1 << 20} {
		text := strings.Repeat("Some words and **more** of them.\n\n- an item\n\n```go\nx := 1\n```\n\n", size/64)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			for b.Loop() {
				var grown strings.Builder
				m := New(&styles, NewLexers())
				for at := 0; at < len(text); at += 64 {
					grown.WriteString(text[at:min(at+64, len(text))])
					m.Update(grown.String())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
		})
	}
}
