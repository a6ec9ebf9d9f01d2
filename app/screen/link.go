package screen

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/process"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/state/request/validate"
	"gatehouse/views/kit/text"
)

// Link is a connection in use. Its client is made when something first needs it,
// and again after that failed; concurrent callers wait for the same attempt.
type Link struct {
	Connection
	Title  string // what the screen calls it
	Host   string // of BaseURL, as it is shown; empty: there is none
	Models Models // Update alone reads and sets them

	transport http.RoundTripper // nil: the client's transport
	secrets   *secrets          // of all links
	getenv    func(string) string
	turn      chan struct{} // holds a token while nobody is making the client
	client    *client.Client
	outdated  atomic.Bool // the keyring has another key than the one that was read
	reloadKey bool        // the key is to be read again from its source; the turn guards it
}

// named returns what the screen calls a connection, and the host of its address; empty for none.
func (c *Connection) named() (title, host string) {
	if u, err := url.Parse(c.BaseURL); err == nil {
		host = text.SanitizeLine(u.Host)
	}
	switch {
	case c.Local:
		title = "local gateway"
	case host == "":
		title = "no connection"
	default:
		title = cmp.Or(text.SanitizeLine(c.Name), host)
	}
	return title, host
}

func newLink(c Connection, transport http.RoundTripper, known *secrets, getenv func(string) string) *Link {
	l := &Link{Connection: c, transport: transport, secrets: known, getenv: getenv, turn: make(chan struct{}, 1)}
	l.turn <- struct{}{}
	l.Title, l.Host = c.named()
	known.addOf(client.New(l.options(c.BaseURL, c.Key.Value)...))
	return l
}

// Client returns the client, or why there is none. It is called from Cmds only.
func (l *Link) Client(ctx context.Context) (*client.Client, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.turn:
	}
	defer func() { l.turn <- struct{}{} }()
	if err := ctx.Err(); err != nil {
		return nil, err // both were ready
	}
	if l.outdated.Swap(false) {
		l.reloadKey = true
		if l.client != nil {
			l.client.Close()
			l.client = nil
		}
	}
	if l.client == nil {
		base, key, err := l.reach(ctx)
		if err != nil {
			return nil, err
		}
		l.client = client.New(append(l.options(base, key), l.dialOptions(l.transport)...)...)
		l.secrets.addOf(l.client)
	}
	return l.client.WithExtraSecrets(l.secrets.all.Load()), nil
}

// reach finds the address and the key, which may take as long as a user types a
// passphrase.
func (l *Link) reach(ctx context.Context) (base, key string, err error) {
	where := l.Key
	if l.reloadKey {
		where.Value = ""
	} else if l.Connect != nil {
		return l.Connect(ctx)
	}
	if key, err = where.Read(ctx, l.getenv); err != nil {
		return "", "", err
	}
	if l.Basic && key != "" && !strings.Contains(key, ":") {
		return "", "", errors.New(`auth = "basic" needs a key in the form user:password; this key has no colon`)
	}
	return l.BaseURL, key, nil
}

// Close closes idle connections.
func (l *Link) Close() {
	select {
	case <-l.turn:
		if l.client != nil {
			l.client.Close()
		}
		l.turn <- struct{}{}
	default: // somebody is still connecting, and will see its context end
	}
}

// options returns the options of a client with an address and a key.
func (l *Link) options(base, key string) []client.Option {
	options := append(l.Connection.options(), client.WithBaseURL(base), client.WithKey(key))
	if l.Basic {
		options = append(options, client.WithBasic())
	}
	return options
}

// options returns the options of a client without its address and key.
func (c *Connection) options() []client.Option {
	options := []client.Option{client.WithService(c.Service), client.WithMaxBody(c.MaxBody), client.WithProxy(c.Proxy), client.WithTransportKind(c.Transport)}
	for name, values := range c.Header {
		for _, v := range values {
			options = append(options, client.WithHeader(name, v))
		}
	}
	return options
}

// dialOptions returns the options for how a connection is made.
func (c *Connection) dialOptions(transport http.RoundTripper) (options []client.Option) {
	if c.CAFile != "" {
		options = append(options, client.WithCAFile(c.CAFile))
	}
	if transport != nil {
		options = append(options, client.WithTransport(transport))
	}
	return options
}

// TestOptions returns the options of a client that tests a connection, without its address and
// key.
func (h *Host) TestOptions(c Connection) []client.Option {
	return append(append(c.options(), c.dialOptions(h.Transport)...), client.WithSecrets(h.Options.Secrets...))
}

// Address returns the base URL without its credentials, as it is saved and shown; empty for
// the local gateway.
func (l *Link) Address() string { return l.secrets.all.Load().Address(l.BaseURL) }

// SameTarget reports whether two connections have the same name and address, though not all their settings.
func (c *Connection) SameTarget(to Connection) bool {
	return c.Local == to.Local && c.BaseURL == to.BaseURL && (c.Local || c.Name == to.Name)
}

// InFull names the link together with where it leads.
func (l *Link) InFull() string {
	switch {
	case l.Local:
		return "the " + l.Title
	case l.Host == "" || l.Title == l.Host:
		return l.Title
	}
	return l.Title + " (" + l.Host + ")"
}

// same reports whether the link has these settings.
func (l *Link) same(c Connection) bool {
	if l.Local != c.Local {
		return false
	}
	mine := l.Connection
	mine.Connect, c.Connect = nil, nil // there is one local gateway
	return reflect.DeepEqual(mine, c)
}

// About returns what is known of an exchange before it is sent over the link. session and
// turn name what it belongs to; they may be empty.
func (l *Link) About(session string, turn int, kind state.Kind) history.About {
	about := history.About{
		Origin: history.Playground, Kind: kind, Connection: l.Name, BaseURL: l.Address(),
		Service: l.ServiceWord(), Session: session, Turn: turn,
	}
	if l.Local {
		about.Connection = history.Local
	}
	return about
}

// Known returns what the checks of a request know of the service.
func (l *Link) Known() validate.Service {
	return validate.Service{Word: l.Service, Models: l.Models.Slugs}
}

// NewLink makes a link of this launch.
func (h *Host) NewLink(c Connection) *Link {
	l := newLink(c, h.Transport, h.secrets, h.Getenv)
	h.links = append(h.links, l)
	return l
}

// LinkTo returns the link of this launch that is just this connection, or makes it.
func (h *Host) LinkTo(c Connection) *Link {
	for _, l := range h.links {
		if l.same(c) {
			return l
		}
	}
	return h.NewLink(c)
}

// KeyStored has the links whose key is an entry of the keyring read it again for their next
// requests, while what runs stays as it is. It reports whether there are any.
func (h *Host) KeyStored(entry string) (any bool) {
	for _, l := range h.links {
		if l.Key.Keyring == entry {
			l.outdated.Store(true)
			any = true
		}
	}
	return any
}

// ForgetKey takes a key out of what bound commands see of the environment.
func (h *Host) ForgetKey(k profile.Key) {
	if k.Env == "" {
		return
	}
	h.ToolEnviron = process.Without(h.ToolEnviron, []string{k.Env}, h.Getenv(k.Env))
	for name, command := range h.Tools {
		command.Environ = process.Without(command.Environ, []string{k.Env}, h.Getenv(k.Env))
		h.Tools[name] = command
	}
}

// Use makes a link that of the shown conversation. It calls the screens that show models,
// loads the models of a new link, and opens the history if the link saves.
func (h *Host) Use(l *Link) tea.Cmd {
	if l == h.Link {
		return nil
	}
	h.Link = l
	h.modelsChanged()
	if l.Models.Loaded {
		return h.OpenHistory()
	}
	return tea.Batch(h.OpenHistory(), h.LoadModels())
}

// CloseLinks closes the connections of all links.
func (h *Host) CloseLinks() {
	for _, l := range h.links {
		l.Close()
	}
}

// IsSentOver reports whether a connection leads to the gateway that an exchange was sent to.
func (h *Host) IsSentOver(c Connection, about history.About) bool {
	if about.BaseURL == "" && !isLocal(about) {
		return false // it is not known where that is
	}
	return c.Local == isLocal(about) && h.address(c.BaseURL) == h.address(about.BaseURL)
}

// isLocal reports whether an exchange went to the local gateway. The file may have a profile
// of that name, with an address.
func isLocal(about history.About) bool {
	return about.Connection == history.Local && about.BaseURL == ""
}

// address returns a base URL without credentials, as two of them are compared.
func (h *Host) address(base string) string {
	return strings.TrimSuffix(h.Secrets().Address(base), "/")
}

// GatewayName names the gateway that an exchange went to, by its address.
func (h *Host) GatewayName(about history.About) string {
	if isLocal(about) {
		return "the local gateway"
	}
	return cmp.Or(text.SanitizeLine(h.address(about.BaseURL)), "an unknown gateway")
}

// secrets are those of all connections of this launch. Whatever a key was for, it is
// recorded nowhere.
type secrets struct {
	all atomic.Pointer[capture.Secrets]
}

func newSecrets(texts []string) *secrets {
	s := &secrets{}
	s.all.Store(capture.NewSecrets(texts...))
	return s
}

// addOf adds those of a client.
func (s *secrets) addOf(c *client.Client) {
	for {
		was := s.all.Load()
		if s.all.CompareAndSwap(was, was.Join(c.Secrets())) {
			return
		}
	}
}

// Secrets returns the secrets that the program knows by now: they are in nothing that is
// saved by itself. Any goroutine may ask.
func (h *Host) Secrets() *capture.Secrets { return h.secrets.all.Load() }

// Connection is one way to a gateway: its address, and all that belongs to that.
type Connection struct {
	Name  string // of its profile; empty: there is none
	Local bool   // the local gateway, which has no real model

	// Connect starts the local gateway and returns its address and key. It is asked again
	// after an error.
	Connect func(context.Context) (baseURL, key string, err error)
	BaseURL string      // with its path prefix, for example https://host/api/v1; empty for the local gateway
	Key     profile.Key // where the key of BaseURL is; the zero Key: no Authorization header
	Basic   bool        // the key is user:password, not a bearer key

	Service string      // the word in X-<Word>-Metadata; empty: "service"
	Header  http.Header // further header fields of every request
	CAFile  string      // PEM file of a private authority
	Proxy   string      // address of the proxy to BaseURL; empty: that of the environment
	MaxBody int64       // bytes of an answer that are read at most; 0: the client's default

	Transport client.Transport // how requests to /responses are sent

	Model        string            // of a first request; empty: the server chooses
	Metadata     bool              // the service knows routing metadata
	MessageModel talk.MessageModel // when assistant messages name their model
	NoHistory    bool              // what is sent over it is not saved
}

// ServiceWord returns the word that stands for the service's name.
func (c *Connection) ServiceWord() string { return cmp.Or(c.Service, validate.DefaultWord) }

// Exposed returns the host that gets the key, or a header that carries one, unencrypted; empty
// for none.
func (c *Connection) Exposed() string {
	sent := c.Key.Value != "" || c.Key.Env != "" || c.Key.Command != nil || c.Key.Keyring != ""
	if !sent && len(wire.KeyHeaders(c.Header)) == 0 {
		return ""
	}
	return profile.Exposed(c.BaseURL)
}

// After returns the connection once its settings in the file have changed from was to now. What
// this run gave it besides, a key or a model, stays where the file changed nothing; a key
// stays with its address.
func (c Connection) After(was, now Connection) Connection {
	if was.BaseURL == now.BaseURL && was.Basic == now.Basic && reflect.DeepEqual(was.Key, now.Key) {
		now.Key, now.Basic = c.Key, c.Basic
	}
	if was.Model == now.Model {
		now.Model = c.Model
	}
	if was.Service == now.Service {
		now.Service = c.Service
	}
	return now
}

// LocalModel is the model of a first request on the local gateway.
const LocalModel = "sim/writer"

// FirstModel returns the model of a first request; empty: the server chooses.
func (c *Connection) FirstModel() string {
	if c.Model == "" && c.Local {
		return LocalModel
	}
	return c.Model
}

// ConnectionOf returns the connection that the settings name; for the local gateway all but
// the way to it.
func ConnectionOf(s config.Settings) Connection {
	header := http.Header{}
	for name, value := range s.Headers {
		header.Set(name, value)
	}
	return Connection{
		Name:         s.AddressProfile(),
		BaseURL:      s.BaseURL,
		Key:          s.Key,
		Basic:        s.Basic,
		Service:      s.Service,
		Header:       header,
		CAFile:       s.CAFile,
		Proxy:        s.Proxy,
		MaxBody:      s.MaxBody,
		Transport:    s.Transport,
		Model:        s.Model,
		Metadata:     s.Known.Metadata,
		MessageModel: s.MessageModel,
		NoHistory:    !s.Persist,
	}
}
