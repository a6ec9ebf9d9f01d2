package checks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	"gatehouse/state/history"
	"gatehouse/state/query"
)

// Records are the exchanges that checks name: of the history, and of files.
type Records struct {
	Open    func(context.Context) (*archive.Archive, error) // the history; called for each check that names an exchange of it
	Filter  Filter
	Allowed []string         // folders of --allow-files
	Own     *export.Exchange // that checks mean which name its id, or none; it need not be in the history. nil: there is none

	files  map[string][]export.Exchange // by their paths
	shared sync.Mutex                   // held while an exchange that has been read is looked at: several checks may name it
}

// loading reads an exchange that a check names; done is called when it has been looked at.
type loading func(ctx context.Context) (x export.Exchange, done func(), err error)

// failing is the loading of what is not there.
func failing(err error) loading {
	return func(context.Context) (export.Exchange, func(), error) { return export.Exchange{}, func() {}, err }
}

// Tasks are the exchanges that checks name. The error is a *progress.StoppedError: what is not
// there fails its check.
func (r *Records) Tasks(w *progress.Work, checks []*expect.Check) (tasks []Task, err error) {
	for _, one := range checks {
		found, err := r.find(w, one)
		if stopped := w.Err(); stopped != nil {
			return nil, stopped
		}
		if err != nil {
			found = []loading{failing(err)}
		}
		for _, load := range found {
			tasks = append(tasks, r.task(load, one))
		}
	}
	return tasks, nil
}

// task is a recorded exchange that is to be held against some checks.
func (r *Records) task(load loading, checks ...*expect.Check) Task {
	return Task{checks, func(ctx context.Context) []expect.Run {
		x, done, err := load(ctx)
		defer done()
		runs := make([]expect.Run, len(checks))
		for i, one := range checks {
			if err != nil {
				runs[i] = one.Nothing("recorded", "an exchange", err.Error())
				continue
			}
			runs[i] = r.lookAt(ctx, one, x)
		}
		return runs
	}}
}

// lookAt checks a recorded exchange.
func (r *Records) lookAt(ctx context.Context, one *expect.Check, x export.Exchange) expect.Run {
	began := time.Now()
	run := expect.Run{}
	if x.Capture != nil {
		run.Exchange = x.Capture.ID
	}
	run.Outcomes = one.Against(Subject(ctx, x, r.Filter))
	run.Took = time.Since(began)
	return run
}

// Hold holds an exchange against checks, whatever they name.
func Hold(ctx context.Context, x export.Exchange, all []*expect.Check, filter Filter) []expect.Result {
	r := Records{Filter: filter}
	results := make([]expect.Result, len(all))
	for i, one := range all {
		results[i] = expect.Result{Check: one, Runs: []expect.Run{r.lookAt(ctx, one, x)}}
	}
	return results
}

// Each are exchanges of the history, each to be held against all checks, whatever they name.
func (r *Records) Each(a *archive.Archive, list []history.Entry, checks []*expect.Check) (tasks []Task) {
	for _, load := range ofEntries(a, list) {
		tasks = append(tasks, r.task(load, checks...))
	}
	return tasks
}

// ofEntries returns what loads each of some entries.
func ofEntries(a *archive.Archive, list []history.Entry) (all []loading) {
	for i := range list {
		all = append(all, func(ctx context.Context) (export.Exchange, func(), error) {
			x, err := share.Load(ctx, a, &list[i])
			return x, func() {}, err
		})
	}
	return all
}

// isOwn reports whether a check names the exchange Own.
func (r *Records) isOwn(one *expect.Check) bool {
	return r.Own != nil && (one.Recorded == "" || r.Own.Capture != nil && one.Recorded == r.Own.Capture.ID)
}

// OnlyOwn reports whether all of some checks name the exchange Own.
func (r *Records) OnlyOwn(checks []*expect.Check) bool {
	return !slices.ContainsFunc(checks, func(one *expect.Check) bool { return !r.isOwn(one) })
}

// atHand returns what loads exchanges that have been read.
func (r *Records) atHand(list ...export.Exchange) (all []loading) {
	for _, x := range list {
		all = append(all, func(context.Context) (export.Exchange, func(), error) {
			r.shared.Lock()
			return x, r.shared.Unlock, nil
		})
	}
	return all
}

// find returns what loads each of the exchanges that a check names.
func (r *Records) find(w *progress.Work, one *expect.Check) (all []loading, err error) {
	if r.isOwn(one) {
		return r.atHand(*r.Own), nil
	}
	name, number, numbered := ofFile(one.Recorded)
	reach, err := files.ReachOf(one.File, r.Allowed...)
	if err != nil {
		return nil, err
	}
	looksLikeFile := numbered || filepath.IsAbs(name) || strings.HasPrefix(name, "../")
	is, err := reach.Has(name)
	if _, missing := os.Lstat(reach.Path(name)); err != nil && (looksLikeFile || missing == nil) {
		return nil, err
	}
	if is || looksLikeFile {
		list, err := r.file(w, reach, one, name)
		switch {
		case err != nil:
			return nil, err
		case number > len(list):
			return nil, fmt.Errorf("%s has %d exchanges", name, len(list))
		case numbered:
			list = list[number-1 : number]
		}
		return r.atHand(list...), nil
	}
	a, err := r.Open(w.Context())
	if err != nil {
		return nil, err
	}
	if !strings.ContainsAny(one.Recorded, ":<>= ") {
		return append(all, func(ctx context.Context) (export.Exchange, func(), error) {
			x, err := share.Find(ctx, a, one.Recorded)
			if errors.Is(err, archive.ErrNone) {
				err = fmt.Errorf("the history has no exchange %s", one.Recorded)
			}
			return x, func() {}, err
		}), nil
	}
	return matching(w.Context(), a, one.Recorded)
}

// matching returns what loads each of the exchanges that a query finds, the oldest first.
func matching(ctx context.Context, a *archive.Archive, words string) (all []loading, err error) {
	q, err := query.Parse(words, time.Now())
	if err != nil {
		return nil, fmt.Errorf("the query %q: %w", words, err)
	}
	list, err := a.List(ctx, archive.Page{Query: q, Limit: -1})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no exchange of the history matches %s", words)
	}
	slices.Reverse(list)
	return ofEntries(a, list), nil
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

// file reads the exchanges of a file that a check names, once.
func (r *Records) file(w *progress.Work, reach files.Reach, one *expect.Check, name string) ([]export.Exchange, error) {
	path := files.FromHere(reach.Path(name))
	if list, ok := r.files[path]; ok {
		return list, nil
	}
	if err := w.At(progress.Reading(path)); err != nil {
		return nil, err
	}
	data, err := reach.Read(name, files.MaxStream)
	if err != nil {
		return nil, err
	}
	list, _, err := share.Data(w, path, data, share.Destination{Allowed: r.Allowed})
	switch {
	case errors.Is(err, share.ErrUnsent):
		return nil, fmt.Errorf("%s is a request, and no exchange", one.Recorded)
	case err != nil:
		return nil, err
	}
	if r.files == nil {
		r.files = map[string][]export.Exchange{}
	}
	r.files[path] = list
	return list, nil
}
