package proxy

import (
	"sync"
	"time"
)

// records are the records that have not ended. One of an exchange that still passes is made
// beside it. Those of exchanges that have ended wait for each other: recording short ones all
// at once would take the processor from what passes.
type records struct {
	sync.WaitGroup

	mu      sync.Mutex
	ended   []func() // make the record of an exchange each
	working bool     // somebody makes them
	passing int      // exchanges that still pass
}

// While exchanges pass, a tenth of one core is for these records: each is followed by a pause
// of so many times as long as it took. No pause is longer than longestPause, and there is
// none once mostWaiting records wait: what they hold takes some 10 KB each.
const (
	pause        = 9
	longestPause = 10 * time.Millisecond
	mostWaiting  = 8000
)

// after makes the record of an exchange that has ended when it is its turn.
func (r *records) after(record func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = append(r.ended, record)
	if !r.working {
		r.working = true
		go r.work()
	}
}

// work makes the records of exchanges that have ended until there are none.
func (r *records) work() {
	for {
		record, ok := r.next()
		if !ok {
			return
		}
		start := time.Now()
		record()
		r.Done()
		if r.hold() {
			time.Sleep(min(pause*time.Since(start), longestPause))
		}
	}
}

// next takes the record that is to be made, and ends the work where there is none.
func (r *records) next() (record func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.ended) == 0 {
		r.ended, r.working = nil, false
		return nil, false
	}
	record = r.ended[0]
	r.ended[0], r.ended = nil, r.ended[1:]
	return record, true
}

// hold reports whether the next record waits for what passes.
func (r *records) hold() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.passing > 0 && len(r.ended) < mostWaiting
}

// pass counts an exchange that begins to pass, or with -1 one that has ended.
func (r *records) pass(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.passing += n
}
