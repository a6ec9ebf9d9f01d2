package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"gatehouse/app"
	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/config"
	"gatehouse/app/effect/doctor"
	"gatehouse/app/effect/files"
	"gatehouse/app/effect/jq"
	"gatehouse/app/effect/process"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/relay"
	"gatehouse/app/plain"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/share/redact"
)

// play opens the playground, with a FILE and a proxy if they are given.
func play(ctx context.Context, h host, c *common, args []string, rec recording) error {
	if err := checkAddr("--proxy-addr", rec.addr, relay.DefaultAddress); err != nil {
		return err
	}
	settings, lines, err := c.load(h)
	wrong, _ := errors.AsType[*config.Wrong](err)
	if err != nil && wrong == nil {
		return err
	}
	opened := app.Options{AllowFiles: c.allowFiles}
	if err := openFile(ctx, h, args, &opened); err != nil {
		return err
	}
	if err := canDraw(h); err != nil {
		return err
	}
	options, err := playOptions(ctx, h, settings, lines)
	if err != nil {
		return err
	}
	options.File = c.file
	if wrong != nil {
		c.playWithout(wrong, &settings, &options)
	}
	options.Session, options.FirstFile, options.SessionModel = opened.Session, opened.FirstFile, c.flags.Model
	if err := c.playTeam(h, settings, opened.TeamExchange, wrong != nil, &options); err != nil {
		return err
	}
	options.Tools = boundTools(settings, options.Connection.Key.Value, os.Environ())
	options.ToolEnviron = process.Without(os.Environ(), settings.KeyVars, options.Connection.Key.Value)
	h.local = append(slices.Clip(h.local), gateway.WithKeyHints()) // for the screen only
	l := newLocal(ctx, h, c.flags.Service)
	defer l.stop()
	options.Flags, options.AllowFiles = c.inheritedFlags(), c.allowFiles
	options.Local, options.Config = app.Connection{Local: true, Connect: l.connect, Service: c.flags.Service, Metadata: true}, c.path()
	if settings.BaseURL == "" && wrong == nil {
		options.Connection.Local, options.Connection.Connect = true, l.connect
	}
	for _, name := range settings.KeyVars {
		options.Secrets = append(options.Secrets, h.getenv(name))
	}
	options.Redact = func() (*redact.Rules, error) { return redactRules(h, c) }
	options.Machine = func() doctor.Machine {
		m, _ := machine(h, c)
		m.ProxyAddress = rec.addr
		return m
	}
	user, faults := userThemes(c.path())
	options.Themes = user
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		options.Warnings = append(options.Warnings, fmt.Sprintf("theme %s is not used: %v", name, faults[name]))
	}
	options.ProxyAddr = rec.addr
	if rec.to != "" && wrong == nil {
		stop, err := rec.start(ctx, c, &options)
		if err != nil {
			return err
		}
		defer stop()
	}
	reports := make(spanReports, maxReports)
	options.SpanReports = reports
	if wrong != nil && c.flags.OTLP.URL != "" {
		options.Warnings = append(options.Warnings, "No spans are sent: what the settings say of them is not known.")
	} else {
		var stop func()
		if options.Spans, stop, err = c.spans(ctx, h, settings, true, reports.say); err != nil {
			return err
		}
		defer reports.printRest(h)
		defer stop()
	}
	options.Alerts, options.Rules = settings.Alerts, settings.Rules
	options.RulesOpen = func(name string) (relay.Target, func(), error) { return ruleTarget(ctx, h, c, name) }
	options.NoHistory, options.Prices = c.noPersist, pricesOf(settings)
	running, stop := context.WithCancel(ctx)
	defer stop()
	if !options.NoHistory {
		c.playHistory(running, h, settings, &options)
	}
	return playEnd(app.Run(ctx, options))
}

// playWithout prepares the playground for settings that cannot be read. The keys and whether to save are
// unknown: nothing is saved, and every variable that may contain a key is a secret.
func (c *common) playWithout(wrong *config.Wrong, s *config.Settings, o *app.Options) {
	if wrong.Rest != nil {
		o.File = wrong.Rest
	}
	o.NoMouse, o.Theme, o.Connection.NoHistory = c.flags.NoMouse, c.flags.Theme, true
	s.KeyVars = secretVariables(os.Environ())
	unconnected(o, wrong)
}

// playHistory gives the playground the history of this machine, which is pushed to the team until running
// ends.
func (c *common) playHistory(running context.Context, h host, s config.Settings, o *app.Options) {
	o.UsedFile = filepath.Join(c.dataDir(), "used.json")
	o.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
		a, err := c.openArchive(ctx, archive.OpenToRead, s, report)
		if err == nil {
			c.startPushing(running, h, s, a, false, report)
		}
		return a, err
	}
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

// secretVariables returns the variables of an environment that may contain a key. PWD would be masked in
// every path.
func secretVariables(environ []string) []string {
	var names []string
	for _, pair := range environ {
		if name, _, _ := strings.Cut(pair, "="); name != "PWD" && wire.SecretName(name) {
			names = append(names, name)
		}
	}
	return names
}

// playOptions returns the options of the playground by the settings.
func playOptions(ctx context.Context, h host, settings config.Settings, lines []string) (app.Options, error) {
	options := app.Options{
		Connection: app.ConnectionOf(settings),
		Keys:       settings.Keys,
		Theme:      settings.Theme,
		NoMouse:    !settings.Mouse,
		Editor:     cmp.Or(h.getenv("VISUAL"), h.getenv("EDITOR")),
		Warnings:   lines,
		Filter:     new(jq.Pool).Run,
		CanSuspend: process.CanSuspend,
		SessionID:  settings.Session,
	}
	if settings.BaseURL == "" {
		return options, nil
	}
	key, warnings, err := readKey(ctx, h, settings)
	if ctx.Err() != nil {
		return options, err
	}
	if err != nil {
		unconnected(&options, err)
		return options, nil
	}
	options.Connection.Key = profile.Key{Value: key, Keyring: settings.Key.Keyring}
	options.Warnings = append(options.Warnings, warnings...) // the screen would hide printed lines
	return options, nil
}

// unconnected sets a connection that fails, since the settings cannot be used.
func unconnected(options *app.Options, why error) {
	unsent := fmt.Errorf("%w. Correct that, then choose a connection", why)
	options.Connection.Connect = func(context.Context) (string, string, error) { return "", "", unsent }
	lines := faultLines(why)
	lines[0] = "Not connected (F7 chooses a connection): " + lines[0]
	options.Warnings = append(options.Warnings, lines...)
}

// canDraw returns the error of a terminal on which no screen can be drawn.
func canDraw(h host) error {
	switch {
	case !isTerminal(h.stdin) || !isTerminal(h.stdout):
		return wrongUsage("the playground needs a terminal; gatehouse --plain and gatehouse send work without one")
	case h.getenv("TERM") == "dumb":
		return wrongUsage("the playground cannot draw on a dumb terminal (TERM=dumb); gatehouse --plain works there")
	}
	return nil
}

// playEnd returns the exit code of the playground.
func playEnd(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, app.ErrInterrupted):
		return quietly(stopped{syscall.SIGINT}.code())
	case errors.Is(err, app.ErrTerminated):
		return quietly(stopped{syscall.SIGTERM}.code())
	case errors.Is(err, app.ErrHangup):
		return quietly(stopped{syscall.SIGHUP}.code())
	}
	return &exit{exitFailed, fmt.Errorf("the playground ended: %w", err)}
}

// recording are the flags of the playground's proxy.
type recording struct {
	to   string // an address, a profile or "local"; empty: it is off at the start
	addr string // host and port to listen on
}

// start opens the listener of the proxy before there is a screen, so that an error can be printed. stop
// closes it.
func (r recording) start(ctx context.Context, c *common, o *app.Options) (stop func(), err error) {
	to, err := r.connection(c, o.Local)
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", r.addr)
	if err != nil {
		return nil, cannotListen(r.addr, "--proxy-addr", err)
	}
	o.Proxy, o.ProxyAddr = &to, listener.Addr().String()
	opened := listener
	o.Listen = func(ctx context.Context, network, address string) (l net.Listener, err error) {
		if l, opened = opened, nil; l != nil {
			return l, nil
		}
		return new(net.ListenConfig).Listen(ctx, network, address)
	}
	return func() { _ = listener.Close() }, nil
}

// connection returns the gateway of the proxy: an address, a profile or the local one.
func (r recording) connection(c *common, local app.Connection) (app.Connection, error) {
	s, err := c.forwardTo("--proxy", r.to, r.to)
	switch {
	case err != nil:
		return app.Connection{}, err
	case s.BaseURL == "":
		return local, nil
	}
	return app.ConnectionOf(s), nil
}

// chat runs the linear chat, with a FILE if one is given.
func chat(ctx context.Context, h host, c *common, args []string) error {
	settings, lines, err := c.load(h)
	if err != nil {
		return err
	}
	o := plain.Options{In: h.stdin, Out: h.stdout, Interactive: isTerminal(h.stdin), Terminal: isTerminal(h.stdout), AllowFiles: c.allowFiles}
	o.Say = h.sayLine
	if o.Interactive { // without the program's name
		o.Say = func(line string) { _, _ = h.stderr.Write([]byte(oneLine(line) + "\n")) }
	}
	for _, line := range lines {
		o.Say(line)
	}
	spans, stop, err := c.spans(ctx, h, settings, true, o.Say)
	if err != nil {
		return err
	}
	defer stop()
	o.Spans = spans
	if len(args) > 0 {
		if id, ok := inTeam(args[0]); ok {
			return wrongUsage("an exchange of the team's history opens on the playground's screen; gatehouse history show --team %s prints it", id)
		}
		err := h.reading(ctx, args[0], "nothing was opened", func(w *progress.Work) error {
			s, err := files.OpenSession(w, args[0], c.allowFiles...)
			o.Session = &s
			return err
		})
		if err != nil {
			return err
		}
	}
	connections := newConnections(h, c, settings)
	defer connections.close()
	if o.Connection, err = connections.to(ctx, connections.first); err != nil {
		return err
	}
	o.Connections, o.Connect = connections.listed, connections.to
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	pipe := make(chan os.Signal, 1) // a closed stdout is left to the writer, which sees EPIPE
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	o.Signals = signals
	return chatEnd(plain.Run(ctx, o))
}

// chatEnd returns the exit code of the chat: that of its last exchange.
func chatEnd(end plain.End) error {
	switch s, signalled := end.Signal.(syscall.Signal); {
	case answer.ReaderGone(end.Err):
		return quietly(stopped{syscall.SIGPIPE}.code())
	case end.Err != nil:
		return &exit{exitFailed, end.Err}
	case signalled:
		return quietly(stopped{s}.code())
	case end.Invalid:
		return quietly(exitUsage)
	case end.Verdict == "":
		return nil
	}
	return quietly(end.Verdict.ExitCode())
}

// connections are the connections of a linear chat: the first one, and those that the user chose.
type connections struct {
	h      host
	common *common
	start  config.Settings
	first  string // name of the first one
	open   []connection
	used   map[string]plain.Connection // by name: each is connected once
	saver  *saver                      // nil: no used connection saves in the history
}

// newConnections names the first connection: an address without a profile needs a name too, so that the
// chat can return to it.
func newConnections(h host, shared *common, start config.Settings) *connections {
	c := &connections{h: h, common: shared, start: start, first: start.AddressProfile(), used: map[string]plain.Connection{}}
	switch {
	case start.BaseURL == "":
		c.first = profile.Local
	case c.first == "":
		c.first = "start"
		for slices.Contains(shared.profileNames(), c.first) {
			c.first += "-address"
		}
	}
	return c
}

// close closes the connections, the last one first.
func (c *connections) close() {
	c.saver.close()
	for _, conn := range slices.Backward(c.open) {
		conn.Close()
	}
}

// listed returns an address that was given at the start, and the profiles and presets, with their
// addresses without secrets.
func (c *connections) listed() (all []plain.Listed) {
	profiles := c.common.file.Profiles
	var secrets capture.Secrets
	if c.start.BaseURL != "" && c.start.AddressProfile() == "" {
		all = append(all, plain.Listed{Name: c.first, About: c.used[c.first].Title + ", given at the start"})
	}
	for _, name := range c.common.profileNames() {
		preset, _ := profile.Preset(name)
		about := cmp.Or(secrets.Address(profiles[name].BaseURL), preset.About)
		all = append(all, plain.Listed{Name: name, About: about})
	}
	return all
}

// to connects to one of those listed, or returns the connection that there is. Flags and the environment
// apply only to the first one.
func (c *connections) to(ctx context.Context, name string) (plain.Connection, error) {
	if to, ok := c.used[name]; ok {
		return to, nil
	}
	settings := c.start
	if name != c.first {
		var err error
		if settings, err = config.Merge(c.common.file, config.Environment{}, config.Flags{Profile: name}); err != nil {
			return plain.Connection{}, err
		}
	}
	to, err := c.connect(ctx, settings)
	if err != nil {
		return plain.Connection{}, err
	}
	to.Name = name
	c.used[name] = to
	return to, nil
}

// connect connects to the gateway of some settings.
func (c *connections) connect(ctx context.Context, s config.Settings) (plain.Connection, error) {
	conn, err := connect(ctx, c.h, s)
	if err != nil {
		return plain.Connection{}, err
	}
	c.open = append(c.open, conn)
	at := app.ConnectionOf(s)
	at.Local = s.BaseURL == ""
	to := plain.Connection{
		Client: conn.Client, Title: conn.Secrets().Address(s.BaseURL), Simulated: at.Local,
		About: aboutSending(s, conn, history.Playground), Explain: conn.about,
		Model: at.FirstModel(), Metadata: at.Metadata || at.Local, MessageModel: at.MessageModel,
		Tools: boundTools(s, conn.key, os.Environ()),
	}
	if c.saver == nil {
		c.saver = c.common.saver(ctx, c.h, s, conn, history.Playground)
	}
	if c.saver != nil && c.common.persists(s) {
		to.Archive = c.saver.archive
	}
	return to, nil
}
