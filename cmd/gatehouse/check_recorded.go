package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/export"
	"gatehouse/state/query"
)

// records are the exchanges that checks name: of the history, and of files.
type records struct {
	h       host
	c       *common
	archive *archive.Archive // nil until one is looked for in it
	files   map[string][]export.Exchange
	shared  sync.Mutex // held while an exchange of a file is looked at: several checks may name it
}

// loading reads an exchange that a check names; done is called when it has been looked at.
type loading func(ctx context.Context) (x export.Exchange, done func(), err error)

// failing is the loading of what is not there.
func failing(err error) loading {
	return func(context.Context) (export.Exchange, func(), error) { return export.Exchange{}, func() {}, err }
}

// replayed checks recorded exchanges. It opens no socket.
func (k *checking) replayed(ctx context.Context, h host, c *common, checks []*expect.Check) ([]expect.Result, error) {
	if err := lacking(checks, func(c *expect.Check) bool { return c.Recorded != "" }, `names no exchange; write for example recorded = "last"`); err != nil {
		return nil, err
	}
	r := &records{h: h, c: c, files: map[string][]export.Exchange{}}
	defer r.close()
	var tasks []task
	for _, one := range checks {
		found, err := r.find(ctx, one)
		if stopped := ctx.Err(); stopped != nil {
			return nil, stopped
		}
		if err != nil {
			found = []loading{failing(err)}
		}
		for _, load := range found {
			tasks = append(tasks, task{one, func(ctx context.Context) expect.Run { return lookAt(ctx, one, load) }})
		}
	}
	return k.sideBySide(ctx, h, checks, tasks)
}

// lookAt checks a recorded exchange.
func lookAt(ctx context.Context, one *expect.Check, load loading) expect.Run {
	began := time.Now()
	x, done, err := load(ctx)
	defer done()
	if err != nil {
		return one.Nothing("recorded", "an exchange", err.Error())
	}
	run := expect.Run{}
	if x.Capture != nil {
		run.Exchange = x.Capture.ID
	}
	run.Outcomes = one.Against(subject(ctx, x.State, x.Capture))
	run.Took = time.Since(began)
	return run
}

func (r *records) close() {
	if r.archive != nil {
		_ = r.archive.Close() // it was only read
	}
}

// find returns what loads each of the exchanges that a check names.
func (r *records) find(ctx context.Context, one *expect.Check) (all []loading, err error) {
	path, number, numbered := ofFile(one.Recorded)
	path = beside(one.File, path)
	if _, statErr := os.Stat(path); numbered || statErr == nil {
		list, err := r.file(ctx, path, one.Recorded)
		switch {
		case err != nil:
			return nil, err
		case number > len(list):
			return nil, fmt.Errorf("%s has %d exchanges", path, len(list))
		case numbered:
			list = list[number-1 : number]
		}
		for _, x := range list {
			all = append(all, func(context.Context) (export.Exchange, func(), error) {
				r.shared.Lock()
				return x, r.shared.Unlock, nil
			})
		}
		return all, nil
	}
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	if !strings.ContainsAny(one.Recorded, ":<>= ") {
		return append(all, func(ctx context.Context) (export.Exchange, func(), error) {
			x, err := share.Find(ctx, r.archive, one.Recorded)
			if errors.Is(err, archive.ErrNone) {
				err = fmt.Errorf("the history has no exchange %s", one.Recorded)
			}
			return x, func() {}, err
		}), nil
	}
	q, err := query.Parse(one.Recorded, time.Now())
	if err != nil {
		return nil, fmt.Errorf("the query %q: %w", one.Recorded, err)
	}
	list, err := r.archive.List(ctx, archive.Page{Query: q, Limit: -1})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no exchange of the history matches %s", one.Recorded)
	}
	slices.Reverse(list) // the oldest first
	for i := range list {
		all = append(all, func(ctx context.Context) (export.Exchange, func(), error) {
			x, err := share.Load(ctx, r.archive, &list[i])
			return x, func() {}, err
		})
	}
	return all, nil
}

// ofFile reads a name like file.har#3.
func ofFile(name string) (path string, number int, ok bool) {
	at := strings.LastIndexByte(name, '#')
	if at <= 0 {
		return name, 0, false
	}
	n, err := strconv.Atoi(name[at+1:])
	if err != nil || n < 1 {
		return name, 0, false
	}
	return name[:at], n, true
}

// file reads the exchanges of a file, once.
func (r *records) file(ctx context.Context, path, name string) ([]export.Exchange, error) {
	if list, ok := r.files[path]; ok {
		return list, nil
	}
	settings, _, err := r.c.load(r.h)
	if err != nil {
		return nil, err
	}
	way, err := wayOf(settings)
	if err != nil {
		return nil, err
	}
	defer way.Client.Close()
	var list []export.Exchange
	err = r.h.working(ctx, progress.Reading(path), "nothing is reported", func(w *progress.Work) (err error) {
		list, _, err = share.File(w, path, way)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(list) == 1 && list[0].State.Running() {
		return nil, fmt.Errorf("%s is a request, and no exchange", name)
	}
	r.files[path] = list
	return list, nil
}

// open opens the history.
func (r *records) open(ctx context.Context) error {
	if r.archive != nil {
		return nil
	}
	a, err := archive.OpenToRead(ctx, r.c.dataDir(), archive.Options{Fold: files.Fold, Report: func(err error) { r.h.say("warning: %v", err) }})
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("the history cannot be opened: %w", err)}
	}
	r.archive = a
	return a.Flush(ctx)
}
