package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/config"
	conntest "gatehouse/app/effect/connection"
	"gatehouse/app/effect/doctor"
	"gatehouse/app/effect/relay"
	"gatehouse/state/report"
	reports "gatehouse/views/kit/report"
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
		RunE: interruptible(func(ctx context.Context, _ []string) error { return examine(ctx, h, c, asJSON) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// examine prints what the doctor finds on this machine.
func examine(ctx context.Context, h host, c *common, asJSON bool) error {
	m, settings := machine(h, c)
	if m.ConfigErr == nil {
		l := newLocal(ctx, h, settings.Service)
		defer l.stop()
		m.Target = func(ctx context.Context) (conntest.Target, error) { return target(ctx, h, l, settings) }
	}
	var out examined = &examinedText{out: h.stdout, width: m.Width}
	if asJSON {
		out = &examinedJSON{h: h}
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

// machine returns what the doctor examines, except for the connection.
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
		m.ConfigErr, m.Persist = errors.Unwrap(err), !c.noPersist
		return m, settings
	}
	m.Warnings, m.Persist = lines, c.persists(settings)
	m.Connection = cmp.Or(settings.Profile, "the gateway")
	if settings.BaseURL == "" {
		m.Connection = "the local gateway"
	}
	return m, settings
}

// target returns the connection of the settings.
func target(ctx context.Context, h host, l *local, s config.Settings) (conntest.Target, error) {
	t := conntest.Target{BaseURL: s.BaseURL, Key: s.Key, Getenv: h.getenv, Profile: s.AddressProfile(), Basic: s.Basic, Model: s.Model, Options: clientOptions(s, s.BaseURL, "")}
	if s.BaseURL != "" {
		return t, nil
	}
	base, key, err := l.connect(ctx)
	t.BaseURL, t.Key.Value = base, key
	return t, err
}

// examined prints findings of the doctor.
type examined interface {
	add(report.Examined)
	end(works bool) error
}

// examinedText prints each finding as it is made: the report grows at its end only.
type examinedText struct {
	out     io.Writer
	width   int // of a line in cells; 0: a finding is one line for grep
	found   []report.Examined
	printed int // lines
	err     error
}

func (p *examinedText) add(f report.Examined) {
	p.found = append(p.found, f)
	lines := strings.SplitAfter(reports.Plain(p.width, report.Report{Blocks: report.Doctor(p.found, false).Blocks}), "\n")
	for _, line := range lines[p.printed:] {
		p.print(line)
	}
	p.printed = len(lines) - 1 // the last one is empty
}

func (p *examinedText) print(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, s)
	}
}

func (p *examinedText) end(bool) error {
	p.print("\n" + report.Doctor(p.found, true).Sum.Text + "\n")
	return p.err
}

// examinedJSON prints all findings as one object.
type examinedJSON struct {
	h        host
	findings []findingJSON
}

// findingJSON is a finding in the object; every key is always there.
type findingJSON struct {
	Area    string       `json:"area"`
	Name    string       `json:"name"`
	State   report.Level `json:"state"`
	Message string       `json:"said"`
	Detail  *string      `json:"detail"`
	Remedy  *string      `json:"remedy"`
	TookMS  *float64     `json:"took_ms"`
}

func (p *examinedJSON) add(f report.Examined) {
	j := findingJSON{Area: f.Area, Name: f.Name, State: f.Level, Message: f.Message}
	if f.Detail != "" {
		j.Detail = &f.Detail
	}
	if f.Remedy != "" {
		j.Remedy = &f.Remedy
	}
	if f.Took > 0 {
		j.TookMS = new(float64(f.Took.Microseconds()) / 1000)
	}
	p.findings = append(p.findings, j)
}

func (p *examinedJSON) end(works bool) error {
	return p.h.printJSON(struct {
		Works    bool          `json:"works"`
		Findings []findingJSON `json:"findings"`
	}{works, p.findings})
}
