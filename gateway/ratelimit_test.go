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
	for i := range 3 * maxAccounts {
		l.wait(fmt.Sprint(i), now)
	}
	if n := l.accounts.Len(); n > maxAccounts {
		t.Errorf("%d accounts are remembered", n)
	}
	l = newRateLimit(1)
	l.wait("early", now)
	for i := range maxAccounts - 1 {
		l.wait(fmt.Sprint(i), now.Add(time.Minute))
	}
	l.wait("late", now.Add(time.Minute))
	if ok := l.accounts.Contains("early"); ok || l.accounts.Len() != maxAccounts {
		t.Errorf("%d accounts, the one that is full again among them: %t", l.accounts.Len(), ok)
	}
	if wait := l.wait("late", now.Add(time.Minute)); wait != 60 {
		t.Errorf("it may come again after %d s", wait)
	}
}

func TestNoRateLimit(t *testing.T) {
	l := newRateLimit(0)
	for range 1000 {
		if l.wait("a", time.Unix(0, 0)) != 0 {
			t.Fatal("a limit that nobody set")
		}
	}
	if l.accounts.Len() != 0 {
		t.Error("accounts are remembered for nothing")
	}
}
