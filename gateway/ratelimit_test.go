package gateway

import (
	"fmt"
	"testing"
	"time"
)

// The memory for accounts is bounded.
func TestRateLimitForgets(t *testing.T) {
	now := time.Unix(0, 0)
	l := newRateLimit(1)
	for i := range 3 * maxBuckets {
		l.take(fmt.Sprint(i), now)
	}
	if n := l.buckets.Len(); n > maxBuckets {
		t.Errorf("%d accounts are remembered", n)
	}
	l = newRateLimit(1)
	l.take("early", now)
	for i := range maxBuckets - 1 {
		l.take(fmt.Sprint(i), now.Add(time.Minute))
	}
	l.take("late", now.Add(time.Minute))
	if ok := l.buckets.Contains("early"); ok || l.buckets.Len() != maxBuckets {
		t.Errorf("%d accounts, the one that is full again among them: %t", l.buckets.Len(), ok)
	}
	if wait := l.take("late", now.Add(time.Minute)); wait != 60 {
		t.Errorf("it may come again after %d s", wait)
	}
}

func TestNoRateLimit(t *testing.T) {
	l := newRateLimit(0)
	for range 1000 {
		if l.take("a", time.Unix(0, 0)) != 0 {
			t.Fatal("a limit that nobody set")
		}
	}
	if l.buckets.Len() != 0 {
		t.Error("accounts are remembered for nothing")
	}
}
