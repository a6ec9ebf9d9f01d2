package checks

import (
	"context"
	"sync"

	"gatehouse/app/effect/progress"
	"gatehouse/state/expect"
)

// Jobs is the default number of exchanges that are checked in parallel.
const Jobs = 4

// Task is an exchange to check.
type Task struct {
	Checks []*expect.Check
	Run    func(context.Context) []expect.Run // one for each of Checks
}

// Step returns the progress after done of total tasks.
func Step(done, total int) progress.Step {
	return progress.Step{Verb: "checking", Done: done, Total: total, Unit: "exchanges"}
}

// RunParallel runs tasks, and returns the results in the order of the checks. The error is a
// *progress.StoppedError.
func RunParallel(w *progress.Work, jobs int, checks []*expect.Check, tasks []Task) ([]expect.Result, error) {
	runs := make([][]expect.Run, len(tasks))
	var all sync.WaitGroup
	var mu sync.Mutex
	done := 0
	running := make(chan struct{}, jobs)
	_ = w.At(Step(0, len(tasks)))
	for i, t := range tasks {
		running <- struct{}{}
		if w.Err() != nil {
			break
		}
		all.Go(func() {
			runs[i] = t.Run(w.Context())
			<-running
			mu.Lock()
			defer mu.Unlock()
			done++
			_ = w.At(Step(done, len(tasks)))
		})
	}
	all.Wait()
	if err := w.Err(); err != nil {
		return nil, err
	}
	results := make([]expect.Result, len(checks))
	at := map[*expect.Check]int{}
	for i, c := range checks {
		results[i].Check, at[c] = c, i
	}
	for i, t := range tasks {
		for j, c := range t.Checks {
			r := &results[at[c]]
			r.Runs = append(r.Runs, runs[i][j])
		}
	}
	return results, nil
}
