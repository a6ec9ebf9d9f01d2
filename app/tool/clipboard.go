package tool

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// MaxOSC52 is how many bytes may be sent to the terminal by OSC 52. Terminals
// drop longer sequences without a word: 74,994 bytes is the smallest limit
// that is known (100,000 characters of base64, with the frame around them).
const MaxOSC52 = 74_994

// ErrNoClipboard is the error of a machine without a clipboard program, or without
// the display that one would need.
var ErrNoClipboard = errors.New("no clipboard program")

// copyLimit is how long a clipboard program may take. One that hangs (a Wayland
// compositor that is gone) must not hold up the person.
const copyLimit = 3 * time.Second

// Clipboard returns the command of the clipboard program that works here, by the
// environment and the programs there are: lookup finds a program as
// exec.LookPath does.
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

// Copy hands text to a clipboard program and waits for it to take it, 3 s at
// most.
func Copy(ctx context.Context, command []string, text string) error {
	ctx, cancel := context.WithTimeout(ctx, copyLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(text)
	// xclip stays behind to serve the selection. Its output is not waited for.
	cmd.WaitDelay = 100 * time.Millisecond
	if err := cmd.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return nil
}
