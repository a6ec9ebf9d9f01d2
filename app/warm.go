package app

import (
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// warm draws two lines to nowhere. Bubble Tea's first paint comes a tick after
// its start, and then some milliseconds go into what is only done once: tables
// of widths, and code that was not in memory yet. Here that happens within the
// tick, in parallel with the loop.
func warm() tea.Msg {
	cells := uv.NewScreenBuffer(16, 2)
	uv.NewStyledString("\x1b[1;38;2;1;2;3mname\x1b[m ─ …\n❯ words").Draw(cells, cells.Bounds())
	screen := uv.NewTerminalRenderer(io.Discard, os.Environ())
	screen.SetFullscreen(true)
	screen.Render(cells.RenderBuffer)
	_ = screen.Flush() // to nowhere
	return nil
}
