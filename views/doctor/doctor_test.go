package doctor

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
)

func shown(width, height int, rows ...Row) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	for _, r := range rows {
		m.Add(r)
	}
	m.SetSize(width, height)
	return m
}

func plain(m *Model) string {
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestFindings(t *testing.T) {
	m := shown(60, 20,
		Row{Area: "terminal", Name: "size", Said: "80 × 24 cells"},
		Row{Area: "connection", Name: "TLS", State: Bad, Said: "the certificate is not trusted", Detail: "It was signed by an authority that this machine does not know.", Remedy: "name it as ca_file in the profile", Took: "2 ms"},
		Row{Area: "connection", Name: "key", State: Untold, Said: "not known"},
		Row{Area: "proxies", Name: "ALL_PROXY", State: Known, Said: "set, but not used"},
	)
	want := `

terminal
  ✓ size         80 × 24 cells

connection
  ✗ TLS          the certificate is not trusted  2 ms
                 It was signed by an authority that this
                 machine does not know.
                 → name it as ca_file in the profile
  – key          not known

proxies
  ! ALL_PROXY    set, but not used`
	if got := plain(m); got != "● looking"+want {
		t.Errorf("got\n%s", got)
	}
	m.End()
	if got := plain(m); got != "1 thing does not work: TLS; 1 note."+want {
		t.Errorf("got\n%s", got)
	}
	if got := m.plain(); !strings.Contains(got, "✗ connection, TLS: the certificate is not trusted\n  It was signed") || !strings.Contains(got, "\n  name it as ca_file") {
		t.Errorf("copied %q", got)
	}
	m = shown(60, 20)
	m.End()
	if got := plain(m); got != "Everything works." {
		t.Errorf("got %q", got)
	}
}

// TestAnyFindings: at any size the overlay has just that size, and nothing that it is told
// reaches the terminal as it is.
func TestAnyFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\x1b[2J", "a\u202eb", "世界 世界", "two\nlines", "\r"}))
		var rows []Row
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			rows = append(rows, Row{texts.Draw(t, "area"), texts.Draw(t, "name"), State(rapid.IntRange(0, 3).Draw(t, "state")), texts.Draw(t, "said"), texts.Draw(t, "detail"), texts.Draw(t, "remedy"), "1 ms"})
		}
		width, height := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(0, 30).Draw(t, "height")
		lines := strings.Split(shown(width, height, rows...).View(), "\n")
		if len(lines) != max(height, 1) {
			t.Fatalf("%d lines of %d", len(lines), height)
		}
		for _, line := range lines {
			if w := ansi.StringWidth(line); w > width {
				t.Fatalf("%d cells of %d: %q", w, width, line)
			}
			if s := ansi.Strip(line); strings.ContainsAny(s, "\x1b\r\u202e") {
				t.Fatalf("%q", s)
			}
		}
	})
}
