package plain

import (
	"context"
	"errors"
	"os/exec"

	"gatehouse/app/clip"
	"gatehouse/state/figures"
)

// copy puts the text of the last answer on the clipboard, by the system's own program: the
// terminal's own way would write signs that a screen reader reads aloud.
func (c *chat) copy(ctx context.Context, _ string) {
	_, x := c.last()
	if x == nil || x.Text() == "" {
		c.wrong("There is no answer to copy yet.")
		return
	}
	text := x.Text()
	command, err := clip.Native(c.Getenv, exec.LookPath)
	interrupted := false
	if err == nil {
		c.stoppable(ctx, func(ctx context.Context) {
			err = clip.Run(ctx, command, text)
			interrupted = err != nil && ctx.Err() != nil
		})
	}
	switch {
	case c.over:
	case interrupted:
		c.wrong("Not copied: %s was stopped.", command[0])
	case errors.Is(err, clip.ErrNone):
		c.wrong("Not copied: no clipboard program was found. /save writes the conversation to a file.")
	case err != nil:
		c.wrong("Not copied: %v.", err)
	default:
		c.tell("Copied the answer, %s.", figures.Size(len(text)))
	}
}
