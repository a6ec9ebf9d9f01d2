package screen

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
)

// Page is one pane on a screen: a row of the table from which tabs, key scopes,
// help and focus follow.
type Page struct {
	ID      ID            // unique in the program: screen/pane
	Title   string        // on its tab; empty for a page without one
	Short   string        // the title where it is narrow; empty: the same
	Action  views.Action  // that leads to its tab
	Scopes  []views.Scope // of the key table, most specific first
	Pane    views.Pane
	Quiet   bool // there is nothing to show: its tab is dimmed, and tab passes it
	Absent  bool // there is no such page now: it has no tab, and tab passes it
	Instead ID   // the page that gets the focus instead; empty for itself
	Paste   ID   // the page that gets what is pasted while letters are no text here; empty for itself
}

// PageOf returns a page by its id; a page without a pane if there is none.
func PageOf(pages []Page, id ID) Page {
	if at := slices.IndexFunc(pages, func(p Page) bool { return p.ID == id }); at >= 0 {
		return pages[at]
	}
	return Page{}
}

// Present returns the pages that are not absent.
func Present(pages []Page) []Page {
	return slices.DeleteFunc(pages, func(p Page) bool { return p.Absent })
}

// KeysOn returns the key table as it is seen from a screen with some pages: an action
// that has several rows means that of the page with the focus, else that of
// another of its pages, else that of more scopes.
func KeysOn(keys *views.Keys, pages []Page, focus ID, more ...views.Scope) *views.Keys {
	var others []views.Scope
	for _, p := range pages {
		others = append(others, p.Scopes...)
	}
	return keys.In(slices.Concat(PageOf(pages, focus).Scopes, others, more)...)
}

// Escape is something that esc does: its word in the footer, and the action.
type Escape struct {
	Word string
	Do   func() tea.Cmd
}

// EscapeIf returns an escape if a condition is true, else one that Escapes drops.
func EscapeIf(on bool, word string, do func() tea.Cmd) Escape {
	if !on {
		return Escape{}
	}
	return Escape{Word: word, Do: do}
}

// Escapes returns the escapes that do something.
func Escapes(all ...Escape) []Escape {
	return slices.DeleteFunc(all, func(e Escape) bool { return e.Do == nil })
}

// Layout is a screen laid out: the areas that all screens have, and where its
// pages are.
type Layout struct {
	views.Layout
	Pages map[ID]views.Rect // a page that is not drawn has no entry
}

// Size is what a screen is laid out for, in cells.
type Size struct {
	Width, Height int
	Notice        int // rows that the notice wants
}

// Screen is one screen of the program. The root holds the screens in one ordered
// table; all that differs between them is here.
type Screen interface {
	// Pages are its panes, in the order in which tab goes through them.
	Pages() []Page
	// Arrange lays the screen out. It changes nothing.
	Arrange(Size) Layout
	// Do does what a pane asks for. It is asked of the shown screen first, then
	// of the others; ok is false for an intent that is not this screen's.
	Do(views.Intent) (cmd tea.Cmd, ok bool)
	// Perform does a row of the key table. The shown screen is asked first, and
	// another one only for actions of that one's scopes, for which it shows
	// itself. ok is false for an action that is not this screen's.
	Perform(views.Action) (cmd tea.Cmd, ok bool)
	// Escapes are what esc does here and now, before it leads back; the first one
	// wins.
	Escapes() []Escape
	// Facts are for the top line and the footer.
	Facts() Facts
	// Refresh gives the panes what has changed, after every message.
	Refresh() tea.Cmd
}

// Facts are what the lines around the shown screen say.
type Facts struct {
	Top      bars.Facts    // but for the connection and the names of the screens
	Keys     []key.Binding // for the footer, after those of the focused pane; nil while a prompt has them all
	Figure   string        // at the right of the footer
	StopWord string        // what ctrl+c does to running requests, in a word; empty if none runs
	Name     string        // of what the tabs show, in the rule above them
	Heading  string        // in the line of the tabs, where there are none
}

// Watcher is a screen that is called before the focus moves, with the pages that
// lose and get it, on any screen.
type Watcher interface{ FocusMoves(from, to ID) }

// Arranged is a screen with something to adapt to a new layout.
type Arranged interface{ Arranged(Layout) }

// Starter is a screen with work to begin when the program starts.
type Starter interface{ Init() tea.Cmd }

// Observer is a screen that sees every message before it is handled.
type Observer interface{ Observe(tea.Msg) }

// Idler is a screen that reports which actions have nothing to do on it now: the palette lists them
// last.
type Idler interface{ Idle(views.Command) bool }

// Keyed is a screen that handles keys which are no action of the program before its
// page with the focus gets them; ok is false for all others.
type Keyed interface {
	Key(tea.KeyPressMsg) (cmd tea.Cmd, ok bool)
}

// Noter is a screen with lines for the notice that stay for as long as they are
// true.
type Noter interface{ Notes() []string }

// Stopper is a screen that stops its running requests itself; ok is false if none is
// running.
type Stopper interface{ Stop() (ok bool) }

// Sender is a screen that sends requests outside the conversations.
type Sender interface {
	Facts() Facts
	Stop() (ok bool) // as a Stopper does
	Running() int    // requests that are on their way
	Busy() bool      // requests are being written, or on their way
	Unsaved() string // names work that would be lost by quitting; empty for none
}

// Resumer is a screen whose state is restored at the next launch.
type Resumer interface {
	StateName() string                        // names the state in the archive
	SavedState() (state []byte, words string) // the state and a description; nil for none
	Resume(state []byte) error
}

// ModelsUser is a screen that is called after each attempt to load the list of models of the
// shown conversation's gateway, and when another gateway's replaces it.
type ModelsUser interface{ ModelsChanged() }

// Effect is the message of a Cmd of ours. Apply applies its result, so that a new
// effect is a new file and no case in Update.
type Effect interface{ Apply() tea.Cmd }

// EffectFunc is the effect of a function.
type EffectFunc func() tea.Cmd

func (f EffectFunc) Apply() tea.Cmd { return f() }

// ID names a pane in a message. The message of a pane's Cmd goes to that pane,
// whatever has the focus by then.
type ID string

// Screen returns the part of the id that names the screen.
func (id ID) Screen() string {
	name, _, _ := strings.Cut(string(id), "/")
	return name
}

// Addressed is a pane's message on its way back to it.
type Addressed struct {
	Pane ID
	Msg  tea.Msg
}

// Address wraps a pane's Cmd so that its message returns to the pane. It
// unpacks batches; the message of tea.Sequence cannot be addressed.
func Address(pane ID, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			wrapped := make(tea.BatchMsg, 0, len(msg))
			for _, c := range msg {
				wrapped = append(wrapped, Address(pane, c))
			}
			return wrapped
		default:
			return Addressed{Pane: pane, Msg: msg}
		}
	}
}

// The intents of one screen to another, which the root hands to the screen whose they are.
type (
	// ShowExchange shows an exchange in the inspector.
	ShowExchange struct {
		views.Internal
		Of *Exchange
	}
	// CompareExchanges shows two exchanges side by side in the inspector, for as long as the
	// shown conversation is.
	CompareExchanges struct {
		views.Internal
		A, B *Exchange
	}
	// ShowLab shows a lab that is in no file; Run sends what it has no answers to.
	ShowLab struct {
		views.Internal
		Text []byte
		Run  bool
	}
	// AdoptExchange makes an exchange that passes through the proxy one of the history's
	// screen, which knows its neighbours and what can be done with it.
	AdoptExchange struct {
		views.Internal
		Of *Exchange
	}
	// ShowRecorded shows an exchange of the history in the inspector, and then does something.
	ShowRecorded struct {
		views.Internal
		ID   string
		Then func() tea.Cmd
	}
	// Confirmed does what a question was about.
	Confirmed struct {
		views.Internal
		Do func() tea.Cmd
	}
	// ShowHistory lists the exchanges of a filter.
	ShowHistory struct {
		views.Internal
		Filter string
	}
	// ShowFile shows a file that was read in the screen that it belongs to.
	ShowFile struct {
		views.Internal
		File files.File
	}
	// EditRequest goes to a place of the shown conversation's next request, a JSON Pointer, in Build.
	EditRequest struct {
		views.Internal
		Pointer string
	}
	// WatchAnswer shows an answer as it arrives, unless the shown screen does.
	WatchAnswer struct{ views.Internal }
	// AnswerArrived reports that arrivals of a turn's exchange were folded, and are drawn next.
	AnswerArrived struct {
		views.Internal
		Of    *Exchange
		Ended bool
	}
	// ReloadHistory reloads the list of the history, where it is shown.
	ReloadHistory struct{ views.Internal }
)
