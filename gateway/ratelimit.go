package gateway

import (
	"math"
	"sync"
	"time"
)

// rateLimit lets each account make so many requests a minute: a bucket that
// holds a minute's worth and fills evenly.
type rateLimit struct {
	perMinute int
	mu        sync.Mutex
	buckets   map[string]bucket
}

type bucket struct {
	left float64 // requests
	at   time.Time
}

// maxBuckets is how many accounts are remembered. Any bearer is an account
// where no keys are set, so the memory needs a bound.
const maxBuckets = 10_000

func newRateLimit(perMinute int) *rateLimit {
	return &rateLimit{perMinute: perMinute, buckets: map[string]bucket{}}
}

// take lets one request of an account pass and returns 0, or returns the whole
// seconds after which one will pass.
func (l *rateLimit) take(user string, now time.Time) int {
	if l.perMinute <= 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	full := float64(l.perMinute)
	b, ok := l.buckets[user]
	if !ok {
		l.forget(now)
		b = bucket{full, now}
	}
	b.left = min(full, b.left+now.Sub(b.at).Minutes()*full)
	b.at = now
	wait := 0
	if b.left >= 1 {
		b.left--
	} else {
		wait = int(math.Ceil((1 - b.left) / full * 60))
	}
	l.buckets[user] = b
	return wait
}

// forget makes room for one more: buckets that have filled again say nothing,
// and where there is still no room, all are forgotten.
func (l *rateLimit) forget(now time.Time) {
	if len(l.buckets) < maxBuckets {
		return
	}
	for user, b := range l.buckets {
		if now.Sub(b.at) >= time.Minute {
			delete(l.buckets, user)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
}
