package archive

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

// job is work for the writing goroutine, which does all jobs in order.
type job struct {
	do       func() error
	exchange func() (*insertion, error) // to be written together with other waiting exchanges, instead of do
	spool    string                     // is removed when the exchange is written; empty: there is none
	done     chan<- error               // nil: nobody waits
}

// errEnded is the error of what is queued after the end, such as a late effect of a program that
// quits.
var errEnded = errors.New("the history is closed")

func (a *Archive) enqueue(j job) {
	a.handing.RLock()
	defer a.handing.RUnlock()
	if !a.shut {
		a.queue <- j
	} else if j.done != nil {
		j.done <- errEnded
	}
}

// work does the jobs in order. While there are none, it does what can wait.
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
		if next.exchange != nil {
			next = a.insertBatch(*next)
			continue
		}
		a.ended(*next, a.repairing(next.do))
		next = nil
	}
}

// ended reports the end of a job to its waiter, or else an error to Options.Report.
func (a *Archive) ended(j job, err error) {
	if j.done != nil {
		j.done <- err
	} else {
		a.report(err)
	}
}

// repairing runs do, which writes. If it finds the database damaged, it runs it again in the
// repaired or new one; twice, since a database whose rebuilt indexes are not enough is set aside.
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

// wait queues do and returns its error.
func (a *Archive) wait(ctx context.Context, do func() error) error {
	return a.waitFor(ctx, job{do: do})
}

// waitTx queues do, which writes in a transaction, and returns its error.
func (a *Archive) waitTx(ctx context.Context, do func(tx *sql.Tx) error) error {
	return a.wait(ctx, func() error { return a.writeTx(ctx, do) })
}

// writeTx runs do in a transaction of the database's writer.
func (a *Archive) writeTx(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := a.db().write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
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

// Flush waits until all queued work is done.
func (a *Archive) Flush(ctx context.Context) error {
	if a.readOnly != nil {
		return nil
	}
	return a.wait(ctx, func() error { return nil })
}

// maxBatch and maxBatchBytes bound the exchanges that are written in one transaction, and the bytes
// of their requests and answers.
const (
	maxBatch      = 64
	maxBatchBytes = 4 << 20
)

// insertBatch writes an exchange and those that are queued right after it in one transaction, since
// the indexes of words cost most per transaction. next is the job after them; nil: none is queued.
func (a *Archive) insertBatch(first job) (next *job) {
	var jobs []job
	var all []*insertion
	bytes := int64(0)
	for next = &first; next != nil && next.exchange != nil && len(all) < maxBatch && bytes < maxBatchBytes; next = a.waiting() {
		k, err := next.exchange()
		if k == nil || err != nil {
			a.ended(*next, err)
			continue
		}
		jobs, all = append(jobs, *next), append(all, k)
		bytes += k.entry.Size
	}
	if len(all) == 0 {
		return next
	}
	err := a.repairing(func() error { return a.insert(all...) })
	for i, j := range jobs {
		failed := err
		if err != nil && len(jobs) > 1 && !a.isGeneral(err) { // the error may be that of another
			failed = a.repairing(func() error { return a.insert(all[i]) })
		}
		if failed == nil && j.spool != "" {
			failed = removed(os.Remove(j.spool))
		}
		a.ended(j, failed) // a failed exchange's spool stays for the next start
	}
	return next
}

// waiting returns the next job if one is queued.
func (a *Archive) waiting() *job {
	select {
	case j, ok := <-a.queue:
		if ok {
			return &j
		}
	default:
	}
	return nil
}
