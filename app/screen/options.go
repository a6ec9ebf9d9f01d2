package screen

import (
	"context"
	"io"
	"net"
	"net/http"

	"gatehouse/app/config"
	"gatehouse/app/doctor"
	"gatehouse/app/files"
	"gatehouse/app/telemetry"
	"gatehouse/app/tool"
	"gatehouse/state/archive"
	"gatehouse/state/prices"
	"gatehouse/state/redact"
	"gatehouse/state/stats"
	"gatehouse/state/tree"
	"gatehouse/themes"
)

// Options are all that the playground is given from outside; cmd fills them
// from flags, environment and config.
type Options struct {
	Connection Connection   // that the first conversation begins with
	Local      Connection   // the local gateway
	Config     string       // path of config.toml; empty: there is none
	File       *config.File // what of it could be used at the start; nil: nothing is known of it
	Flags      []string     // of this run, that a command needs to use the same settings and history
	AllowFiles []string     // folders whose files an opened file may name
	Secrets    []string     // further ones, that are never recorded

	Transport http.RoundTripper // nil: a transport of the client's own; for tests
	// ProxyAddr is where the recording proxy listens, host and port; empty:
	// relay.DefaultAddress.
	ProxyAddr string
	// Listen opens the proxy's listener; nil: net's own.
	Listen func(ctx context.Context, network, address string) (net.Listener, error)
	// Proxy is the connection that the recording proxy forwards to from the start on; nil:
	// it is off.
	Proxy *Connection

	// Alerts are the bounds of figures that are watched.
	Alerts []stats.Alert

	// Spans takes each exchange that has ended; nil: spans go nowhere. SpanReports brings what
	// there is to say of them.
	Spans       *telemetry.Sender
	SpanReports <-chan string

	Keys    map[string][]string // [keys] of config.toml: action → keys
	Theme   string              // "auto" (or empty), or a theme's name
	Themes  []themes.Palette    // the user's own
	NoMouse bool

	// Prices are what is known of prices besides what GET /models said; nil: those of the table.
	Prices func() prices.Book

	UsedFile string // where favourites and recent choices are kept; empty: nowhere

	Tools  map[string]tool.Command // [tools.NAME] of config.toml; each run is asked for
	Editor string                  // $VISUAL or $EDITOR with its arguments; empty: vi

	// Filter runs a jq filter on a document; it bounds what the filter takes.
	Filter func(ctx context.Context, doc []byte, filter string) (tree.Filtered, error)

	// History opens the archive in which exchanges are saved; report is told of what
	// cannot be. Nil: nothing is saved.
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
	RerankSet    string         // path of a rerank set that is opened first; empty for none
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
