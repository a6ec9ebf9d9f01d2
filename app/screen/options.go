package screen

import (
	"cmp"
	"context"
	"io"
	"net/http"

	"gatehouse/app/files"
	"gatehouse/app/tool"
	"gatehouse/state/archive"
	"gatehouse/state/check"
	"gatehouse/state/redact"
	"gatehouse/state/tree"
)

// Options are all that the playground is given from outside; cmd fills them
// from flags, environment and config.
type Options struct {
	// Connect starts what must be started before the first request, which is
	// the local gateway, and returns its address and key. It runs during the
	// first paint, is asked again after an error, and is nil where BaseURL is
	// given. An app with Connect says "local gateway (simulated)".
	Connect func(context.Context) (baseURL, key string, err error)
	BaseURL string   // with its path prefix, for example https://host/api/v1
	Key     string   // of BaseURL; empty: no Authorization header
	Basic   bool     // Key is user:password, not a bearer key
	Secrets []string // further ones, that are never recorded
	Service string   // the word in X-<Word>-Metadata; empty: "service"

	Header http.Header // further header fields of every request
	CAFile string      // PEM file of a private authority

	MaxBody int64 // bytes of an answer that are read at most; 0: the client's default

	Transport http.RoundTripper // nil: a transport of the client's own; for tests

	Model       string // from flag, environment or profile; empty: see models.go
	Metadata    bool   // the service knows routing metadata
	RefuseModel bool   // the service refuses `model` on an input message

	Keys    map[string][]string // [keys] of config.toml: action → keys
	Theme   string              // "auto" (or empty), or a theme's name
	NoMouse bool
	Prompts []string                // shown on an empty screen; nil: the app's own
	Tools   map[string]tool.Command // [tools.NAME] of config.toml; each run is asked for
	Editor  string                  // $VISUAL or $EDITOR with its arguments; empty: vi

	// Filter runs a jq filter on a document; it bounds what the filter takes.
	Filter func(ctx context.Context, doc []byte, filter string) (tree.Filtered, error)

	// History opens the archive in which exchanges are saved; report is told of what
	// cannot be. Nil: nothing is saved.
	History   func(ctx context.Context, report func(error)) (*archive.Archive, error)
	NoHistory bool // the person wants nothing to be saved

	// Redact makes the rules by which what is handed over is masked. It is called in the
	// background.
	Redact func() (*redact.Rules, error)

	Profile string // the name of the profile in use; empty: none

	Session      *files.Session // opened from a file; nil: a new conversation
	RerankSet    string         // path of a rerank set that is opened first; empty for none
	SessionModel string         // from the flag: takes the place of the opened one's; empty: that stays
	SessionID    bool           // new conversations begin with a session_id
	Warnings     []string       // of the config, shown at the start

	// CanSuspend reports whether a shell could resume the program once it has
	// stopped; nil: it could.
	CanSuspend func() bool

	Input   io.Reader // nil: the terminal
	Output  io.Writer // nil: the terminal
	Environ []string  // nil: the process's
}

// ServiceWord is the word that stands for the service's name.
func (o Options) ServiceWord() string { return cmp.Or(o.Service, check.DefaultWord) }
