package connections

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/edit"
)

// Setting is one setting of a connection.
type Setting struct {
	ID      string
	Label   string
	Value   string
	Empty   string   // what is in force without a value
	Note    string   // after the value
	More    []string // lines below it
	Text    string   // that is edited, where it is not the value
	Choices []string // the values there are; nil: any text
	Belongs string   // of a choice: id of the setting that is typed for it; empty for none
	Hidden  bool     // what is typed is not shown
}

// Detail is what there is to see of one connection.
type Detail struct {
	Title, Right string // heading
	Settings     []Setting
	Fixed        string         // why nothing can be changed; empty: it can
	Steps        []report.Block // of the last test
	Testing      bool           // it still runs
}

// Form shows the settings of a connection and its last test.
type Form struct {
	styles *themes.Styles
	keys   *views.Keys

	detail   Detail
	selected int
	top      int
	editing  string // id of the setting whose text is written; empty: none
	edit     *edit.Editor
	fault    string // why the text was not taken
	focus    bool

	width, height int
}

var (
	_ views.Pane     = (*Form)(nil)
	_ views.Typist   = (*Form)(nil)
	_ views.Stopper  = (*Form)(nil)
	_ views.Scroller = (*Form)(nil)
)

// NewForm makes an empty form.
func NewForm(styles *themes.Styles, keys *views.Keys) *Form {
	return &Form{styles: styles, keys: keys.In(views.ConnectionForm), edit: edit.New()}
}

// SetDetail shows a connection. What is being written in a setting stays for as long as
// there is that setting.
func (f *Form) SetDetail(d Detail) {
	if d.Title != f.detail.Title {
		f.top, f.selected = 0, 0
		f.Leave()
	}
	more := len(d.Steps) > len(f.detail.Steps) || d.Testing && !f.detail.Testing
	f.detail = d
	f.selected = min(f.selected, max(len(d.Settings)-1, 0))
	if more {
		f.showSteps()
	}
	if f.editing != "" && f.at(f.editing) < 0 {
		f.Leave()
	}
}

func (f *Form) at(id string) int {
	return slices.IndexFunc(f.detail.Settings, func(s Setting) bool { return s.ID == id })
}

// Begin selects the first setting.
func (f *Form) Begin() {
	f.selected, f.top = 0, 0
}

// Select selects a setting.
func (f *Form) Select(id string) {
	if at := f.at(id); at >= 0 {
		f.selected = at
	}
}

func (f *Form) SetSize(width, height int) { f.width, f.height = max(width, 0), max(height, 0) }

func (f *Form) SetFocus(on bool) tea.Cmd { f.focus = on; return nil }

// formState is what a message can change: what is drawn, and the text with its cursor.
type formState struct {
	drawn string
	text  edit.State
}

func (f *Form) Update(msg tea.Msg) views.Answer {
	return views.AnswerTo(msg, f.handle, func() formState { return formState{f.View(), f.edit.State()} })
}

func (f *Form) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if at, ok := f.settingAt(msg.Y); ok && f.editing == "" {
			if at == f.selected {
				return f.act(views.ActOpenRow), nil
			}
			f.selected = at
		}
		return nil, nil
	case tea.PasteMsg:
		return f.insert(strings.TrimSpace(views.FirstLine(strings.TrimSpace(msg.Content)))), nil
	case tea.KeyPressMsg:
		if f.editing != "" {
			return f.write(msg), nil
		}
		if text := views.Typed(msg); text != "" && !f.chooses(msg) {
			return f.insert(text), nil
		}
		if f.keys.Asked(msg, views.Composer) == views.ActDeleteBack {
			why := f.open()
			f.edit.Do(views.ActDeleteBack)
			return why, nil
		}
	}
	if p, ok := msg.(views.Perform); ok && p.Action == views.ActStop {
		f.Leave()
		return nil, nil
	}
	return f.act(f.keys.Asked(msg, views.ConnectionForm)), nil
}

func (f *Form) act(a views.Action) views.Intent {
	if by, ok := views.Steps(a, f.height); ok {
		f.selected = min(max(f.selected+by, 0), max(len(f.detail.Settings)-1, 0))
		f.fault = ""
		f.show()
		return nil
	}
	if a == "" || len(f.detail.Settings) == 0 {
		return nil
	}
	s := f.detail.Settings[f.selected]
	switch {
	case a == views.ActConnectionTest, a == views.ActConnectionUse:
		return views.ConnectionDo{Action: a}
	case f.detail.Fixed != "":
		return views.Notify{Text: f.detail.Fixed}
	case a == views.ActDelete:
		return views.SetConnection{Setting: s.ID}
	case a == views.ActOpenRow && s.Choices == nil:
		f.Edit(s.ID)
	case s.Choices != nil:
		step := 1
		if a == views.ActGoLeft {
			step = -1
		}
		n := len(s.Choices)
		at := slices.Index(s.Choices, s.Value)
		return views.SetConnection{Setting: s.ID, Value: s.Choices[(max(at, 0)+step+n)%n]}
	}
	return nil
}

func (f *Form) ShortHelp() []key.Binding {
	if f.editing != "" {
		return f.keys.Renamed(views.ActSend, "save")
	}
	change := f.keys.Renamed(views.ActOpenRow, "change")
	if at := f.selected; at < len(f.detail.Settings) && f.detail.Settings[at].Choices != nil {
		change = f.keys.Renamed(views.ActOpenRow, "choose")
	}
	return append(change, f.keys.Bindings(views.ActConnectionTest, views.ActConnectionUse, views.ActDelete)...)
}
