package tool

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/sim"
)

// voice is a panelist and what it needed.
type voice struct {
	output.Panelist
	pace    time.Duration // of its own; 0: that of the listener
	spent   output.Spent
	sources []sim.Source
}

// panel asks all models at once and tells the listener what they say, each at
// its own pace, while they say it. It returns when all have ended, with the
// voices in the order of the models; ok is false when the listener or the
// request has gone before. Only the caller's goroutine tells the listener.
func (k *Kit) panel(ctx context.Context, models []string, q Question, l output.Listener) (voices []voice, ok bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	voices = make([]voice, len(models))
	floor := make(chan output.Said)
	var all sync.WaitGroup
	for i, slug := range models {
		if !l.Tell(output.Said{What: output.PanelAdded, Panelist: output.Panelist{Model: slug}}) {
			cancel() // whoever is asked from now on has nobody to answer
		}
		own := q
		own.Model = slug
		all.Go(func() {
			voices[i] = k.one(ctx, own)
			if l.Hear != nil {
				voices[i].speak(ctx, floor, l.Pace)
			}
		})
	}
	go func() {
		all.Wait()
		close(floor)
	}()
	for said := range floor {
		if ctx.Err() == nil && !l.Tell(said) {
			cancel()
		}
	}
	return voices, ctx.Err() == nil
}

// speak says a voice's words token by token on the floor, and how it ended.
func (v voice) speak(ctx context.Context, floor chan<- output.Said, pace time.Duration) {
	pace = cmp.Or(v.pace, pace)
	say := func(s output.Said) bool {
		select {
		case floor <- s:
			return true
		case <-ctx.Done():
			return false
		}
	}
	first := true
	tokens := func(what, text string) bool {
		said := output.Said{What: what, Panelist: output.Panelist{Model: v.Model}}
		for text != "" {
			said.Delta, text = output.NextToken(text)
			if !first && !pause(ctx, pace) || !say(said) {
				return false
			}
			first = false
		}
		return true
	}
	end := output.PanelCompleted
	if v.Error != "" {
		end = output.PanelFailed
	}
	if tokens(output.PanelReasoning, v.Reasoning) && tokens(output.PanelDelta, v.Content) {
		say(output.Said{What: end, Panelist: v.Panelist})
	}
}

// pause waits for d. It reports false when the request ended before.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// one asks one model. Whatever goes wrong stays with this one.
func (k *Kit) one(ctx context.Context, q Question) (v voice) {
	v.Model = q.Model
	defer func() {
		if r := recover(); r != nil {
			v.Error, v.Status = fmt.Sprint("the model crashed: ", r), 500
		}
	}()
	answer, refused := k.Ask(ctx, q)
	if refused != nil {
		v.Error, v.Status = refused.Message, refused.Status
	}
	v.Content, v.Reasoning, v.pace, v.spent, v.sources = answer.Text, answer.Reasoning, answer.Pace, answer.Spent, answer.Sources
	return v
}
