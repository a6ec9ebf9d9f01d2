package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"syscall"

	"gatehouse/app"
)

// play opens the playground.
func play(ctx context.Context, h host, c *common) error {
	settings, lines, err := c.load(h)
	if err != nil {
		return err
	}
	if err := canDraw(h); err != nil {
		return err
	}
	options := app.Options{
		BaseURL:  settings.BaseURL,
		Service:  settings.Service,
		Header:   header(settings.Headers),
		CAFile:   settings.CAFile,
		Model:    settings.Model,
		Keys:     settings.Keys,
		Theme:    settings.Theme,
		NoMouse:  !settings.Mouse,
		Editor:   firstOf(h.getenv("VISUAL"), h.getenv("EDITOR")),
		Warnings: lines,

		Metadata:    settings.Known.Metadata,
		RefuseModel: settings.Known.RefuseModel,
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if settings.BaseURL == "" {
		options.Connect = newLocal(ctx, h, settings.Service).connect
	} else if options.Key, err = readKey(ctx, h, settings); err != nil {
		return err
	}
	return playEnd(app.Run(ctx, options))
}

// canDraw refuses a place where no screen can be drawn, before anything is
// written to it.
func canDraw(h host) error {
	switch {
	case !isTerminal(h.stdin) || !isTerminal(h.stdout):
		return wrongUsage("the playground needs a terminal; gatehouse send works without one")
	case h.getenv("TERM") == "dumb":
		return wrongUsage("the playground cannot draw on a dumb terminal (TERM=dumb); gatehouse send -p TEXT works there")
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

// header makes header fields of settings.
func header(fields map[string]string) http.Header {
	out := http.Header{}
	for name, value := range fields {
		out.Set(name, value)
	}
	return out
}
