package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// plainly is all lines of content, plain.
func plainly(c text.Content, width int) string {
	c.SetWidth(width)
	var out []string
	for i := range c.Len() {
		for _, line := range c.Lines(i) {
			out = append(out, strings.TrimRight(ansi.Strip(line), " "))
		}
	}
	return strings.Join(out, "\n")
}

// TestPage: scrolling shows every line, in both directions and at the ends.
func TestPage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := ""
		for i := range rapid.IntRange(0, 30).Draw(rt, "lines") {
			words += fmt.Sprintf("%d%s\n", i, strings.Repeat(" word", rapid.IntRange(0, 9).Draw(rt, "words")))
		}
		styles := themes.Dark()
		content := text.NewPlain(&styles, styles.Text)
		content.Update(words)
		content.SetWidth(20)
		all := strings.Split(plainly(content, 20), "\n")
		height := rapid.IntRange(1, 12).Draw(rt, "height")
		p := New(content)
		p.SetSize(20, height)
		top := 0
		most := max(len(all)-height, 0)
		for range 30 {
			switch by := rapid.IntRange(-15, 15).Draw(rt, "by"); {
			case by == 15:
				p.End()
				top = most
			case by == -15:
				p.Top()
				top = 0
			default:
				p.Scroll(0, by)
				top = max(min(top+by, most), 0)
			}
			want := all[top:min(top+height, len(all))]
			var got []string
			for _, line := range p.Drawn() {
				got = append(got, strings.TrimRight(ansi.Strip(line), " "))
			}
			if words != "" && strings.Join(got, "\n") != strings.Join(want, "\n") {
				rt.Fatalf("at %d\n%q\nwant\n%q", top, got, want)
			}
		}
	})
}
