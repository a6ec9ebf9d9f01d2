// Package app is the program on the screen: the root model with focus, routing
// and layout, and the screens.
package app

import (
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/app/desk"
	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Model is the root model: it knows who has the focus and where everything
// is, hands messages to panes, and turns their intents into effects.
type Model struct {
	*screen.Host
	Desk     *desk.Desk
	screens  screens
	layout   screen.Layout
	lines    []string // of the notice: those of the shown screen, then what just happened
	drawn    drawn
	pointer  pointer
	terminal terminalStatus
	life     life
	actions  map[views.Action]func() tea.Cmd // that are the same on every screen
}

// New makes the root model. It opens nothing and starts nothing; Init does.
func New(opts Options) *Model {
	styles := firstTheme(&opts)
	keys := views.NewKeys(views.DefaultCommands())
	warnings := append(keys.Rebind(opts.Keys), opts.Warnings...)
	m := &Model{pointer: pointer{off: opts.NoMouse}}
	m.Host = screen.NewHost(m, opts, styles, keys)
	m.Desk = desk.New(m.Host, opts.Connection.FirstModel())
	m.terminal = newTerminalStatus(m.Getenv)
	m.drawn.signs, m.drawn.unlinked = text.SignsOf(m.Getenv), !text.TakesLinks(m.Getenv)
	m.actions = m.actionTable()
	m.screens.fill(table(m.Desk))
	m.Refreshed(nil)
	m.Pane(m.Focus()).SetFocus(true)
	m.Warn(warnings...)
	return m
}

// Init implements tea.Model. The first paint waits for none of it. Bubble Tea
// has just started the ticker of its paints.
func (m *Model) Init() tea.Cmd {
	m.Life.Began = time.Now()
	all := []tea.Cmd{warm, m.OpenHistory(), m.WatchAlerts(), m.WatchSpans(), m.LoadUsed(), m.LoadModels(), tea.RequestBackgroundColor, tea.RequestProgramStatusSupport}
	if m.Options.FirstFile != "" {
		all = append(all, m.OpenFile(m.Options.FirstFile, nil))
	}
	if m.Session != nil {
		all = append(all, m.Desk.FindExchanges())
	}
	if to := m.Options.Proxy; to != nil {
		all = append(all, m.Proxy.Start(*to))
	}
	for _, r := range m.screens.rows {
		if s, ok := r.Screen.(screen.Starter); ok {
			all = append(all, s.Init())
		}
	}
	return tea.Batch(all...)
}

func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.drawn.stale = false
	for _, r := range m.screens.rows {
		if o, ok := r.Screen.(screen.Observer); ok {
			o.Observe(msg)
		}
	}
	cmd := m.Refreshed(m.update(msg))
	m.Place(m.Focus().Screen())
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Effect: // the result of one of our Cmds applies itself
		return msg.Apply()
	case tea.WindowSizeMsg:
		return tea.Batch(m.resize(msg.Width, msg.Height), m.ImageResized())
	case tea.BackgroundColorMsg:
		m.background(msg.IsDark())
		return nil
	case tea.ColorProfileMsg:
		m.Styles.Limit(msg.Profile)
		m.drawn.unlinked = m.drawn.unlinked || msg.Profile < colorprofile.ANSI
		return nil
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && text.SetJoined(msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet) {
			m.Styles.Version++ // all that is wrapped is wrapped again
			m.Arrange()
		}
		return nil
	case uv.KittyGraphicsEvent, uv.CellSizeEvent, uv.PrimaryDeviceAttributesEvent:
		return m.TerminalAnswered(msg)
	case tea.ProgramStatusSupportMsg:
		m.terminal.status = true
		return nil
	case screen.Addressed: // the message of a pane's Cmd goes to that pane, whatever has the focus
		return m.Deliver(msg.Pane, msg.Msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.KeyPressMsg:
		if m.ShowsImage() { // any key
			return m.CloseImage()
		}
		if cmd, ok := m.lead(msg); ok {
			return cmd
		}
		if cmd, ok := m.press(msg); ok { // ctrl+c and quit always; else the top overlay; else global keys
			return cmd
		}
	case tea.PasteMsg:
		m.endLeader()
		msg.Content = lineEnds(msg.Content)
		return m.route(msg)
	}
	return m.route(msg) // the top overlay, else the focused pane; its intent goes to m.do
}

func (m *Model) View() tea.View {
	v := tea.NewView(m.draw())
	v.AltScreen = true
	v.WindowTitle = "gatehouse"
	v.Cursor = m.cursor()
	if !m.pointer.off {
		v.MouseMode = tea.MouseModeCellMotion
	}
	m.report(&v)
	return v
}

// warm draws two lines to nowhere. Bubble Tea's first paint is a tick after its
// start, and needs some milliseconds for what is only done once: tables of
// widths, and code that was not in memory yet. Here that happens within the
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

// Options are all that the playground is given from outside.
type Options = screen.Options

// Connection is one way to a gateway.
type Connection = screen.Connection

// ConnectionOf returns the connection that settings name.
func ConnectionOf(s config.Settings) Connection { return screen.ConnectionOf(s) }
