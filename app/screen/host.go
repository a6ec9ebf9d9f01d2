// Package screen holds what the screens share: what a screen is, what it may ask
// of the program around it, and the effects that several of them have (an
// exchange on its way, the list of models, the person's editor, the clipboard,
// paths to save to and to open).
package screen

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/prices"
	"gatehouse/themes"
	"gatehouse/views"
)

// Quick is the size in bytes up to which a document is read while the keys wait;
// a larger one is read in the background.
const Quick = 256 << 10

// Root is the program around the screens: who has the focus, and the layout.
type Root interface {
	Focus() ID                     // the pane that gets keys while no overlay is open
	SetFocus(ID) tea.Cmd           // and shows its screen
	Show(ID) tea.Cmd               // shows the screen of a pane; that of its panes gets the focus which had it last
	Run(views.Action) tea.Cmd      // does a row of the key table on the shown screen
	Back(from ID) Escape           // leads back to the screen of a pane if that is a Sender, else to the first one
	Refreshed(cmd tea.Cmd) tea.Cmd // gives all panes what changed; adds what they ask for

	// Hand hands a message to a pane and does what it asks for. used reports whether
	// the pane had a use for the message.
	Hand(ID, tea.Msg) (cmd tea.Cmd, used bool)

	Arrange() // lays the screen out anew
	Redraw()  // draws again, though no pane changed
	Hold()    // leaves the screen as it is, though what it shows has changed: more comes soon
}

// Host is what a screen may ask of the program around it.
type Host struct {
	Options
	Root
	Styles    *themes.Styles
	Keys      *views.Keys
	Life      Life
	Link      *Link // of the shown conversation
	links     []*Link
	secrets   *secrets
	History   *History
	Sent      SentList // of this run
	onModels  []func() tea.Cmd
	modelList *ModelList // that was opened last; nil: none was
	Notice    Notice
	Works     Works
	prices    *prices.Book // that are known; nil until they were read
	Used      Used
	checks    *Checking  // that its key runs; nil: there is none yet
	checking  *checksRun // those that run; nil: none do
	sharing   string     // title of what the copy and export menu was opened for last
	Overlays  Overlays
	images    images
	Openers   []Opener // of the screens that open files
	Keepers   []Keeper // of the screens with something to go on with in the next run
	Folder    string   // in which a file was last saved or opened; empty: the working directory

	Width, Height int    // of the terminal, in cells
	Proxy         *Proxy // of this run
	Alerts        Alerts

	ShowExchange   func(Exchange) tea.Cmd                       // in the inspector, which sets it
	ShowFrame      func(frame int) tea.Cmd                      // of the exchange that is shown there, likewise
	FollowExchange func(Sent) tea.Cmd                           // likewise; for as long as the person does not move
	Looks          func(*state.Exchange) bool                   // likewise: it is shown there now
	PassedExchange func(*Passed) Exchange                       // as the inspector shows it; the history sets it
	ShowRecorded   func(id string, then func() tea.Cmd) tea.Cmd // one of the history in the inspector, and then does something; likewise
	ShowHistory    func(filter string) tea.Cmd                  // the exchanges of a filter; likewise
	ListAgain      func() tea.Cmd                               // the history, where it is shown; likewise
	Compare        func(a, b Exchange) tea.Cmd                  // likewise; both belong to the shown conversation, or are compared in its place
}

// Life is the time between the start of the program and its end.
type Life struct {
	Began   time.Time       // when Bubble Tea began to paint
	Ctx     context.Context // ends with the program; every exchange's context is made of it
	Stop    context.CancelFunc
	Readers sync.WaitGroup // the readers of all exchanges
}

// NewHost makes a host with the styles and keys that are asked for. It opens
// nothing and starts nothing.
func NewHost(root Root, opts Options, styles *themes.Styles, keys *views.Keys) *Host {
	h := &Host{Options: opts, Root: root, Styles: styles, Keys: keys, secrets: newSecrets(opts.Secrets)}
	h.History = &History{open: opts.History, team: opts.Team, opened: make(chan struct{}), reports: make(chan historyReport, 8)}
	h.Link = h.NewLink(opts.Connection)
	h.Life.Ctx, h.Life.Stop = context.WithCancel(context.Background())
	h.Proxy, h.Alerts.host = newProxy(h), h
	return h
}

// Deliver hands a message to a pane and does what it asks for.
func (h *Host) Deliver(id ID, msg tea.Msg) tea.Cmd {
	cmd, _ := h.Hand(id, msg)
	return cmd
}

// Notify shows a line until the next key.
func (h *Host) Notify(format string, args ...any) tea.Cmd {
	h.Notice.Say(fmt.Sprintf(format, args...))
	h.Arrange()
	return nil
}

// Retract removes what was notified and is so no more.
func (h *Host) Retract(said string) {
	if h.Notice.Retract(said) {
		h.Arrange()
	}
}

// Warn shows lines until they are closed.
func (h *Host) Warn(lines ...string) {
	h.Notice.Warn(lines...)
	h.Arrange()
}

// Unwarn removes the warnings that say one of some things which are so no more.
func (h *Host) Unwarn(said ...string) {
	if h.Notice.Unwarn(said...) {
		h.Arrange()
	}
}

// Cover hides the warnings that say one of some things which the screen shows itself now;
// without any it shows all again.
func (h *Host) Cover(said ...string) {
	if h.Notice.Cover(said...) {
		h.Arrange()
	}
}

// Unsay removes the line that says what just happened, with all also the
// warnings.
func (h *Host) Unsay(all bool) {
	if h.Notice.Clear(all) {
		h.Arrange()
	}
}

// Getenv reads the environment that the program was given.
func (h *Host) Getenv(name string) string {
	if h.Environ == nil {
		return os.Getenv(name)
	}
	for _, pair := range h.Environ {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}
