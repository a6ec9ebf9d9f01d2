package apptest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/app"
	"gatehouse/app/inspect"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// LineWith returns the first line of the screen that contains words; empty if none does.
func (d *Driver) LineWith(words string) string {
	for line := range strings.Lines(d.Screen()) {
		if strings.Contains(line, words) {
			return line
		}
	}
	return ""
}

// CheckCompared fails the test unless two requests are compared: the first contains first, and
// only the second contains second.
func (d *Driver) CheckCompared(first, second string) {
	d.T.Helper()
	d.WaitFor("the end", d.Idle)
	a, b := d.Inspector().Compared()
	if d.Focus() != inspect.DiffPane || a == nil || b == nil {
		d.T.Fatalf("there is no comparison:\n%s", d.Screen())
	}
	if old, now := string(a.State.Request), string(b.State.Request); !strings.Contains(old, first) || !strings.Contains(now, second) || strings.Contains(old, second) {
		d.T.Errorf("compared are\n%s\nand\n%s", old, now)
	}
}

// Screen returns the screen as plain text.
func (d *Driver) Screen() string {
	return strings.TrimSuffix(viewstest.Screen(d.View().Content), "\n")
}

// Shows fails the test unless the screen contains a text.
func (d *Driver) Shows(want string) {
	d.T.Helper()
	if !strings.Contains(d.Screen(), want) {
		d.T.Errorf("the screen does not show %q:\n%s", want, d.Screen())
	}
}

// Hides fails the test if the screen contains a text.
func (d *Driver) Hides(unwanted string) {
	d.T.Helper()
	if strings.Contains(d.Screen(), unwanted) {
		d.T.Errorf("the screen shows %q:\n%s", unwanted, d.Screen())
	}
}

// CheckGuarded fails the test if the screen, or a part of it before the last guard checked it,
// contains what a terminal would obey.
func CheckGuarded(t *testing.T, m *app.Model, where string) {
	t.Helper()
	content := m.View().Content
	for i, part := range append(m.Parts(), content) {
		for _, line := range strings.Split(part, "\n") {
			if text.Guard(line) != line {
				t.Fatalf("%s, part %d: a line contains what a terminal obeys: %q", where, i, line)
			}
		}
	}
	if n := strings.Count(content, "\n") + 1; n != m.Height {
		t.Fatalf("%s: %d lines, want %d", where, n, m.Height)
	}
}

// ExchangeRows returns the rows of a list of exchanges on the screen, without the heads.
func (d *Driver) ExchangeRows() []string {
	_, list, _ := strings.Cut(d.Screen(), "first words")
	_, list, _ = strings.Cut(list, "\n")
	var rows []string
	for line := range strings.Lines(list) {
		line, _, _ = strings.Cut(line, "│") // the preview
		if strings.ContainsAny(line, "✓✗✂■●◐") {
			rows = append(rows, line)
		}
	}
	return rows
}

// countOfMore is how many rows a list has below those in view.
var countOfMore = regexp.MustCompile(`↓ \d{3,} more`)

// Golden compares the screen with testdata/NAME.golden, as viewstest.Golden does.
func (d *Driver) Golden(name string) {
	d.T.Helper()
	// How many actions there are is no part of the palette's looks.
	viewstest.Golden(d.T, name, countOfMore.ReplaceAllString(d.Screen()+"\n", "↓ ### more"))
}

// CheckScreen fails the test unless the screen fits its size and contains no control character
// but what the program itself writes.
func (d *Driver) CheckScreen(width, height int) {
	d.T.Helper()
	content := d.View().Content
	if width <= 0 || height <= 0 {
		if content != "" {
			d.T.Errorf("%d×%d: %q", width, height, content)
		}
		return
	}
	lines := strings.Split(content, "\n")
	if len(lines) > height {
		d.T.Errorf("%d×%d: %d lines", width, height, len(lines))
	}
	for _, l := range lines {
		if w := text.Width(l); w > width {
			d.T.Errorf("%d×%d: a line of %d cells: %q", width, height, w, ansi.Strip(l))
		}
		for _, r := range ansi.Strip(l) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				d.T.Errorf("%d×%d: %U is drawn: %q", width, height, r, l)
			}
		}
	}
	if c := d.View().Cursor; c != nil && (c.X < 0 || c.Y < 0 || c.X >= width || c.Y >= height) {
		d.T.Errorf("%d×%d: the cursor is at %d,%d", width, height, c.X, c.Y)
	}
}
