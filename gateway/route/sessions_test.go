package route_test

import (
	"fmt"
	"sync"
	"testing"

	"gatehouse/gateway/route"
)

// Many requests at once neither mix sessions up nor lose them.
func TestSessionsAtOnce(t *testing.T) {
	s := route.NewSessions()
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			user, provider := fmt.Sprint("user", i%5), fmt.Sprint("provider", i)
			for n := range 100 {
				id := fmt.Sprint(i, "-", n)
				s.Store(user, id, provider)
				if got := s.Provider(user, id); got != provider {
					t.Errorf("%s of %s is with %q", id, user, got)
				}
			}
		})
	}
	all.Wait()
	if got := s.Provider("user1", "1-0"); got != "provider1" {
		t.Errorf("a session of five thousand is with %q", got)
	}
	if got := s.Provider("user2", "1-0"); got != "" {
		t.Errorf("another account's session is with %q", got)
	}
}
