package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gatehouse/app/answer"
	"gatehouse/app/config"
	conntest "gatehouse/app/connection"
	"gatehouse/app/doctor"
	"gatehouse/app/relay"
)

func newDoctor(h host, c *common) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what terminal, config, history and connection can do",
		Long: "Look at the terminal, the config file, the history, the connection and the proxies of\n" +
			"the environment, and say what does not work and what to do about it; exit code 1 then.\n" +
			"The connection is tested with GET /models and with a POST /responses that is broken\n" +
			"off in the middle of its JSON: nothing that could be charged.",
		Args: noMore,
		RunE: func(cmd *cobra.Command, _ []string) error { return examine(cmd.Context(), h, c, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// examine has the doctor look at this machine and prints what was found.
func examine(ctx context.Context, h host, c *common, asJSON bool) error {
	ctx, stop := interruptible(ctx)
	defer stop()
	m, settings := machine(h, c)
	if m.ConfigErr == nil {
		l := newLocal(ctx, h, settings.Service)
		defer l.stop()
		m.Target = func(ctx context.Context) (conntest.Target, error) { return target(ctx, h, l, settings) }
	}
	var out examined = &examinedText{out: h.stdout, width: m.Width}
	if asJSON {
		out = &examinedJSON{h: h.forReport()}
	}
	works := doctor.Examine(ctx, m, out.add)
	if code, ok := stopCode(ctx); ok {
		return quietly(code)
	}
	err := out.end(works)
	switch {
	case err != nil && !answer.ReaderGone(err):
		return &exit{exitFailed, err}
	case !works:
		return quietly(exitFailed)
	}
	return nil
}

// machine is what the doctor looks at, but for the connection, which the settings name.
func machine(h host, c *common) (m doctor.Machine, settings config.Settings) {
	m = doctor.Machine{
		Getenv: h.getenv, LookPath: exec.LookPath, Terminal: isTerminal(h.stdout),
		ConfigPath: cmp.Or(c.config, config.DefaultPath()), DataDir: c.dataDir(), Offers: conntest.Offers,
		ProxyAddress: relay.DefaultAddress,
	}
	if t, ok := h.stdout.(terminal); ok {
		m.Width, m.Height, _ = term.GetSize(int(t.Fd()))
		m.Colours = h.colours()
	}
	_, err := os.Stat(m.ConfigPath)
	m.HasConfig = err == nil
	settings, lines, err := c.load(h)
	if err != nil {
		m.ConfigErr, m.Persist = errors.Unwrap(err), !c.forget
		return m, settings
	}
	m.Warnings, m.Persist = lines, c.persists(settings)
	m.Connection = cmp.Or(settings.Profile, "the gateway")
	if settings.BaseURL == "" {
		m.Connection = "the local gateway"
	}
	return m, settings
}

// target is the connection that the settings name.
func target(ctx context.Context, h host, l *local, s config.Settings) (conntest.Target, error) {
	t := conntest.Target{BaseURL: s.BaseURL, Key: s.Key, Getenv: h.getenv, Profile: s.AddressProfile(), Basic: s.Basic, Model: s.Model, Options: clientOptions(s, s.BaseURL, "")}
	if s.BaseURL != "" {
		return t, nil
	}
	base, key, err := l.connect(ctx)
	t.BaseURL, t.Key.Value = base, key
	return t, err
}
