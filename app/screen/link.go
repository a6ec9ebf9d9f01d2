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

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/history"
	"gatehouse/views/text"
)

// Link is a connection in use. Its client is made when something first needs it,
// and again after it could not be made; all that need it at one time wait for
// the same attempt.
type Link struct {
	Connection
	Title  string // what the screen calls it
	Host   string // of BaseURL, as it is shown; empty: there is none
	Models Models // Update alone reads and sets them

	transport http.RoundTripper // nil: one of the client's own
	secrets   *secrets          // of all links
	getenv    func(string) string
	turn      chan struct{} // holds a token while nobody is making the client
	client    *client.Client
	outdated  atomic.Bool // the keyring has another key than the one that was read
	again     bool        // the key is to be read where it is; the turn guards it
}

// named is what the screen calls a connection, and the host of its address; empty for none.
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
	known.know(client.New(l.options(c.BaseURL, c.Key.Value)...))
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
		l.again = true
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
		l.client = client.New(append(l.options(base, key), l.way(l.transport)...)...)
		l.secrets.know(l.client)
	}
	return l.client.Knowing(l.secrets.all.Load()), nil
}

// reach finds the address and the key, which may take as long as a user types a
// passphrase.
func (l *Link) reach(ctx context.Context) (base, key string, err error) {
	where := l.Key
	if l.again {
		where.Value = ""
	} else if l.Connect != nil {
		return l.Connect(ctx)
	}
	if key, err = where.Read(ctx, l.getenv); err != nil {
		return "", "", err
	}
	if l.Basic && key != "" && !strings.Contains(key, ":") {
		return "", "", errNoColon
	}
	return l.BaseURL, key, nil
}

// errNoColon is the error of a key that cannot be sent as the profile says.
var errNoColon = errors.New(`auth = "basic" needs a key in the form user:password; this key has no colon`)

// Close closes the connections that are kept for a next exchange.
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

// options are those of a client: where it goes, and with what secrets.
func (l *Link) options(base, key string) []client.Option {
	options := append(l.Connection.options(), client.WithBaseURL(base), client.WithKey(key))
	if l.Basic {
		options = append(options, client.WithBasic())
	}
	return options
}

// options are those of a client but for where it goes, and the key.
func (c *Connection) options() []client.Option {
	options := []client.Option{client.WithService(c.Service), client.WithMaxBody(c.MaxBody), client.WithProxy(c.Proxy), client.WithTransportKind(c.Transport)}
	for name, values := range c.Header {
		for _, v := range values {
			options = append(options, client.WithHeader(name, v))
		}
	}
	return options
}

// way are the options that say how a connection is made.
func (c *Connection) way(transport http.RoundTripper) (options []client.Option) {
	if c.CAFile != "" {
		options = append(options, client.WithCAFile(c.CAFile))
	}
	if transport != nil {
		options = append(options, client.WithTransport(transport))
	}
	return options
}

// TestOptions are those of a client that tests a connection, but for where it goes, and
// the key.
func (h *Host) TestOptions(c Connection) []client.Option {
	return append(append(c.options(), c.way(h.Transport)...), client.WithSecrets(h.Options.Secrets...))
}

// Address is the base URL without its credentials, as it is saved and shown; empty for
// the local gateway.
func (l *Link) Address() string { return l.secrets.all.Load().Address(l.BaseURL) }

// Leads reports whether the link is that of a connection, though not of all its settings:
// it has its name and its address.
func (l *Link) Leads(c Connection) bool {
	return l.Local == c.Local && l.BaseURL == c.BaseURL && (l.Local || l.Name == c.Name)
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

// same reports whether a connection is that of the link.
func (l *Link) same(c Connection) bool {
	if l.Local != c.Local {
		return false
	}
	mine := l.Connection
	mine.Connect, c.Connect = nil, nil // there is one local gateway
	return reflect.DeepEqual(mine, c)
}

// About is what there is to say of an exchange that is sent over it in this run. session
// and turn say what it belongs to; they may be empty.
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

// Known is what the checks of a request know of the service.
func (l *Link) Known() check.Service { return check.Service{Word: l.Service, Models: l.Models.Slugs} }
