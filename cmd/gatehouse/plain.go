package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"gatehouse/app/answer"
	"gatehouse/app/files"
	"gatehouse/app/plain"
	"gatehouse/app/progress"
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
