package archive

import (
	"context"
	"errors"
)

// All that is written is done by one goroutine, in the order in which it was handed over.

// job is work for the goroutine that writes.
type job struct {
	do    func() error
	keep  func() (*kept, error) // an exchange that is to be written with those that wait beside it, instead of do
	spool string                // is removed when the exchange is written; empty: there is none
	done  chan<- error          // nil: nobody waits
}

// errEnded is the error of what was handed over after the end: an effect of a program that
// quits may be late.
var errEnded = errors.New("the history is closed")

// enqueue hands work to the goroutine that writes.
func (a *Archive) enqueue(j job) {
	a.handing.RLock()
	defer a.handing.RUnlock()
	if !a.shut {
		a.queue <- j
	} else if j.done != nil {
		j.done <- errEnded
	}
}

// work does what is to be written, in order. While nothing is, it does what can wait.
func (a *Archive) work() {
	defer a.intake.unlock()
	idle := []func() (more bool, err error){a.takeInSome, a.indexSome, a.explainSome, a.sealSome}
	if a.readOnly != nil {
		idle = nil
	}
	for {
		var j job
		var ok bool
		if len(idle) > 0 {
			select {
			case j, ok = <-a.queue:
			default:
				var more bool
				err := a.repairing(func() (err error) { more, err = idle[0](); return err })
				a.report(err)
				if err != nil || !more {
					idle = idle[1:]
				}
				continue
			}
		} else {
			j, ok = <-a.queue
		}
		if !ok {
			return
		}
		a.do(j)
		if a.unsealed >= segmentSize && len(idle) == 0 {
			a.unsealed, idle = 0, append(idle, a.sealSome)
		}
		if a.outdated && len(idle) == 0 {
			a.outdated, idle = false, append(idle, a.indexSome, a.explainSome)
		}
	}
}

func (a *Archive) do(j job) {
	for next := &j; next != nil; {
		if next.keep != nil {
			next = a.keepAll(*next)
			continue
		}
		a.ended(*next, a.repairing(next.do))
		next = nil
	}
}

// ended tells who waits for a job, or else who wants to know.
func (a *Archive) ended(j job, err error) {
	if j.done != nil {
		j.done <- err
	} else {
		a.report(err)
	}
}

// repairing does something that writes. If it finds the database damaged, it does it again in
// the repaired or new one; twice, since a database whose rebuilt indexes are not enough is set
// aside.
func (a *Archive) repairing(do func() error) error {
	if a.readOnly != nil {
		return a.readOnly
	}
	if err := a.follow(context.Background()); err != nil {
		return err
	}
	for range 2 {
		db := a.db()
		err := do()
		if !damaged(err) && !(isCode(err, contentCodes...) && db.unsound()) {
			return err
		}
		if e := a.repair(context.Background(), db, err); e != nil {
			return errors.Join(err, e)
		}
	}
	return do()
}

// wait does some work in its turn and returns its error.
func (a *Archive) wait(ctx context.Context, do func() error) error {
	return a.waitFor(ctx, job{do: do})
}

func (a *Archive) waitFor(ctx context.Context, j job) error {
	done := make(chan error, 1)
	j.done = done
	a.enqueue(j)
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Flush waits until all that was handed over so far is written.
func (a *Archive) Flush(ctx context.Context) error {
	if a.readOnly != nil {
		return nil
	}
	return a.wait(ctx, func() error { return nil })
}
