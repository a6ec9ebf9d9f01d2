package process

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// MaxOSC52 is the maximal size in bytes of a copy by OSC 52. Terminals drop longer sequences silently:
// 74,994 bytes is the smallest known limit (100,000 characters of base64 and the sequence around them).
const MaxOSC52 = 74_994

// ErrNoClipboard is the error of a machine without a clipboard program, or without the display that it
// needs.
var ErrNoClipboard = errors.New("no clipboard program")

// copyLimit is how long a clipboard program may take. It may hang, for example if its Wayland compositor
// is gone.
const copyLimit = 3 * time.Second

// Clipboard returns the command of an installed clipboard program for the display of the environment.
// lookup finds a program as exec.LookPath does.
func Clipboard(getenv func(string) string, lookup func(string) (string, error)) ([]string, error) {
	candidates := []struct {
		env     string // must be set; empty: needs nothing
		command []string
	}{
		{"WAYLAND_DISPLAY", []string{"wl-copy"}},
		{"DISPLAY", []string{"xclip", "-selection", "clipboard"}},
		{"DISPLAY", []string{"xsel", "--clipboard", "--input"}},
		{"", []string{"pbcopy"}},
	}
	for _, c := range candidates {
		if c.env != "" && getenv(c.env) == "" {
			continue
		}
		if _, err := lookup(c.command[0]); err == nil {
			return c.command, nil
		}
	}
	return nil, ErrNoClipboard
}

// Copy passes text to a clipboard program and waits until it has read it, at most 3 s.
func Copy(ctx context.Context, command []string, text string) error {
	ctx, cancel := context.WithTimeout(ctx, copyLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(text)
	// xclip continues to run to serve the selection, with the output open.
	cmd.WaitDelay = 100 * time.Millisecond
	if err := cmd.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return nil
}
