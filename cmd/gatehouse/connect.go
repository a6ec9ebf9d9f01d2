package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/adrg/xdg"

	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/redact"
)

// connection is the gateway that a command sends to.
type connection struct {
	*client.Client
	about explain.Context
	key   string
	stop  func() // ends the local gateway
}

// Close ends the client's connections, and after them the local gateway.
func (c connection) Close() {
	c.Client.Close()
	c.stop()
}

// connect returns the client of the settings. Without an address it starts the local gateway, which ends
// with Close.
func connect(ctx context.Context, h host, s config.Settings) (connection, error) {
	base, key := s.BaseURL, ""
	l := newLocal(ctx, h, s.Service)
	var err error
	if base == "" {
		if base, key, err = l.connect(ctx); err != nil {
			return connection{}, &exit{exitFailed, err}
		}
	} else {
		var warnings []string
		if key, warnings, err = readKey(ctx, h, s); err != nil {
			return connection{}, err
		}
		h.sayLines(warnings...)
	}
	c := client.New(clientOptions(s, base, key)...)
	if err := c.Err(); err != nil {
		l.stop()
		return connection{}, wrongUsage("%w", err)
	}
	about := explain.Context{BaseURL: c.Secrets().Address(base), KeySent: key != "", Profile: s.AddressProfile()}
	return connection{c, about, key, l.stop}, nil
}

// clientOptions returns the options of a client for an address and its key.
func clientOptions(s config.Settings, base, key string) []client.Option {
	options := []client.Option{client.WithBaseURL(base), client.WithKey(key), client.WithService(s.Service), client.WithCAFile(s.CAFile), client.WithProxy(s.Proxy), client.WithMaxBody(s.MaxBody), client.WithTransportKind(s.Transport)}
	if s.Basic {
		options = append(options, client.WithBasic())
	}
	for name, value := range s.Headers {
		options = append(options, client.WithHeader(name, value))
	}
	return options
}

// readKey reads the key of the address. The warnings are about how it is sent; if there is none, but the
// environment has another program's key for that service, one names that.
func readKey(ctx context.Context, h host, s config.Settings) (key string, warnings []string, err error) {
	key, err = s.Key.Read(ctx, h.getenv)
	if err != nil {
		return "", nil, stopOr(ctx, wrongUsage("profile %s: %w; correct it in config.toml, or give GATEHOUSE_API_KEY with --profile %s", s.Profile, err, s.Profile))
	}
	if s.Basic && key != "" && !strings.Contains(key, ":") {
		return "", nil, wrongUsage(`profile %s: auth = "basic" needs a key of the form user:password, and this one has no colon`, s.Profile)
	}
	if other := s.Known.KeyEnv; key == "" && other != "" && h.getenv(other) != "" {
		warnings = append(warnings, fmt.Sprintf("no key is sent; to use %s, set GATEHOUSE_API_KEY=\"$%s\"", other, other)) // never used unasked
	}
	warnings = append(warnings, proxyWarnings(h, s.BaseURL)...)
	return key, append(warnings, exposed("the key", s.BaseURL, key != "" || hasCredential(s.Headers))...), nil
}

// exposed returns a warning of a key that is sent over the network unencrypted.
func exposed(key, address string, sent bool) []string {
	if host := profile.Exposed(address); host != "" && sent {
		return []string{"warning: " + key + " goes unencrypted to " + host + " (plain http); use https"}
	}
	return nil
}

// hasCredential reports whether a field of a header holds a credential.
func hasCredential[V any](header map[string]V) bool {
	for name := range header {
		if wire.Credential(name) {
			return true
		}
	}
	return false
}

// proxyWarnings returns a warning of a malformed variable for the proxy of an address.
func proxyWarnings(h host, base string) []string {
	if fault := client.ProxyFault(base, h.getenv); fault != "" {
		return []string{"warning: " + fault}
	}
	return nil
}

// local is the embedded gateway: HTTP on a loopback port, started by the first connect, with a random
// key.
type local struct {
	ctx     context.Context // it serves until this ends
	stop    context.CancelFunc
	options []gateway.Option
	key     string

	mu   sync.Mutex
	base string
}

// newLocal returns the gateway, which only stop ends. A signal that ends ctx must reach the client first:
// if the gateway ended the stream, the answer would be failed instead of cancelled.
func newLocal(ctx context.Context, h host, service string) *local {
	key := rand.Text()
	// No time limit of a request: the user sees a long answer arrive, and can stop it.
	options := append([]gateway.Option{gateway.WithKeys(key), gateway.WithService(service), gateway.WithTimeLimit(0), translating(defaultMaxBody)}, h.local...)
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	return &local{ctx: ctx, stop: stop, options: options, key: key}
}

// connect starts the gateway unless it runs, and returns its address and key. After an error it can be
// called again.
func (l *local) connect(ctx context.Context) (baseURL, key string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.base != "" {
		return l.base, l.key, nil
	}
	var config net.ListenConfig
	ln, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", fmt.Errorf("the local gateway cannot listen on a loopback port: %w", err)
	}
	g := gateway.New(l.options...)
	go func() { _ = g.Serve(l.ctx, ln) }() // it has no error until ctx ends
	l.base = "http://" + ln.Addr().String() + gateway.Prefix
	return l.base, l.key, nil
}

// rulesOf returns the built-in rules, the patterns of the config, and rules for secrets and for the keys
// and passwords that the settings name.
func rulesOf(h host, s config.Settings, secrets ...string) (*redact.Rules, error) {
	for _, name := range s.KeyVars {
		secrets = append(secrets, h.getenv(name))
	}
	for _, address := range []string{s.Team.URL, h.getenv(s.Team.Env)} {
		secrets = append(secrets, teamPasswords(address)...)
	}
	home, _ := os.UserHomeDir() // without one there is nothing of it to find
	return redact.New(s.Redact.Patterns, home, secrets...)
}

// dataDir returns the folder of the history.
func (c *common) dataDir() string {
	return cmp.Or(c.data, filepath.Join(xdg.DataHome, "gatehouse"))
}

// saver saves the exchanges of a command in the history. A nil one saves nothing.
type saver struct {
	archive *archive.Archive
	about   history.About
	h       host

	mu     sync.Mutex
	opened bool     // from then on an answer is printed, and lines wait for its end
	lines  []string // to be printed at the end
}

// saver opens the history for a command that is connected; nil if nothing is saved.
func (c *common) saver(ctx context.Context, h host, s config.Settings, conn connection, origin history.Origin) *saver {
	if !c.persists(s) {
		return nil
	}
	k := &saver{h: h, about: aboutSending(s, conn, origin)}
	a, err := c.openArchive(ctx, archive.OpenBriefly, s, k.report)
	if err != nil {
		h.warn(err)
		return nil
	}
	k.archive = a
	k.mu.Lock()
	k.opened = true
	k.mu.Unlock()
	if a.Empty() {
		k.say(fmt.Sprintf("exchanges are saved in %s; gatehouse history lists them, "+
			"--no-persist turns this off, gatehouse history prune --all --yes deletes them", a.Dir()))
	}
	return k
}

// aboutSending returns what the bytes of an exchange do not contain.
func aboutSending(s config.Settings, conn connection, origin history.Origin) history.About {
	about := history.About{
		Origin: origin, Connection: s.Profile, BaseURL: conn.Secrets().Address(s.BaseURL), Service: s.Service,
	}
	if origin == history.Rerank {
		about.Kind = state.Rerank
	}
	if s.BaseURL == "" {
		about.Connection = history.Local
	}
	return about
}

// persists reports whether exchanges are saved.
func (c *common) persists(s config.Settings) bool { return !c.noPersist && s.Persist }

// openArchive opens the archive with the retention of the settings, by one of the functions of package archive.
func (c *common) openArchive(ctx context.Context, open func(context.Context, string, archive.Options) (*archive.Archive, error), s config.Settings, report func(error)) (*archive.Archive, error) {
	a, err := open(ctx, c.dataDir(), archive.Options{
		Fold: files.Fold, Prices: pricesOf(s), Retention: archive.Retention{Days: s.History.KeepDays, Bytes: s.History.KeepBytes}, Share: s.Team.Rule(), Report: report,
	})
	if err != nil {
		return nil, &archive.LostError{Dir: c.dataDir(), Err: err}
	}
	return a, nil
}

// archiveFor opens the archive for a command that records until it is stopped.
func (c *common) archiveFor(ctx context.Context, h host, s config.Settings) (a *archive.Archive, closeArchive func(), err error) {
	if a, err = c.openArchive(ctx, archive.Open, s, h.warn); err != nil {
		return nil, nil, &exit{exitFailed, err}
	}
	return a, func() {
		if err := a.Close(); err != nil {
			h.warn(err)
		}
	}, nil
}

// openToRead opens the archive for a command that reads it.
func (c *common) openToRead(ctx context.Context, h host, s config.Settings) (*archive.Archive, error) {
	return archive.OpenToRead(ctx, c.dataDir(), archive.Options{Fold: files.Fold, Prices: pricesOf(s), Share: s.Team.Rule(), Report: h.warn})
}

func (k *saver) report(err error) { k.say("warning: " + err.Error()) }

func (k *saver) say(line string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.opened {
		k.h.sayLine(line)
		return
	}
	k.lines = append(k.lines, line)
}

// store makes a call store its exchange in a spool.
func (k *saver) store(call *client.Call) {
	if k != nil {
		call.Store = k.archive.Spool(k.about)
	}
}

// save saves the exchange of a call that has a store. If the call discards the body, it is read from the
// spool, since the capture has only the last frame.
func (k *saver) save(call client.Call, x *state.Exchange, c *wire.Capture) {
	if spool, ok := call.Store.(*archive.Spool); ok && c != nil {
		if call.DiscardBody {
			c = nil
		}
		k.archive.Save(k.about, x, c, spool)
	}
}

// close closes the archive, and prints the lines that waited.
func (k *saver) close() {
	if k == nil {
		return
	}
	if err := k.archive.Close(); err != nil {
		k.report(err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.h.sayLines(k.lines...)
}
