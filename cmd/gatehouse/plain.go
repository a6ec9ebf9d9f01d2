package main

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"gatehouse/app"
	"gatehouse/app/answer"
	"gatehouse/app/config"
	"gatehouse/app/files"
	"gatehouse/app/plain"
	"gatehouse/app/progress"
	"gatehouse/client/capture"
	"gatehouse/client/profile"
	"gatehouse/state/explain"
	"gatehouse/state/history"
)

// wantsPlain reports whether the linear chat is meant instead of the playground: by the
// flag, else by what the environment says of the terminal or of the person at it.
func wantsPlain(h host, flag, given bool) bool {
	if given {
		return flag
	}
	return h.getenv("TERM") == "dumb" || h.getenv("ACCESSIBLE") != ""
}

// chat holds the linear chat, with the FILE that was named if there is one.
func chat(ctx context.Context, h host, c *common, args []string) error {
	settings, lines, err := c.load(h)
	if err != nil {
		return err
	}
	o := plain.Options{In: h.stdin, Out: h.stdout, Interactive: isTerminal(h.stdin), Terminal: isTerminal(h.stdout), AllowFiles: c.allowFiles}
	o.Say = h.saying(o.Interactive)
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

// saying returns what says a line: to a person as it is, to a script as all commands do.
func (h host) saying(person bool) func(string) {
	if !person {
		return func(line string) { h.say("%s", line) }
	}
	return func(line string) { _, _ = h.stderr.Write([]byte(oneLine(line) + "\n")) }
}

// chatEnd turns the way in which the chat ended into an exit code: that of its last
// exchange.
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

// connections are those of a linear chat: the one that it began with, and those that it
// was told to take.
type connections struct {
	h      host
	common *common
	start  config.Settings
	first  string // the name of the one that it began with
	open   []connection
	taken  map[string]plain.Connection // by name: each is connected to once
	keeper *keeper                     // of the history; nil: no connection was taken that saves in it
}

// newConnections names the connection that the settings of the start lead to: an address
// that no profile has needs a name too, so that the chat can return there.
func newConnections(h host, shared *common, start config.Settings) *connections {
	c := &connections{h: h, common: shared, start: start, first: start.AddressProfile(), taken: map[string]plain.Connection{}}
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

// close ends what was opened, in the other order.
func (c *connections) close() {
	c.keeper.close()
	for i := len(c.open) - 1; i >= 0; i-- {
		c.open[i].Close()
	}
}

// listed are the profiles and presets, with their addresses as they may be shown, and
// before them an address that was given at the start.
func (c *connections) listed() (all []plain.Listed) {
	own := c.common.file.Profiles
	var secrets capture.Secrets
	if c.start.BaseURL != "" && c.start.AddressProfile() == "" {
		all = append(all, plain.Listed{Name: c.first, About: c.taken[c.first].Title + ", given at the start"})
	}
	for _, name := range c.common.profileNames() {
		preset, _ := profile.Preset(name)
		about := cmp.Or(secrets.Address(own[name].BaseURL), preset.About)
		all = append(all, plain.Listed{Name: name, About: about})
	}
	return all
}

// to connects to one of those listed, or returns to it. What flags and the environment
// said is of the start alone.
func (c *connections) to(ctx context.Context, name string) (plain.Connection, error) {
	if to, ok := c.taken[name]; ok {
		return to, nil
	}
	settings := c.start
	if name != c.first {
		var err error
		if settings, err = config.Merge(c.common.file, config.Environment{}, config.Flags{Profile: name}); err != nil {
			return plain.Connection{}, err
		}
	}
	to, err := c.take(ctx, settings)
	if err != nil {
		return plain.Connection{}, err
	}
	to.Name = name
	c.taken[name] = to
	return to, nil
}

// take connects to what settings name.
func (c *connections) take(ctx context.Context, s config.Settings) (plain.Connection, error) {
	conn, err := connect(ctx, c.h, s)
	if err != nil {
		return plain.Connection{}, err
	}
	c.open = append(c.open, conn)
	at := app.ConnectionOf(s)
	at.Local = s.BaseURL == ""
	to := plain.Connection{
		Client: conn.Client, Title: conn.Secrets().Address(s.BaseURL), Simulated: at.Local,
		About:   aboutSending(s, conn, history.Playground),
		Explain: explain.Context{BaseURL: conn.about.BaseURL, KeySent: conn.about.KeySent, Profile: conn.about.Profile},
		Model:   at.FirstModel(), Metadata: at.Metadata || at.Local, MessageModel: at.MessageModel,
		Tools: boundTools(s, conn.key, os.Environ()),
	}
	if c.keeper == nil {
		c.keeper = c.common.keeper(ctx, c.h, s, conn, history.Playground)
	}
	if c.keeper != nil && c.common.persists(s) {
		to.Archive = c.keeper.archive
	}
	return to, nil
}
