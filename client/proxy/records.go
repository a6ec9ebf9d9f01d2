package proxy

import (
	"sync"
	"time"
)

// records are the records that have not ended. The exchanges that still pass are recorded in
// parallel, those that have ended one after the other: all at once they would take the
// processor from the others.
type records struct {
	sync.WaitGroup
	isAmple func() bool // there is memory for more of them

	mu      sync.Mutex
	waiting []waiting // of exchanges that have ended
	working bool      // work runs
	passing int       // exchanges that still pass
}

// waiting is a record that is to be made.
type waiting struct {
	since  time.Time
	record func()
}

// While exchanges pass, a tenth of one core is for the records of those that have ended:
// after each there is a pause of pauseFactor times its duration, unless the next has waited
// for maxWait.
const (
	pauseFactor = 9
	maxPause    = 10 * time.Millisecond
	maxWait     = 2 * time.Second
)

// enqueue adds the record of an exchange that has ended.
func (r *records) enqueue(record func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = append(r.waiting, waiting{time.Now(), record})
	if !r.working {
		r.working = true
		go r.work()
	}
}

// len returns how many records wait.
func (r *records) len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.waiting)
}

// work makes the records that wait until there are none.
func (r *records) work() {
	for {
		record, ok := r.next()
		if !ok {
			return
		}
		start := time.Now()
		record()
		r.Done()
		if took := time.Since(start); r.mayPause() {
			time.Sleep(min(pauseFactor*took, maxPause))
		}
	}
}

// next removes the next record from the queue; if there is none, the work ends.
func (r *records) next() (record func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) == 0 {
		r.waiting, r.working = nil, false
		return nil, false
	}
	record = r.waiting[0].record
	r.waiting[0], r.waiting = waiting{}, r.waiting[1:]
	return record, true
}

// mayPause reports whether the next record may wait for exchanges that pass.
func (r *records) mayPause() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	late := len(r.waiting) > 0 && time.Since(r.waiting[0].since) > maxWait
	return r.passing > 0 && !late && r.isAmple()
}

// count counts an exchange that begins to pass, or with -1 one that has ended.
func (r *records) count(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.passing += n
}
