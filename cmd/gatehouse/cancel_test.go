package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/client"
	"gatehouse/gateway"
)

// longAnswer is a request whose answer is far from done when it is stopped.
const longAnswer = `{"model":"sim/writer","input":"write 1 MB","stream":true}`

// TestSignalCancelsOnTheLocalGateway stops the program while its local gateway
// answers: the signal is the client's alone, and never reads as a failure of
// that gateway. Which of the two would be first is chance, hence the rounds; there are
// more in TestEndedContextCancelsOnTheLocalGateway, where one costs no process.
func TestSignalCancelsOnTheLocalGateway(t *testing.T) {
	t.Parallel()
	for round := range 4 {
		sig, code := syscall.SIGINT, 130
		if round%4 == 3 {
			sig, code = syscall.SIGTERM, 143
		}
		cmd, stdout, stderr := child(t, longAnswer, "send")
		if _, err := stdout.ReadByte(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, stdout)
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != code || !strings.HasPrefix(stderr.String(), "gatehouse: cancelled") {
			t.Errorf("round %d: exit code %d, want %d; stderr %q", round, got, code, stderr)
		}
	}
}

// stopAfter ends a context at the first byte that is written.
type stopAfter struct{ cancel context.CancelCauseFunc }

func (w stopAfter) Write(p []byte) (int, error) {
	w.cancel(stopped{syscall.SIGINT})
	return len(p), nil
}

func TestEndedContextCancelsOnTheLocalGateway(t *testing.T) {
	for range 20 {
		ctx, cancel := context.WithCancelCause(context.Background())
		var stderr bytes.Buffer
		code := run(ctx, []string{"send"}, host{
			stdin: strings.NewReader(longAnswer), stdout: stopAfter{cancel}, stderr: &stderr,
			getenv: func(string) string { return "" },
			local:  []gateway.Option{gateway.WithPace(100 * time.Microsecond)},
		})
		if code != 130 || !strings.HasPrefix(stderr.String(), "gatehouse: cancelled") {
			t.Errorf("exit code %d, stderr %q", code, &stderr)
		}
	}
}

// TestLocalGatewayOutlivesTheSignal leaves nothing to chance: when the context
// of the command has ended, the gateway still answers.
func TestLocalGatewayOutlivesTheSignal(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	l := newLocal(ctx, host{}, "")
	defer l.stop()
	base, key, err := l.connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case <-l.ctx.Done():
		t.Fatal("the gateway ended with the command's context")
	default:
	}
	c := client.New(client.WithBaseURL(base), client.WithKey(key))
	defer c.Close()
	if _, err := c.Models(context.Background()); err != nil {
		t.Error(err)
	}
}
