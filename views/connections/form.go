package connections

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
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
	Folded  bool     // it is shown once the row "more" is opened
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
	all      []Setting // those of the detail and the folded ones
	unfolded bool
	selected int
	top      int
	editing  string // id of the setting whose text is written; empty: none
	edit     *edit.Editor
	fault    string // why the text was not taken

	views.Box
}

var (
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
	f.detail, f.all = d, d.Settings
	f.fold()
	f.selected = min(f.selected, max(len(f.detail.Settings)-1, 0))
	if more {
		f.showSteps()
	}
	if f.editing != "" && f.at(f.editing) < 0 {
		f.Leave()
	}
}

// moreID is the ID of the row in place of the folded settings.
const moreID = "more"

// fold puts a row in place of the folded settings until it is opened.
func (f *Form) fold() {
	var shown []Setting
	var folded []string
	for _, s := range f.all {
		if s.Folded && !f.unfolded {
			folded = append(folded, s.Label)
		} else {
			shown = append(shown, s)
		}
	}
	if folded != nil {
		shown = append(shown, Setting{ID: moreID, Label: moreID, Empty: strings.Join(folded, ", ")})
	}
	f.detail.Settings = shown
}

// unfold shows the folded settings, and selects the first of them.
func (f *Form) unfold() {
	f.unfolded = true
	f.fold()
	f.selected = max(slices.IndexFunc(f.all, func(s Setting) bool { return s.Folded }), 0)
	f.show()
}

// at returns the place of a setting, which is shown for that; below 0 for none.
func (f *Form) at(id string) int {
	named := func(s Setting) bool { return s.ID == id }
	if i := slices.IndexFunc(f.detail.Settings, named); i >= 0 || !slices.ContainsFunc(f.all, named) {
		return i
	}
	f.unfold()
	return slices.IndexFunc(f.detail.Settings, named)
}

// Begin selects the first setting.
func (f *Form) Begin() { f.selected, f.top = 0, 0 }

// Select selects a setting.
func (f *Form) Select(id string) {
	if at := f.at(id); at >= 0 {
		f.selected = at
	}
}

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
		chooses := f.onChoice() && f.keys.Asked(msg, views.ConnectionForm) != "" // as the space bar does
		if text := views.Typed(msg); text != "" && !chooses {
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
	if by, ok := views.Steps(a, f.Height); ok {
		last := max(len(f.detail.Settings)-1, 0)
		if f.selected == last && by > 0 { // the steps of the test are below
			f.Scroll(0, by)
			return nil
		}
		f.selected = min(max(f.selected+by, 0), last)
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
	case s.ID == moreID:
		f.unfold()
		return nil
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
	if f.onChoice() {
		change = f.keys.Renamed(views.ActOpenRow, "choose")
	}
	return append(change, f.keys.Bindings(views.ActConnectionTest, views.ActConnectionUse, views.ActDelete)...)
}

// onChoice reports whether the selected setting has a list of values.
func (f *Form) onChoice() bool {
	return f.selected < len(f.detail.Settings) && f.detail.Settings[f.selected].Choices != nil
}

// Edit begins to write a setting, which is selected. A choice is selected alone.
func (f *Form) Edit(id string) {
	at := f.at(id)
	if at < 0 || f.detail.Fixed != "" {
		return
	}
	f.selected, f.fault = at, ""
	if s := f.detail.Settings[at]; s.Choices == nil {
		f.begin(s, cmp.Or(s.Text, s.Value))
	}
}

// begin begins to write a setting, with the words that are there already.
func (f *Form) begin(s Setting, words string) {
	if s.Hidden {
		words = ""
	}
	f.editing = s.ID
	f.edit.Set(words)
}

// insert is text that is typed or pasted. Where none is written it begins to write the
// selected setting, after the value that is seen: no letter does anything else here.
func (f *Form) insert(text string) views.Intent {
	f.fault = ""
	if f.editing == "" {
		if why := f.open(); f.editing == "" {
			return why
		}
	}
	f.edit.Insert(text)
	return nil
}

// open begins to write the selected setting, or the one that belongs to a selected choice. If that is
// impossible, the intent gives the reason.
func (f *Form) open() views.Intent {
	switch {
	case f.selected < len(f.detail.Settings) && f.detail.Settings[f.selected].ID == moreID:
		f.unfold()
		return nil
	case f.detail.Fixed != "":
		return views.Notify{Text: f.detail.Fixed}
	case len(f.detail.Settings) == 0:
		return nil
	}
	s := f.detail.Settings[f.selected]
	if at := f.at(s.Belongs); s.Choices != nil && at >= 0 {
		f.selected, s = at, f.detail.Settings[at]
	}
	if s.Choices != nil {
		return views.Notify{Text: s.Label + " is chosen with " + f.keys.Name(views.ActGoLeft) + " and " + f.keys.Name(views.ActGoRight)}
	}
	f.begin(s, s.Value)
	return nil
}

// Leave ends the writing; what was written is dropped.
func (f *Form) Leave() {
	f.editing, f.fault = "", ""
	f.edit.Set("")
}

// SetFault sets the reason why the text is not accepted; the text stays.
func (f *Form) SetFault(fault string) { f.fault = fault }

// Typing implements views.Typist: a letter begins to write the selected setting.
func (f *Form) Typing() bool { return f.Editing() || f.Focused && f.detail.Fixed == "" }

// Editing reports whether a setting is written.
func (f *Form) Editing() bool { return f.editing != "" }

func (f *Form) StopWord() string {
	if f.editing == "" {
		return ""
	}
	return "cancel"
}

// write returns a key while a text is written.
func (f *Form) write(msg tea.KeyPressMsg) views.Intent {
	action := f.keys.Asked(msg, views.Composer)
	switch {
	case action == views.ActSend:
		return views.SetConnection{Setting: f.editing, Value: strings.TrimSpace(f.edit.Text())}
	case action == views.ActNewLine:
	case action != "":
		f.fault = ""
		f.edit.Do(action)
	case views.Typed(msg) != "":
		return f.insert(msg.Text)
	}
	return nil
}
