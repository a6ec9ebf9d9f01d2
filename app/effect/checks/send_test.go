package checks

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestPaceSpacesRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, began := &Pace{Every: time.Second / 4}, time.Now()
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { _ = p.wait(context.Background()) })
		}
		all.Wait()
		if took := time.Since(began); took != time.Second {
			t.Errorf("5 requests, one every 250 ms, took %s", took)
		}
	})
}
