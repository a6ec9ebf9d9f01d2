// Package checks reads files of checks, sends their requests, and checks the answers and recorded exchanges.
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

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/archive"
	"gatehouse/state/expect"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/share/export"
)

// Records finds the exchanges that checks name, in the history and in files.
type Records struct {
	Open    func(context.Context) (*archive.Archive, error) // the history; called for each check that names an exchange of it
	Filter  Filter
	Allowed []string         // folders of --allow-files
	Given   *export.Exchange // for checks that name its id or no exchange; it need not be in the history. nil: none

	files  map[string][]export.Exchange // by path
	shared sync.Mutex                   // held while an exchange in memory is checked: several checks may name it
}

// loader loads an exchange that a check names; done is called after the check.
type loader func(ctx context.Context) (x export.Exchange, done func(), err error)

// unshared returns a loader of an exchange that is loaded again for each check.
func unshared(load func(context.Context) (export.Exchange, error)) loader {
	return func(ctx context.Context) (export.Exchange, func(), error) {
		x, err := load(ctx)
		return x, func() {}, err
	}
}

// Tasks returns the tasks for the exchanges that checks name. The error is a *progress.StoppedError: a
// missing exchange fails its check.
func (r *Records) Tasks(w *progress.Work, checks []*expect.Check) (tasks []Task, err error) {
	for _, one := range checks {
		found, err := r.find(w, one)
		if stopped := w.Err(); stopped != nil {
			return nil, stopped
		}
		if err != nil {
			found = []loader{unshared(func(context.Context) (export.Exchange, error) { return export.Exchange{}, err })}
		}
		for _, load := range found {
			tasks = append(tasks, r.task(load, one))
		}
	}
	return tasks, nil
}

// task returns the task of checking a recorded exchange.
func (r *Records) task(load loader, checks ...*expect.Check) Task {
	return Task{checks, func(ctx context.Context) []expect.Run {
		x, done, err := load(ctx)
		defer done()
		runs := make([]expect.Run, len(checks))
		for i, one := range checks {
			if err != nil {
				runs[i] = one.Nothing("recorded", "an exchange", err.Error())
				continue
			}
			runs[i] = r.run(ctx, one, x)
		}
		return runs
	}}
}

// run checks an exchange.
func (r *Records) run(ctx context.Context, one *expect.Check, x export.Exchange) expect.Run {
	began := time.Now()
	run := expect.Run{Outcomes: one.Evaluate(Subject(ctx, x, r.Filter))}
	run.Took = time.Since(began)
	if x.Capture != nil {
		run.Exchange = x.Capture.ID
	}
	return run
}

// Evaluate checks an exchange, whatever the checks name.
func Evaluate(ctx context.Context, x export.Exchange, all []*expect.Check, filter Filter) []expect.Result {
	r := Records{Filter: filter}
	results := make([]expect.Result, len(all))
	for i, one := range all {
		results[i] = expect.Result{Check: one, Runs: []expect.Run{r.run(ctx, one, x)}}
	}
	return results
}

// Each returns a task for each of some exchanges of the history, with all checks, whatever they name.
func (r *Records) Each(a *archive.Archive, list []history.Entry, checks []*expect.Check) (tasks []Task) {
	for _, load := range entryLoaders(a, list) {
		tasks = append(tasks, r.task(load, checks...))
	}
	return tasks
}

// entryLoaders returns the loaders of exchanges of the history.
func entryLoaders(a *archive.Archive, list []history.Entry) (all []loader) {
	for i := range list {
		all = append(all, unshared(func(ctx context.Context) (export.Exchange, error) { return share.Load(ctx, a, &list[i]) }))
	}
	return all
}

// isGiven reports whether a check names the exchange Given.
func (r *Records) isGiven(one *expect.Check) bool {
	return r.Given != nil && (one.Recorded == "" || r.Given.Capture != nil && one.Recorded == r.Given.Capture.ID)
}

// OnlyGiven reports whether all checks name the exchange Given.
func (r *Records) OnlyGiven(checks []*expect.Check) bool {
	return !slices.ContainsFunc(checks, func(one *expect.Check) bool { return !r.isGiven(one) })
}

// inMemory returns the loaders of exchanges that have been read.
func (r *Records) inMemory(list ...export.Exchange) (all []loader) {
	for _, x := range list {
		all = append(all, func(context.Context) (export.Exchange, func(), error) {
			r.shared.Lock()
			return x, r.shared.Unlock, nil
		})
	}
	return all
}

// find returns the loaders of the exchanges that a check names.
func (r *Records) find(w *progress.Work, one *expect.Check) ([]loader, error) {
	if r.isGiven(one) {
		return r.inMemory(*r.Given), nil
	}
	if list, isFile, err := r.inFile(w, one); isFile || err != nil {
		return r.inMemory(list...), err
	}
	a, err := r.Open(w.Context())
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(one.Recorded, ":<>= ") {
		return matching(w.Context(), a, one.Recorded)
	}
	return []loader{unshared(func(ctx context.Context) (export.Exchange, error) {
		x, err := share.Find(ctx, a, one.Recorded)
		if errors.Is(err, archive.ErrNone) {
			err = fmt.Errorf("the history has no exchange %s", one.Recorded)
		}
		return x, err
	})}, nil
}

// inFile returns the exchanges of the file that a check names. isFile is false if it names an
// exchange of the history or a query.
func (r *Records) inFile(w *progress.Work, one *expect.Check) (list []export.Exchange, isFile bool, err error) {
	name, number, numbered := cutNumber(one.Recorded)
	reach, err := files.ReachOf(one.File, r.Allowed...)
	if err != nil {
		return nil, false, err
	}
	looksLikeFile := numbered || filepath.IsAbs(name) || strings.HasPrefix(name, "../")
	exists, err := reach.Has(name)
	if err != nil {
		_, missing := os.Lstat(reach.Path(name))
		if looksLikeFile || missing == nil {
			return nil, false, err
		}
	}
	if !exists && !looksLikeFile {
		return nil, false, nil
	}
	list, err = r.readFile(w, reach, one, name)
	switch {
	case err != nil:
		return nil, false, err
	case number > len(list):
		return nil, false, fmt.Errorf("%s has %d exchanges", name, len(list))
	case numbered:
		list = list[number-1 : number]
	}
	return list, true, nil
}

// matching returns the loaders of the exchanges that a query finds, the oldest first.
func matching(ctx context.Context, a *archive.Archive, words string) ([]loader, error) {
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
	return entryLoaders(a, list), nil
}

// cutNumber cuts a name like file.har#3 before the number of an exchange. Without one, ok is false
// and path the name.
func cutNumber(name string) (path string, number int, ok bool) {
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

// readFile returns the exchanges of a file that a check names. Each file is read once.
func (r *Records) readFile(w *progress.Work, reach files.Reach, one *expect.Check, name string) ([]export.Exchange, error) {
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

// Read reads a check file, and the files that it names within its Reach; allowed are further
// folders of --allow-files. The error is an *expect.Broken, or names the path and the remedy.
func Read(path string, allowed ...string) ([]*expect.Check, error) {
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	reach, err := files.ReachOf(path, allowed...)
	if err != nil {
		return nil, err
	}
	return expect.Parse(files.FromHere(path), data, func(name string) ([]byte, error) {
		return reach.Read(name, files.MaxDocument)
	})
}
