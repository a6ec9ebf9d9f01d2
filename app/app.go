package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/build"
	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/composer"
	"gatehouse/views/transcript"
)

// Model is the root model: it knows who has the focus and where everything
// is, hands messages to panes, and turns their intents into effects.
type Model struct {
	*screen.Host
	life life

	chatPanes
	screens screens
	layout  screen.Layout
	lines   []string // of the notice: what is said for as long as it is so, then what just happened

	desk      *desk.Desk
	build     *build.Screen
	inspector inspector
	pointer   pointer
	drawn     drawn

	progress progress
}

// New makes the root model. It opens nothing and starts nothing; Init does.
func New(opts Options) *Model {
	styles := firstTheme(opts.Theme)
	keys := views.NewKeys(views.DefaultCommands())
	warnings := append(keys.Rebind(opts.Keys), opts.Warnings...)
	m := &Model{
		chatPanes: chatPanes{transcript: transcript.New(styles, keys), composer: composer.New(styles, keys)},
		pointer:   pointer{off: opts.NoMouse},
	}
	m.Host = screen.NewHost(m, opts, styles, keys)
	m.Models.OnChange(m.modelsChanged)
	model := opts.Model
	if model == "" && opts.Connect != nil {
		model = screen.LocalModel
	}
	m.desk = desk.New(m.Host, m.composer, around{m}, model)
	m.desk.OnBatch(m.rest)
	m.progress = newProgress(m.Getenv)
	m.build = build.New(m.desk)
	m.inspector = newInspector(m)
	m.screens.fill(m.table())
	m.transcript.SetCommands(desk.CommandLines(opts.Tools))
	m.transcript.SetPrompts(prompts(opts))
	m.refreshChat()
	m.composer.SetFocus(true)
	m.Warn(warnings...)
	return m
}

// prompts are those that an empty conversation offers. On the local gateway
// they lead through what it can show.
func prompts(opts Options) []string {
	switch {
	case opts.Prompts != nil:
		return opts.Prompts
	case opts.Connect != nil:
		return []string{
			"What happens to a request on its way through a gateway?",
			"Show me a table, a list and some code, and tell me what to press next.",
			"Write 100 KB, so that I can scroll while you stream.",
		}
	}
	return []string{
		"In two sentences: who are you, and which model answers?",
		"Explain server-sent events with a short example.",
		"Compare two sorting algorithms in a table.",
	}
}

// Init implements tea.Model. The first paint waits for none of it. Bubble Tea
// has just started the ticker of its paints.
func (m *Model) Init() tea.Cmd {
	m.Life.Began = time.Now()
	var set tea.Cmd
	if m.Options.RerankSet != "" {
		set = m.OpenFile(m.Options.RerankSet, nil)
	}
	return tea.Batch(warm, set, m.LoadModels(), screen.Address(transcriptPane, m.transcript.LoadLexers(m.Life.Ctx)), tea.RequestBackgroundColor, tea.RequestProgramStatusSupport)
}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.drawn.held = false
	if !m.keeps(msg) {
		m.inspector.calm.held = false
	}
	return m, m.Refreshed(m.update(msg))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.Effect: // the result of one of our Cmds knows how to land
		return msg.Land()
	case effect:
		return msg.apply(m)
	case tea.WindowSizeMsg:
		m.resize(msg.Width, msg.Height)
		return nil
	case tea.BackgroundColorMsg:
		m.background(msg.IsDark())
		return nil
	case tea.ColorProfileMsg:
		if msg.Convert(m.Styles.Text.GetForeground()) == nil { // NO_COLOR, say
			m.Styles.WithoutColours()
		}
		return nil
	case tea.ProgramStatusSupportMsg:
		m.progress.status = true
		return nil
	case screen.Addressed: // what a pane's own Cmd brought back goes to that pane, whatever has the focus
		return m.Deliver(msg.Pane, msg.Msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.KeyPressMsg:
		if cmd, ok := m.press(msg); ok { // ctrl+c and quit always; else the top overlay; else global keys
			return cmd
		}
	case tea.PasteMsg:
		msg.Content = lineEnds(msg.Content)
		return m.route(msg)
	}
	return m.route(msg) // the top overlay, else the focused pane; its intent goes to m.do
}

// View implements tea.Model.
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
