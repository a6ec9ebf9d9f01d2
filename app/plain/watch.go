package plain

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/progress"
	"gatehouse/client/wire"
	"gatehouse/state"
)

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

func (p *printer) Waits() int64 { return 0 }

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
				if s != os.Interrupt || !c.Interactive {
					c.end.Signal, c.over = s, true
				}
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

// stoppable calls do, and ends its context at a signal.
func (c *chat) stoppable(ctx context.Context, do func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(ctx)
	}()
	for {
		select {
		case s := <-c.Signals:
			if s != os.Interrupt || !c.Interactive {
				c.leave(s)
			}
			cancel()
		case <-done:
			return
		}
	}
}

// Progress is reported after firstWord, and then each nextWord: every line is read aloud.
const (
	firstWord = time.Second
	nextWord  = 10 * time.Second
)

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
			if s != os.Interrupt || !c.Interactive {
				c.end.Signal, c.over = s, true
			}
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
