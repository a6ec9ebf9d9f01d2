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

type reply struct {
	output.Panelist
	pace    time.Duration // 0: the listener's
	spent   output.Spent
	sources []sim.Source
}

// askModels asks all models at once and sends the listener their answers token by token, each at
// the model's pace. It returns the replies in the order of the models when all have ended; ok is
// false if the listener stopped or the request ended early. Only the caller's goroutine calls the
// listener.
func (k *Kit) askModels(ctx context.Context, models []string, q Question, l output.Listener) (replies []reply, ok bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	replies = make([]reply, len(models))
	events := make(chan output.PanelEvent)
	var all sync.WaitGroup
	for i, slug := range models {
		if !l.Send(output.PanelEvent{Type: output.PanelAdded, Panelist: output.Panelist{Model: slug}}) {
			cancel()
		}
		q := q
		q.Model = slug
		all.Go(func() {
			replies[i] = k.askModel(ctx, q)
			if l.Receive != nil {
				replies[i].send(ctx, events, l.Pace)
			}
		})
	}
	go func() {
		all.Wait()
		close(events)
	}()
	for e := range events {
		if ctx.Err() == nil && !l.Send(e) {
			cancel()
		}
	}
	return replies, ctx.Err() == nil
}

// send sends a reply token by token, and how it ended.
func (r reply) send(ctx context.Context, events chan<- output.PanelEvent, pace time.Duration) {
	pace = cmp.Or(r.pace, pace)
	send := func(e output.PanelEvent) bool {
		select {
		case events <- e:
			return true
		case <-ctx.Done():
			return false
		}
	}
	first := true
	tokens := func(typ, text string) bool {
		e := output.PanelEvent{Type: typ, Panelist: output.Panelist{Model: r.Model}}
		for text != "" {
			e.Delta, text = output.NextToken(text)
			if !first && !pause(ctx, pace) || !send(e) {
				return false
			}
			first = false
		}
		return true
	}
	end := output.PanelCompleted
	if r.Error != "" {
		end = output.PanelFailed
	}
	if tokens(output.PanelReasoning, r.Reasoning) && tokens(output.PanelDelta, r.Content) {
		send(output.PanelEvent{Type: end, Panelist: r.Panelist})
	}
}

// pause waits for d. It reports false if the request ended first.
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

// askModel asks one model. A panic is the failure of this model alone.
func (k *Kit) askModel(ctx context.Context, q Question) (r reply) {
	r.Model = q.Model
	defer func() {
		if x := recover(); x != nil {
			r.Error, r.Status = fmt.Sprint("the model crashed: ", x), 500
		}
	}()
	answer, refused := k.Ask(ctx, q)
	if refused != nil {
		r.Error, r.Status = refused.Message, refused.Status
	}
	r.Content, r.Reasoning, r.pace, r.spent, r.sources = answer.Text, answer.Reasoning, answer.Pace, answer.Spent, answer.Sources
	return r
}
