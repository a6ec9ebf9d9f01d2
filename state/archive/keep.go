package archive

import "os"

// keptAtOnce bounds the exchanges that are written in one transaction, and the bytes of their
// requests and answers.
const (
	keptAtOnce      = 64
	keptBytesAtOnce = 4 << 20
)

// keepAll writes an exchange and those that wait right behind it. They share a transaction: the
// indexes of words ask most of the price of each. next is a job that was found behind them; nil:
// none was.
func (a *Archive) keepAll(first job) (next *job) {
	var jobs []job
	var all []*kept
	bytes := int64(0)
	for next = &first; next != nil && next.keep != nil && len(all) < keptAtOnce && bytes < keptBytesAtOnce; next = a.waiting() {
		k, err := next.keep()
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
		if err != nil && len(jobs) > 1 && !a.ofAll(err) { // it may be that of another
			failed = a.repairing(func() error { return a.insert(all[i]) })
		}
		if failed == nil && j.spool != "" {
			failed = removed(os.Remove(j.spool))
		}
		a.ended(j, failed) // where it failed, the spool stays, for the next start
	}
	return next
}

// waiting is the next job, if one waits.
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
