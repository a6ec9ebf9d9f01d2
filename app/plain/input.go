package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// prompt is printed when the user may type. A screen reader reads it aloud.
const prompt = "You: "

// read reads the lines of the input in the background, so that a signal ends the chat while it waits
// for input.
func (c *chat) read(ctx context.Context) {
	lines, failed := make(chan string), new(error)
	c.lines, c.readErr = lines, failed
	go func() {
		defer close(lines)
		in := bufio.NewReader(c.In)
		for {
			line, err := in.ReadString('\n')
			if err == nil || line != "" {
				select {
				case lines <- strings.TrimRight(line, "\r\n"):
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					*failed = err
				}
				return
			}
		}
	}()
}

// next returns the next message: a line, or several that a backslash at the end joins.
// ok is false when the chat is over.
func (c *chat) next(ctx context.Context) (message string, ok bool) {
	if c.Interactive {
		c.print(prompt)
	}
	var joined []string
	for {
		line, ok := c.line(ctx)
		switch {
		case !ok && len(joined) == 0:
			return "", false
		case !ok:
			return strings.Join(joined, "\n"), true
		}
		before, more := strings.CutSuffix(line, `\`)
		if !more || strings.HasPrefix(line, "/") {
			return strings.Join(append(joined, line), "\n"), true
		}
		joined = append(joined, before)
	}
}

// line returns the next line of the input; ok is false at its end and at a signal.
func (c *chat) line(ctx context.Context) (line string, ok bool) {
	select {
	case line, ok = <-c.lines:
		if !ok {
			c.ended()
		}
		return line, ok
	case s := <-c.Signals:
		c.leave(s)
	case <-ctx.Done():
		c.over = true
	}
	return "", false
}

// ended ends the chat at the end of the input.
func (c *chat) ended() {
	c.over = true
	if *c.readErr != nil {
		c.end.Err = fmt.Errorf("%w: %w", errInput, *c.readErr)
	}
	if c.Interactive {
		c.print("\n") // the prompt of the shell begins on a new line
	}
}

// leave ends the chat at a signal.
func (c *chat) leave(s os.Signal) {
	c.end.Signal, c.over = s, true
	if c.Interactive {
		c.print("\n")
	}
}
