// Package screen holds what the screens share: what a screen is, what it may ask
// of the program around it, and the effects that several of them have (an
// exchange on its way, the list of models, the user's editor, the clipboard,
// paths to save to and to open).
package screen

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/doctor"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/process"
	"gatehouse/app/effect/relay"
	"gatehouse/app/effect/telemetry"
	"gatehouse/state/archive"
	"gatehouse/state/cost/prices"
	"gatehouse/state/history/stats"
	"gatehouse/state/json/tree"
	"gatehouse/state/share/redact"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// MaxSyncBytes is the size in bytes up to which a document is read while the keys wait;
// a larger one is read in the background.
const MaxSyncBytes = 256 << 10

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

	// DeliverUsed hands a message to a pane and does what it asks for. used reports whether
	// the pane had a use for the message.
	DeliverUsed(ID, tea.Msg) (cmd tea.Cmd, used bool)

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
	Sent      SentList   // of this launch
	Mail      Mailbox    // for what arrives of exchanges
	modelList *ModelList // that was opened last; nil: none was
	Works     Jobs
	prices    *prices.Book // that are known; nil until they were read
	Used      Used
	checks    *Checks                // that its key runs; nil: there is none yet
	checking  atomic.Pointer[Checks] // those that run; nil: none do
	sharing   string                 // title of what the copy and export menu was opened for last
	Overlays  Overlays
	limit     costLimit
	images    images
	Folder    string // in which a file was last saved or opened; empty: the working directory

	Width, Height int    // of the terminal, in cells
	Proxy         *Proxy // of this launch
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
	h.Notice = Notice{on: map[string]string{}, changed: func() { h.Arrange() }}
	return h
}

// Deliver hands a message to a pane and does what it asks for.
func (h *Host) Deliver(id ID, msg tea.Msg) tea.Cmd {
	cmd, _ := h.DeliverUsed(id, msg)
	return cmd
}

// OpenList opens a list to choose one row from; the last of some likely labels that there is is selected.
func (h *Host) OpenList(title string, items []picker.Item, likely ...string) tea.Cmd {
	p := picker.New(h.Styles, h.Keys)
	p.SetItems(items)
	for _, label := range likely {
		p.Select(label)
	}
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

// Options are all that the playground is given from outside; cmd fills them
// from flags, environment and config.
type Options struct {
	Connection Connection   // that the first conversation begins with
	Local      Connection   // the local gateway
	Config     string       // path of config.toml; empty: there is none
	File       *config.File // what of it could be used at the start; nil: nothing is known of it
	Flags      []string     // of this launch, that a command needs to use the same settings and history
	AllowFiles []string     // folders whose files an opened file may name
	Secrets    []string     // further ones, that are never recorded

	Transport http.RoundTripper // for tests; nil: the client's transport
	// ProxyAddr is where the recording proxy listens, host and port; empty:
	// relay.DefaultAddress.
	ProxyAddr string
	// Listen opens the proxy's listener; nil: as net.Listen does.
	Listen func(ctx context.Context, network, address string) (net.Listener, error)
	// Proxy is the connection that the recording proxy forwards to from the start on; nil:
	// it is off.
	Proxy *Connection

	Rules     []relay.Rule // of the proxy, which change requests
	RulesOpen relay.Opener // opens where they send them
	// Alerts are the bounds of figures that are watched.
	Alerts []stats.Alert

	// Spans receives each exchange that has ended; nil: spans go nowhere. SpanReports delivers
	// messages about them.
	Spans       *telemetry.Sender
	SpanReports <-chan string

	Keys    map[string][]string // [keys] of config.toml: action → keys
	Theme   string              // "auto" (or empty), or a theme's name
	Themes  []themes.Palette    // that the user wrote
	NoMouse bool

	// Prices are those known in addition to GET /models; nil: those of the table.
	Prices func() prices.Book

	UsedFile string // stores favourites and recent choices; empty: nothing does

	Tools map[string]process.Command // [tools.NAME] of config.toml; each run is asked for
	// ToolEnviron is the environment of a command that is bound while the program runs: without keys.
	ToolEnviron []string
	Editor      string // $VISUAL or $EDITOR with its arguments; empty: vi

	// Filter runs a jq filter on a document; it bounds what the filter takes.
	Filter func(ctx context.Context, doc []byte, filter string) (tree.Filtered, error)

	// History opens the archive in which exchanges are saved and calls report if saving
	// fails. Nil: nothing is saved.
	History func(ctx context.Context, report func(error)) (*archive.Archive, error)
	// Team opens the history of the team; nil: there is none.
	Team      func(ctx context.Context) (archive.Reader, error)
	NoHistory bool // the user wants nothing to be saved

	// Machine is what the doctor looks at, but for the terminal's size and the connection,
	// which the program knows better. It is called in the background.
	Machine func() doctor.Machine

	// Redact makes the rules by which what is handed over is masked. It is called in the
	// background.
	Redact func() (*redact.Rules, error)

	Session      *files.Session // opened from a file; nil: a new conversation
	FirstFile    string         // path of a rerank set or a lab file that is opened first; empty for none
	TeamExchange string         // id of one of the team's history that is opened first; empty for none
	SessionModel string         // from the flag: replaces the opened one's; empty: that stays
	SessionID    bool           // new conversations begin with a session_id
	Warnings     []string       // of the config, shown at the start

	// CanSuspend reports whether a shell could resume the program once it has
	// stopped; nil: it could.
	CanSuspend func() bool

	Input   io.Reader // nil: the terminal
	Output  io.Writer // nil: the terminal
	Environ []string  // nil: the process's
}
