package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
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

func (c *chat) ended() {
	c.over = true
	if *c.readErr != nil {
		c.end.Err = fmt.Errorf("the input could not be read: %w", *c.readErr)
	}
	if c.Interactive {
		c.print("\n") // the prompt of the shell begins on a new line
	}
}

func (c *chat) leave(s os.Signal) {
	c.end.Signal, c.over = s, true
	if c.Interactive {
		c.print("\n")
	}
}

// A wait is reported once after firstWait, and then each nextWait.
const (
	firstWait = 10 * time.Second
	nextWait  = 30 * time.Second
)

// printer prints an answer, and other lines in between without splitting its lines.
type printer struct {
	mu      sync.Mutex
	text    *answer.Text
	arrived chan struct{} // holds one token if something arrived
}

func (c *chat) printer() *printer {
	text := answer.NewText(c.Out, c.Say, answer.Style{Safe: c.Terminal, Newline: true, Elsewhere: c.elsewhere(), Sentences: true, Mention: true})
	return &printer{text: text, arrived: make(chan struct{}, 1)}
}

// elsewhere returns the command that prints the rest of an answer, or "".
func (c *chat) elsewhere() string {
	if c.Connection.Archive == nil {
		return ""
	}
	return "gatehouse history show last --json"
}

func (p *printer) Show(x *state.Exchange, batch []wire.Arrival) error {
	select {
	case p.arrived <- struct{}{}:
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Show(x, batch)
}

func (p *printer) Finish(x *state.Exchange) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Finish(x)
}

func (p *printer) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Interrupt(line)
}

// watch handles signals while an exchange runs, and reports long waits. stop returns once it has ended.
func (c *chat) watch(cancel context.CancelFunc, p *printer) (stop func()) {
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		var wait <-chan time.Time
		var timer *time.Timer
		if c.Interactive {
			timer = time.NewTimer(firstWait)
			defer timer.Stop()
			wait = timer.C
		}
		var waited time.Duration
		for {
			select {
			case s := <-c.Signals:
				c.interrupted(s)
				cancel()
			case <-p.arrived:
				if timer != nil {
					waited = 0
					timer.Reset(firstWait)
				}
			case <-wait:
				if waited == 0 {
					waited = firstWait
				} else {
					waited += nextWait
				}
				p.say(fmt.Sprintf("Waiting, %d s.", int(waited.Seconds())))
				timer.Reset(nextWait)
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); <-done }
}

// Progress is reported after firstWord, and then each nextWord: every line is read aloud.
const (
	firstWord = time.Second
	nextWord  = 10 * time.Second
)

// interrupted ends the chat at a signal that arrived during an operation. Ctrl+C of a user ends only the operation.
func (c *chat) interrupted(s os.Signal) {
	if s != os.Interrupt || !c.Interactive {
		c.end.Signal, c.over = s, true
	}
}

// work calls do, which may take long; Ctrl+C stops it.
func (c *chat) work(ctx context.Context, first progress.Step, do func(*progress.Work)) {
	w := progress.Begin(ctx, first)
	defer w.End()
	done := make(chan struct{})
	go func() { defer close(done); do(w) }()
	timer := time.NewTimer(firstWord)
	defer timer.Stop()
	how := " Ctrl+C stops it."
	for {
		select {
		case <-done:
			return
		case s := <-c.Signals:
			c.interrupted(s)
			w.Stop()
		case <-timer.C:
			if c.Interactive && w.Err() == nil {
				c.Say(capital(strings.TrimSuffix(w.Step().String(), " …")) + "." + how)
				how = ""
			}
			timer.Reset(nextWord)
		}
	}
}
