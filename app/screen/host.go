// Package screen holds what the screens share: what a screen is, what it may ask
// of the program around it, and the effects that several of them have (an
// exchange on its way, the list of models, the user's editor, the clipboard,
// paths to save to and to open).
package screen

import (
	"context"
	"os"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/prices"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/picker"
)

// Quick is the size in bytes up to which a document is read while the keys wait;
// a larger one is read in the background.
const Quick = 256 << 10

// Focuser knows which pane gets the keys, on which screen.
type Focuser interface {
	Focus() ID           // the pane that gets keys while no overlay is open
	SetFocus(ID) tea.Cmd // and shows its screen
	Show(ID) tea.Cmd     // shows the screen of a pane; that of its panes gets the focus which had it last
	Back(from ID) Escape // leads back to the screen of a pane if that is a Sender, else to the first one
}

// Router hands on what is to be done.
type Router interface {
	Run(views.Action) tea.Cmd // does a row of the key table on the shown screen
	Do(views.Intent) tea.Cmd  // does what a pane, or another screen, asks for

	// Hand hands a message to a pane and does what it asks for. used reports whether
	// the pane had a use for the message.
	Hand(ID, tea.Msg) (cmd tea.Cmd, used bool)

	Screens() []Screen // in the order of the table
}

// Painter draws the screen.
type Painter interface {
	Arrange()                      // lays the screen out again
	Refreshed(cmd tea.Cmd) tea.Cmd // gives all panes what changed; adds what they ask for
	Redraw()                       // draws again, though no pane changed
	Hold()                         // leaves the screen as it is until the next batch, though its content has changed
}

// Host is what a screen may ask of the program around it.
type Host struct {
	Options
	Focuser
	Router
	Painter
	Notice
	Styles    *themes.Styles
	Keys      *views.Keys
	Life      Life
	Link      *Link // of the shown conversation
	links     []*Link
	secrets   *secrets
	History   *History
	Sent      SentList   // of this run
	Mail      Mailbox    // for what arrives of exchanges
	modelList *ModelList // that was opened last; nil: none was
	Works     Works
	prices    *prices.Book // that are known; nil until they were read
	Used      Used
	checks    *Checking // that its key runs; nil: there is none yet
	checking  *Checking // those that run; nil: none do
	sharing   string    // title of what the copy and export menu was opened for last
	Overlays  Overlays
	images    images
	Folder    string // in which a file was last saved or opened; empty: the working directory

	Width, Height int    // of the terminal, in cells
	Proxy         *Proxy // of this run
	Alerts        Alerts
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
func NewHost(root interface {
	Focuser
	Router
	Painter
}, opts Options, styles *themes.Styles, keys *views.Keys) *Host {
	h := &Host{Options: opts, Focuser: root, Router: root, Painter: root, Mail: newMailbox(), Styles: styles, Keys: keys, secrets: newSecrets(opts.Secrets)}
	h.History = &History{open: opts.History, team: opts.Team, opened: make(chan struct{}), reports: make(chan historyReport, 8)}
	h.Link = h.NewLink(opts.Connection)
	h.Life.Ctx, h.Life.Stop = context.WithCancel(context.Background())
	h.Proxy, h.Alerts.host = &Proxy{host: h}, h
	h.Notice.changed = func() { h.Arrange() }
	return h
}

// Deliver hands a message to a pane and does what it asks for.
func (h *Host) Deliver(id ID, msg tea.Msg) tea.Cmd {
	cmd, _ := h.Hand(id, msg)
	return cmd
}

// OpenList opens a list of which one row can be chosen.
func (h *Host) OpenList(title string, items []picker.Item) tea.Cmd {
	p := picker.New(h.Styles, h.Keys)
	p.SetItems(items)
	return h.OpenOverlay(title, p)
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
