package main

import (
	"context"
	"fmt"

	"gatehouse/app/checks"
	"gatehouse/app/progress"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
)

// recordedIn is the history, which is opened where a check names an exchange of it.
type recordedIn struct {
	h       host
	c       *common
	archive *archive.Archive // nil until then
}

// replayed checks recorded exchanges. It opens no socket.
func (k *checking) replayed(ctx context.Context, h host, c *common, all []*expect.Check) ([]expect.Result, error) {
	if err := lacking(all, func(c *expect.Check) bool { return c.Recorded != "" }, `names no exchange; write for example recorded = "last"`); err != nil {
		return nil, err
	}
	from := &recordedIn{h: h, c: c}
	defer from.close()
	return k.working(ctx, h, func(w *progress.Work) ([]expect.Result, error) {
		r := checks.Records{Open: from.open, Allowed: c.allowFiles, Filter: k.filters.Run}
		tasks, err := r.Tasks(w, all)
		if err != nil {
			return nil, err
		}
		return checks.RunParallel(w, k.jobs, all, tasks)
	})
}

func (r *recordedIn) open(ctx context.Context) (*archive.Archive, error) {
	if r.archive != nil {
		return r.archive, nil
	}
	settings, _, err := r.c.load(r.h) // what it has to say was said
	if err != nil {
		return nil, err
	}
	a, err := r.c.openToRead(ctx, r.h, settings)
	if err != nil {
		return nil, &exit{exitFailed, fmt.Errorf("the history cannot be opened: %w", err)}
	}
	r.archive = a
	return a, a.Flush(ctx)
}

func (r *recordedIn) close() {
	if r.archive != nil {
		_ = r.archive.Close() // it was only read
	}
}
