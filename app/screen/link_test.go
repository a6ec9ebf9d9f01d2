package screen

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestAllThatNeedTheLinkWaitForOneAttempt(t *testing.T) {
	tries, begun, release := 0, make(chan struct{}), make(chan struct{})
	l := newLink(Connection{Local: true, Connect: func(context.Context) (string, string, error) {
		tries++
		close(begun)
		<-release
		return "http://127.0.0.1:1/api/v1", "k", nil
	}}, nil, newSecrets(nil), nil)
	var wait sync.WaitGroup
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if way, err := l.Client(t.Context()); way == nil || err != nil {
				t.Errorf("got %v, %v", way, err)
			}
		}()
	}
	<-begun
	// One that gives up does not wait for the others.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Client(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait gives %v", err)
	}
	close(release)
	wait.Wait()
	if tries != 1 {
		t.Errorf("%d attempts, want 1", tries)
	}
}
