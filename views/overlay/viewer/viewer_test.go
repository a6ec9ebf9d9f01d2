package viewer

import (
	"image"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// TestItFillsTheScreen: in any size, with any image, and shows how to leave.
func TestItFillsTheScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		styles := themes.Dark()
		m := New(&styles, views.NewKeys(views.DefaultCommands()), rapid.SampledFrom([]string{"wall.png", "\x1b[31mwall\u202e.png", strings.Repeat("wall", 60)}).Draw(t, "title"), rapid.Bool().Draw(t, "blocks"))
		side := rapid.IntRange(1, 900)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 0:
				m.Show(image.NewGray(image.Rect(0, 0, side.Draw(t, "image width"), side.Draw(t, "image height"))))
			case 1:
				m.Blank()
			case 2:
				m.Say("The image is not shown: it is larger than 40 megapixels.")
			default:
				m.SetSize(rapid.IntRange(0, 200).Draw(t, "width"), rapid.IntRange(0, 60).Draw(t, "height"))
			}
			viewstest.Exact(t, m.View(), m.Width, m.Height)
		}
	})
}

func TestAnImageIsInTheMiddle(t *testing.T) {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()), "wall.png", true)
	m.SetSize(80, 24)
	m.Show(image.NewGray(image.Rect(0, 0, 20, 10)))
	lines := strings.Split(viewstest.Screen(m.View()), "\n")
	for y, line := range lines[:23] {
		want := ""
		if y >= 9 && y < 14 {
			want = strings.Repeat(" ", 30) + strings.Repeat("▀", 20)
		}
		if strings.TrimRight(line, " ") != want {
			t.Errorf("line %d is %q", y, line)
		}
	}
	if !strings.Contains(lines[23], "press any key to close") {
		t.Errorf("the last line is %q", lines[23])
	}
	if got := viewstest.Press(m, "x"); got != (views.CloseImage{}) {
		t.Errorf("a key asks for %#v", got)
	}
}

func TestATerminalWithoutColoursSaysSo(t *testing.T) {
	styles := themes.Dark()
	styles.Limit(colorprofile.ANSI)
	m := New(&styles, views.NewKeys(views.DefaultCommands()), "wall.png", true)
	m.SetSize(80, 24)
	m.Show(image.NewGray(image.Rect(0, 0, 20, 10)))
	if got := viewstest.Screen(m.View()); !strings.Contains(got, "256 colours. w in the transcript saves it.") || strings.Contains(got, "▀") {
		t.Errorf("it shows %s", got)
	}
}
