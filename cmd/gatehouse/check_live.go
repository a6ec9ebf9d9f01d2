package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/app/config"
	"gatehouse/app/jq"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/check"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/tree"
)

// checked is a gateway that checks are sent to.
type checked struct {
	connection
	about history.About
	pace  *pace
	saves bool
}

// live sends the requests of checks.
func (k *checking) live(ctx context.Context, h host, c *common, checks []*expect.Check) ([]expect.Result, error) {
	if err := lacking(checks, func(c *expect.Check) bool { return c.Request != nil }, "has no request to send; --recorded looks at what it names"); err != nil {
		return nil, err
	}
	targets := map[[2]string]*checked{}
	defer func() {
		for _, t := range targets {
			t.Close()
		}
	}()
	var keeper *keeper
	defer func() { keeper.close() }()
	var tasks []task
	for _, one := range checks {
		place := [2]string{one.Profile, one.BaseURL}
		t := targets[place]
		if t == nil {
			settings, err := c.settingsOf(h, one)
			if err != nil {
				return nil, err
			}
			conn, err := connect(ctx, h, settings)
			if err != nil {
				return nil, err
			}
			t = &checked{conn, aboutSending(settings, conn, history.Check), &pace{every: k.every}, c.persists(settings)}
			targets[place] = t
			for _, other := range targets {
				if other.about.BaseURL == t.about.BaseURL {
					t.pace = other.pace
				}
			}
			if t.saves && keeper == nil {
				keeper = c.keeper(ctx, h, settings, conn, history.Check)
			}
		}
		for range one.Repeat {
			tasks = append(tasks, task{one, func(ctx context.Context) expect.Run { return t.ask(ctx, keeper, c.flags.Model, one) }})
		}
	}
	return k.sideBySide(ctx, h, checks, tasks)
}

// settingsOf are the settings for a check. What it says of the gateway counts as the flags do
// that it is named after, where no flag was given; but it gets no key that this shell has for
// another address (CONTRACT "The key belongs to an address").
func (c *common) settingsOf(h host, one *expect.Check) (config.Settings, error) {
	env, flags := config.ReadEnvironment(h.getenv), c.flags
	if flags.Profile == "" && flags.BaseURL == "" {
		flags.Profile, flags.BaseURL = one.Profile, one.BaseURL
		own := one.BaseURL != "" && strings.TrimSuffix(one.BaseURL, "/") != strings.TrimSuffix(env.BaseURL, "/") ||
			one.BaseURL == "" && one.Profile != "" && one.Profile != env.Profile && env.BaseURL == ""
		if own && env.APIKey != "" {
			h.say("%s:%d: GATEHOUSE_API_KEY is not sent: only the check names where it goes; give --profile or --base-url to send it there", one.File, one.Line)
			env.APIKey = ""
		}
	}
	s, err := config.Merge(c.file, env, flags)
	if err != nil {
		return s, wrongUsage("%s:%d: %w", one.File, one.Line, err)
	}
	for _, note := range s.Notes {
		h.say("%s", note)
	}
	return s, nil
}

// foldSink is a sink that folds what arrives.
type foldSink struct{ x *state.Exchange }

// Start implements client.Sink.
func (f foldSink) Start(*wire.Capture) {}

// Arrive implements client.Sink.
func (f foldSink) Arrive(a wire.Arrival) { f.x.Apply(a) }

// ask sends the request of a check, and checks the answer.
func (t *checked) ask(ctx context.Context, k *keeper, model string, one *expect.Check) expect.Run {
	if err := t.pace.wait(ctx); err != nil {
		return one.Nothing("request", "an answer", err.Error())
	}
	body := one.Request
	if model != "" && scan.Valid(body) {
		if with, err := sjson.SetRawBytes(body, "model", scan.Quote(model)); err == nil {
			body = with
		}
	}
	about, x := t.about, state.NewExchange("", body)
	call := client.Call{Path: client.ResponsesPath, Body: body, Stream: gjson.GetBytes(body, "stream").Bool(), Metadata: client.MetadataOn}
	if check.Kind(body) == check.ForRerank {
		about.Kind, x = state.Rerank, state.NewRerank("", body)
		call.Path, call.Stream = client.RerankPath, false
	}
	var spool *archive.Spool
	if k != nil && t.saves {
		spool = k.archive.Spool(about)
		call.Store = store(spool)
	}
	began := time.Now()
	captured := t.Do(ctx, call, foldSink{x})
	run := expect.Run{Exchange: captured.ID, Took: time.Since(began)}
	run.Outcomes = one.Against(subject(ctx, x, captured))
	if spool != nil {
		k.archive.Keep(about, x, captured, spool)
	}
	return run
}

// subject is an exchange as checks look at it.
func subject(ctx context.Context, x *state.Exchange, c *wire.Capture) *expect.Subject {
	return &expect.Subject{
		Exchange: x,
		Object: func() ([]byte, error) {
			var out bytes.Buffer
			err := (&result{host{stdout: &out}}).Finish(x)
			return out.Bytes(), err
		},
		Frames: func() ([]byte, error) { return frameLines(x, c) },
		Filter: func(doc []byte, filter string) (tree.Filtered, error) { return jq.Runner{}.Run(ctx, doc, filter) },
	}
}

// frameLines are the lines of send --events as a list.
func frameLines(x *state.Exchange, c *wire.Capture) ([]byte, error) {
	if c == nil {
		return nil, fmt.Errorf("its frames were not recorded")
	}
	var lines [][]byte
	for a := range client.Replay(c) {
		switch {
		case a.Kind == wire.ArrivedFrame:
			lines = append(lines, frameLine(&a.Frame))
		case a.Kind == wire.ArrivedEnd && x.Head != nil && !x.Stream:
			lines = append(lines, bodyLine(x, &a))
		}
	}
	var last bytes.Buffer
	if err := (&events{host: host{stdout: &last}}).Finish(x); err != nil {
		return nil, err
	}
	return enclose(append(lines, last.Bytes())...), nil
}

// pace keeps the requests to one gateway apart, and so those to each of its providers.
type pace struct {
	every time.Duration

	mu  sync.Mutex
	due time.Time
}

// wait returns when the next request may be sent; the error is that of ctx.
func (p *pace) wait(ctx context.Context) error {
	if p.every == 0 {
		return ctx.Err()
	}
	p.mu.Lock()
	now := time.Now()
	at := p.due
	if at.Before(now) {
		at = now
	}
	p.due = at.Add(p.every)
	p.mu.Unlock()
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
