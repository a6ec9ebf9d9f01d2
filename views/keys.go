package views

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Action is the stable name of something a key does; config.toml binds keys to
// it under [keys].
type Action string

// Scope is where a key works. Two actions may share a key only when their
// scopes are never active together.
type Scope uint8

// The scopes.
const (
	Global         Scope = iota // everywhere; letters while no pane is typing
	Common                      // the vocabulary, which the scopes that are read inherit
	Composer                    // while the composer has the focus
	Transcript                  // while the transcript has the focus
	Variant                     // in a variant, where several answer side by side
	Overlay                     // in a list or help overlay
	Outline                     // while the builder's list of places has the focus
	Form                        // while the builder's form has the focus
	Source                      // while the builder's JSON has the focus
	Inspect                     // on the inspector's screen, whatever its tab
	Figures                     // in a tab of the inspector that is read by scrolling
	Tree                        // in a tab of the inspector that shows JSON
	Events                      // in the inspector's list of frames
	Rerank                      // on the rerank screen
	Bench                       // in the grid of all queries of the rerank screen
	Lab                         // in the grid of the lab
	LabCase                     // in the answers to a case of the lab
	History                     // in the list of past exchanges
	Statistics                  // in the figures of the history
	Runs                        // in the runs of the history
	Preview                     // in the preview of what is sent
	Comparison                  // in the comparison of two exchanges, in addition to Figures
	Sharing                     // in the list of what can be copied and exported
	Connections                 // in the list of connections
	ConnectionForm              // while the form of a connection has the focus
	Scopes                      // how many there are
)

// Where says in words where a scope is, as a heading of F1.
func (s Scope) Where() string { return where[s] }

var where = [Scopes]string{
	Global:         "Everywhere",
	Common:         "Wherever you are not typing",
	Composer:       "While you write",
	Transcript:     "In the transcript",
	Variant:        "Side by side",
	Overlay:        "In lists and in this help",
	Outline:        "In the builder's list",
	Form:           "In the builder's form",
	Source:         "In the builder's JSON",
	Inspect:        "In the inspector",
	Figures:        "In a page of the inspector",
	Tree:           "In a tree of JSON",
	Comparison:     "In the comparison of two exchanges",
	Events:         "In the list of events",
	Preview:        "In the preview",
	Sharing:        "In the copy and export menu",
	Rerank:         "In the rerank screen",
	Bench:          "In the grid of all queries",
	Lab:            "In the lab",
	LabCase:        "In the answers of the lab",
	Connections:    "In the list of connections",
	ConnectionForm: "In the form of a connection",
	History:        "In the history",
	Statistics:     "In the figures of the history",
	Runs:           "In the runs of the history",
}

// Command is one row of the key table, an action in a scope: the one source of the
// footer, F1, the palette and docs/keys.md.
type Command struct {
	Action Action
	Scope  Scope
	Keys   []string // as Bubble Tea writes them; the first is shown
	Short  string   // one or two words, for the footer
	Name   string   // as people call it, for the palette
	Also   string   // other words that people type for it, separated by ", "
	Help   string   // a sentence, for F1 and the palette
	Group  string   // heading in F1
	Hidden bool     // comes last in the palette: its key is all that one needs

	Inherited bool // the row is the vocabulary's
}

// Keys is the key table in force: the defaults with the user's keys laid
// over them. An action may have a row in each of several scopes; a pane has the table
// by In, and means its rows.
type Keys struct {
	*table
	in []Scope
}

type table struct {
	commands []Command
	byAction map[Action][]int
}

// NewKeys makes the table from commands.
func NewKeys(commands []Command) *Keys {
	t := &table{commands: commands, byAction: make(map[Action][]int, len(commands))}
	for i, c := range commands {
		at := len(t.byAction[c.Action])
		if c.Scope == Common { // where no scope is asked for
			at = 0
		}
		t.byAction[c.Action] = slices.Insert(t.byAction[c.Action], at, i)
	}
	return &Keys{table: t}
}

// In returns the table as it is seen from some scopes, the nearest first: of an action
// that has several rows theirs is meant.
func (k *Keys) In(scopes ...Scope) *Keys { return &Keys{table: k.table, in: scopes} }

// Commands returns all rows, in the order of the help.
func (t *table) Commands() []Command { return t.commands }

// Command returns an action's row; ok is false for an action there is not.
func (k *Keys) Command(a Action) (c Command, ok bool) {
	rows := k.byAction[a]
	for _, s := range k.in {
		for _, i := range rows {
			if k.commands[i].Scope == s {
				return k.commands[i], true
			}
		}
	}
	if len(rows) == 0 {
		return Command{}, false
	}
	return k.commands[rows[0]], true
}

// Binding returns an action as a bubbles binding, for help.KeyMap.
func (k *Keys) Binding(a Action) key.Binding {
	c, _ := k.Command(a)
	return c.Binding()
}

// Binding returns the row as a bubbles binding.
func (c Command) Binding() key.Binding {
	if len(c.Keys) == 0 {
		return key.NewBinding(key.WithHelp("", c.Short), key.WithDisabled())
	}
	return key.NewBinding(key.WithKeys(c.Keys...), key.WithHelp(c.Keys[0], c.Short))
}

// Bindings returns actions as bubbles bindings, for help.KeyMap.
func (k *Keys) Bindings(actions ...Action) []key.Binding {
	all := make([]key.Binding, len(actions))
	for i, a := range actions {
		all[i] = k.Binding(a)
	}
	return all
}

// Full returns the FullHelp of a pane that has the keys of some scopes, in the table's
// order, but for the actions that it has no use for.
func (k *Keys) Full(scopes []Scope, idle ...Action) [][]key.Binding {
	var all []key.Binding
	for _, c := range k.commands {
		if slices.Contains(scopes, c.Scope) && !slices.Contains(idle, c.Action) {
			all = append(all, c.Binding())
		}
	}
	return [][]key.Binding{all}
}

// Number returns which of the keys of an action was pressed, from 0; the first where it was asked for by name.
func (k *Keys) Number(a Action, msg tea.Msg) int {
	c, _ := k.Command(a)
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return slices.Index(c.Keys, press.String())
	}
	return 0
}

// As returns an action's binding with another word for what it does now.
func (k *Keys) As(a Action, word string) key.Binding {
	b := k.Binding(a)
	b.SetHelp(b.Help().Key, word)
	return b
}

// Renamed is As for help.KeyMap; none where there is no word.
func (k *Keys) Renamed(a Action, word string) []key.Binding {
	if word == "" {
		return nil
	}
	return []key.Binding{k.As(a, word)}
}

// SearchHelp returns what works while a search is written, for help.KeyMap.
func SearchHelp(k *Keys) []key.Binding {
	k = k.In(Overlay)
	return slices.Concat(k.Renamed(ActListChoose, "keep"), k.Renamed(ActGoDown, "next hit"), k.Renamed(ActGoUp, "hit before"))
}

// Match reports whether msg is one of the action's keys.
func (k *Keys) Match(msg tea.KeyPressMsg, a Action) bool {
	c, _ := k.Command(a)
	return slices.Contains(c.Keys, msg.String())
}
