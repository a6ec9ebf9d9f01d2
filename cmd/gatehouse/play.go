package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"gatehouse/app"
	"gatehouse/app/config"
	"gatehouse/app/doctor"
	"gatehouse/app/jq"
	"gatehouse/app/tool"
	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/archive"
	"gatehouse/state/redact"
)

// play opens the playground, with the FILE that was named if there is one. The proxy to
// what rec names runs from the start on.
func play(ctx context.Context, h host, c *common, args []string, rec recording) error {
	if err := checkAddr("--proxy-addr", rec.addr); err != nil {
		return err
	}
	settings, lines, err := c.load(h)
	var wrong *config.Wrong
	if err != nil && !errors.As(err, &wrong) {
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
	if wrong != nil && wrong.Rest != nil {
		options.File = wrong.Rest
	}
	if wrong != nil {
		// What the file says of keys and of saving is unknown: nothing is saved, and every
		// variable that may hold a key is taken for one.
		options.NoMouse, options.Theme, options.Connection.NoHistory = c.flags.NoMouse, c.flags.Theme, true
		settings.KeyVars = secretVariables(os.Environ())
		unconnected(&options, wrong)
	}
	options.Session, options.RerankSet, options.SessionModel = opened.Session, opened.RerankSet, c.flags.Model
	if err := c.playTeam(h, settings, opened.TeamExchange, wrong != nil, &options); err != nil {
		return err
	}
	options.Tools = boundTools(settings, options.Connection.Key.Value, os.Environ())
	h.local = append(slices.Clip(h.local), gateway.WithKeyHints()) // of the screen, which commands do not have
	l := newLocal(ctx, h, c.flags.Service)
	defer l.stop()
	options.Flags, options.AllowFiles = c.again(), c.allowFiles
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
	own, faults := ownThemes(c.path())
	options.Themes = own
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
		defer reports.rest(h)
		defer stop()
	}
	options.Alerts = settings.Alerts
	options.NoHistory, options.Prices = c.forget, pricesOf(settings)
	running, stop := context.WithCancel(ctx)
	defer stop()
	if !options.NoHistory {
		options.UsedFile = filepath.Join(c.dataDir(), "used.json")
		options.History = func(ctx context.Context, report func(error)) (*archive.Archive, error) {
			a, err := c.openArchiveBy(ctx, archive.OpenToRead, settings, report)
			if err == nil {
				c.startPushing(running, h, settings, a, false, report) // until the program ends
			}
			return a, err
		}
	}
	return playEnd(app.Run(ctx, options))
}

// secretVariables names the variables of an environment that may hold a key. PWD is the
// shell's folder: taken for a secret, it would be masked in every path.
func secretVariables(environ []string) []string {
	var names []string
	for _, pair := range environ {
		if name, _, _ := strings.Cut(pair, "="); name != "PWD" && wire.SecretName(name) {
			names = append(names, name)
		}
	}
	return names
}

// playOptions is what the settings say to the playground.
func playOptions(ctx context.Context, h host, settings config.Settings, lines []string) (app.Options, error) {
	options := app.Options{
		Connection: app.ConnectionOf(settings),

		Keys:     settings.Keys,
		Theme:    settings.Theme,
		NoMouse:  !settings.Mouse,
		Editor:   cmp.Or(h.getenv("VISUAL"), h.getenv("EDITOR")),
		Warnings: lines,
		Filter:   new(jq.Pool).Run,

		CanSuspend: tool.CanSuspend,

		SessionID: settings.Session,
	}
	if settings.BaseURL == "" {
		return options, nil
	}
	key, hint, err := readKey(ctx, h, settings)
	if ctx.Err() != nil {
		return options, err
	}
	if err != nil {
		unconnected(&options, err)
		return options, nil
	}
	options.Connection.Key = profile.Key{Value: key, Keyring: settings.Key.Keyring}
	for _, line := range []string{hint, proxyWarning(h, settings.BaseURL), exposed(settings, key)} {
		if line != "" { // on the screen: the screen would hide what is printed before
			options.Warnings = append(options.Warnings, line)
		}
	}
	return options, nil
}

// unconnected connects the playground to nothing, since what was asked for cannot be used.
func unconnected(options *app.Options, why error) {
	unsent := fmt.Errorf("%w. Correct that, then choose a connection", why)
	options.Connection.Connect = func(context.Context) (string, string, error) { return "", "", unsent }
	lines := faultLines(why)
	lines[0] = "Not connected (F7 chooses a connection): " + lines[0]
	options.Warnings = append(options.Warnings, lines...)
}

// canDraw refuses a place where no screen can be drawn, before anything is
// written to it.
func canDraw(h host) error {
	switch {
	case !isTerminal(h.stdin) || !isTerminal(h.stdout):
		return wrongUsage("the playground needs a terminal; gatehouse --plain and gatehouse send work without one")
	case h.getenv("TERM") == "dumb":
		return wrongUsage("the playground cannot draw on a dumb terminal (TERM=dumb); gatehouse --plain works there")
	}
	return nil
}

// playEnd turns the way in which the playground ended into an exit code.
func playEnd(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, app.ErrInterrupted):
		return quietly(exitSignal + int(syscall.SIGINT))
	case errors.Is(err, app.ErrTerminated):
		return quietly(exitSignal + int(syscall.SIGTERM))
	case errors.Is(err, app.ErrHangup):
		return quietly(exitSignal + int(syscall.SIGHUP))
	}
	return &exit{exitFailed, fmt.Errorf("the playground ended: %w", err)}
}

// recording are the flags of the playground's proxy.
type recording struct {
	to   string // an address, a profile or "local"; empty: it is off at the start
	addr string // host and port to listen on
}

// start opens the listener of a proxy that runs from the start on: that it cannot is said
// before there is a screen. stop closes it, if nothing else did.
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

// connection is where the proxy leads: to an address, a profile or the local gateway.
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
