package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"gatehouse/app"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/telemetry"
	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/otlp"
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
		var hint string
		if key, hint, err = readKey(ctx, h, s); err != nil {
			return connection{}, err
		}
		for _, line := range []string{hint, proxyWarning(h, base), exposed(s, key)} {
			if line != "" {
				h.say("%s", line)
			}
		}
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

// readKey reads the key of the address. If there is none, but the environment has another program's key
// for that service, hint names it.
func readKey(ctx context.Context, h host, s config.Settings) (key, hint string, err error) {
	key, err = s.Key.Read(ctx, h.getenv)
	if err != nil {
		return "", "", stopOr(ctx, wrongUsage("profile %s: %w; correct it in config.toml, or give GATEHOUSE_API_KEY with --profile %s", s.Profile, err, s.Profile))
	}
	if s.Basic && key != "" && !strings.Contains(key, ":") {
		return "", "", wrongUsage(`profile %s: auth = "basic" needs a key of the form user:password, and this one has no colon`, s.Profile)
	}
	if other := s.Known.KeyEnv; key == "" && other != "" && h.getenv(other) != "" {
		hint = fmt.Sprintf("no key is sent; to use %s, set GATEHOUSE_API_KEY=\"$%s\"", other, other) // never used unasked
	}
	return key, hint, nil
}

// exposed returns a warning of a key that is sent over the network unencrypted, or "".
func exposed(s config.Settings, key string) string {
	host := profile.Exposed(s.BaseURL)
	sent := key != ""
	for name := range s.Headers {
		sent = sent || wire.Credential(name)
	}
	if host == "" || !sent {
		return ""
	}
	return "warning: the key goes unencrypted to " + host + " (plain http); use https"
}

// proxyWarning returns a warning of a malformed variable for the proxy of an address, or "".
func proxyWarning(h host, base string) string {
	if fault := client.ProxyFault(base, h.getenv); fault != "" {
		return "warning: " + fault
	}
	return ""
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
	options := append([]gateway.Option{gateway.WithKeys(key), gateway.WithService(service), gateway.WithTimeLimit(0)}, h.local...)
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

// spanFlags adds the flags of a command whose exchanges can be sent as spans.
func spanFlags(cmd *cobra.Command, c *common) {
	f, to := cmd.Flags(), &c.flags.OTLP
	f.StringVar(&to.URL, "otlp", "", "send each exchange as spans to the OpenTelemetry collector at `URL`; env: the one that OTEL_EXPORTER_OTLP_* name, off: none")
	f.StringVar(&to.Format, "otlp-format", "", "`FORMAT` of the spans: protobuf or json (default protobuf)")
	f.BoolVar(&to.Content, "otlp-content", false, "also send what was asked and answered, masked as exports are")
	completeWords(cmd, "otlp-format", string(otlp.Protobuf), string(otlp.JSON))
}

// flushWithin is how long a program that ends waits for a collector.
const flushWithin = 2 * time.Second

// spans starts the sender of a command's spans; nil if none are sent. If only the environment requests
// spans, say gets a line, or with asked nothing is sent. stop sends what is left.
func (c *common) spans(ctx context.Context, h host, s config.Settings, asked bool, say func(string)) (to *telemetry.Sender, stop func(), err error) {
	none := func() {}
	on := &s.Spans
	if asked && !on.Asked {
		return nil, none, nil
	}
	for _, line := range on.Notes {
		say(line)
	}
	if !on.On() {
		if flags := c.flags.OTLP; flags.URL == "" && (flags.Format != "" || flags.Content) {
			return nil, none, wrongUsage("--otlp-format and --otlp-content are without effect: spans go nowhere; give --otlp URL too")
		}
		return nil, none, nil
	}
	header, err := spanHeader(ctx, h, on)
	if err != nil {
		return nil, none, err
	}
	if line := exposedSpans(on.URL, header); line != "" {
		say(line)
	}
	end := telemetry.Endpoint{URL: on.URL, Header: header, Format: on.Format, CAFile: on.CAFile}
	to, err = telemetry.Start(telemetry.Options{
		Endpoint: end, Resource: resourceOf(on), Content: on.Content, Say: func(line string) { say("otlp: " + line) },
		Rules: func() (*redact.Rules, error) { return rulesOf(h, s, end.Secrets()...) },
	})
	if err != nil {
		return nil, none, wrongUsage("%s: %w", on.From, err)
	}
	if !on.Asked {
		say("spans go to " + to.Where() + ", as " + on.From + " says; --otlp off stops that")
	}
	return to, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushWithin)
		defer cancel()
		to.Close(ctx)
	}, nil
}

// spanReports are lines about spans for the screen. The last ones arrive after it has closed.
type spanReports chan string

const maxReports = 16 // there are few of each kind

// say queues a line, if there is space.
func (r spanReports) say(line string) {
	select {
	case r <- line:
	default:
	}
}

// rest prints the lines that the screen did not receive.
func (r spanReports) rest(h host) {
	for {
		select {
		case line := <-r:
			h.sayLine(line)
		default:
			return
		}
	}
}

// spanHeader returns the header fields of the collector, with its key.
func spanHeader(ctx context.Context, h host, s *config.Spans) (http.Header, error) {
	header := s.Header.Clone()
	key, err := s.Key.Read(ctx, h.getenv)
	switch {
	case err != nil:
		return nil, stopOr(ctx, wrongUsage("[otlp]: %w; correct it in config.toml", err))
	case key == "":
		return header, nil
	case s.KeyHeader != "":
	case !strings.Contains(key, " "): // without a scheme
		key = "Bearer " + key
	}
	header.Set(cmp.Or(s.KeyHeader, "Authorization"), key)
	return header, nil
}

// exposedSpans returns a warning of a key that is sent to a collector unencrypted, or "".
func exposedSpans(url string, header http.Header) string {
	to := profile.Exposed(url)
	for name := range header {
		if to != "" && wire.Credential(name) {
			return "warning: the key of the collector goes unencrypted to " + to + " (plain http); use https"
		}
	}
	return ""
}

// resourceOf returns the resource of the spans: this program.
func resourceOf(s *config.Spans) otlp.Resource {
	r := otlp.Gatehouse(buildVersion(debug.ReadBuildInfo()))
	if s.Service != "" {
		r[0].Value = s.Service
	}
	return r
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
	a, err := c.openArchive(ctx, s, k.report)
	if err != nil {
		h.say("warning: %v", err)
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
func (c *common) persists(s config.Settings) bool { return !c.forget && s.Persist }

// openArchive opens the archive with the retention of the settings.
func (c *common) openArchive(ctx context.Context, s config.Settings, report func(error)) (*archive.Archive, error) {
	return c.openArchiveBy(ctx, archive.Open, s, report)
}

// openArchiveBy is openArchive with one of the functions that open an archive.
func (c *common) openArchiveBy(ctx context.Context, open func(context.Context, string, archive.Options) (*archive.Archive, error), s config.Settings, report func(error)) (*archive.Archive, error) {
	a, err := open(ctx, c.dataDir(), archive.Options{
		Fold: files.Fold, Prices: pricesOf(s), Retention: archive.Retention{Days: s.History.KeepDays, Bytes: s.History.KeepBytes}, Share: s.Team.Rule(), Report: report,
	})
	if err != nil {
		return nil, &archive.LostError{Dir: c.dataDir(), Err: err}
	}
	return a, nil
}

// openToRead opens the archive for a command that reads it.
func (c *common) openToRead(ctx context.Context, h host, s config.Settings) (*archive.Archive, error) {
	return archive.OpenToRead(ctx, c.dataDir(), archive.Options{Fold: files.Fold, Prices: pricesOf(s), Share: s.Team.Rule(), Report: func(err error) { h.say("warning: %v", err) }})
}

func (k *saver) report(err error) { k.say("warning: " + err.Error()) }

func (k *saver) say(line string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.opened {
		k.h.say("%s", line)
		return
	}
	k.lines = append(k.lines, line)
}

// spool returns a spool for an exchange; nil if nothing is saved.
func (k *saver) spool() *archive.Spool {
	if k == nil {
		return nil
	}
	return k.archive.Spool(k.about)
}

// store returns a spool as an interface, which is nil for a nil spool.
func store(s *archive.Spool) capture.Store {
	if s == nil {
		return nil
	}
	return s
}

// save saves an exchange that has ended. With fromSpool it is read from the spool, since the capture has
// only its last frame.
func (k *saver) save(ctx context.Context, x *state.Exchange, c *wire.Capture, s *archive.Spool, fromSpool bool) {
	switch {
	case k == nil || c == nil:
	case fromSpool:
		if err := k.archive.SaveSpool(context.WithoutCancel(ctx), s); err != nil {
			k.report(err)
		}
	default:
		k.archive.Save(k.about, x, c, s)
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
	for _, line := range k.lines {
		k.h.say("%s", line)
	}
}

// in opens the history of this machine or of the team.
func (f *historyFlags) in(cmd *cobra.Command, h host, c *common, do func(context.Context, archive.Reader) error) error {
	if f.team {
		return withTeam(cmd, h, c, func(ctx context.Context, s config.Settings) error {
			store, err := openTeam(ctx, h, s, h.sayExposedTeam)
			if err != nil {
				return err
			}
			defer store.Close()
			return do(ctx, store)
		})
	}
	return withHistory(cmd, h, c, func(ctx context.Context, a *archive.Archive) error { return do(ctx, a) })
}

// ofIDs is in for ids; team:ID is an id of the team.
func (f *historyFlags) ofIDs(cmd *cobra.Command, h host, c *common, args []string, do func(context.Context, archive.Reader, []string) error) error {
	ids, inTeam, err := withoutTeam(args)
	if err != nil {
		return err
	}
	of := historyFlags{team: f.team || inTeam}
	return of.in(cmd, h, c, func(ctx context.Context, r archive.Reader) error { return do(ctx, r, ids) })
}

// withoutTeam returns ids without the prefix of the team's history, and whether they had it.
func withoutTeam(args []string) (ids []string, inTeam bool, err error) {
	n := 0
	for _, id := range args {
		bare, is := strings.CutPrefix(id, history.TeamPrefix)
		if is {
			n++
		}
		ids = append(ids, bare)
	}
	if n > 0 && n < len(args) {
		return nil, false, wrongUsage("%s is in the team's history and another id is not; give ids from one history", strings.Join(args, ", "))
	}
	return ids, n > 0, nil
}

// playTeam gives the playground the history of the team, and the id of its exchange that is opened first.
// With unknown the settings could not be read.
func (c *common) playTeam(h host, s config.Settings, id string, unknown bool, o *app.Options) error {
	switch {
	case s.Team.Set():
		o.Team = func(ctx context.Context) (archive.Reader, error) {
			store, err := openTeam(ctx, h, s, func(string) {})
			if err != nil {
				return nil, err // a nil *Store in the interface would not be nil
			}
			return store, nil
		}
		o.TeamExchange = id
		if address := cmp.Or(s.Team.URL, h.getenv(s.Team.Env)); address != "" { // others are read when they are needed
			if line := exposedTeam(address); line != "" {
				o.Warnings, c.exposed = append(o.Warnings, line), true
			}
		}
	case id != "" && unknown:
		o.Warnings = append(o.Warnings, history.TeamPrefix+id+" is not opened: what the settings say of the team is not known.")
	case id != "":
		return errNoTeam
	}
	return nil
}
