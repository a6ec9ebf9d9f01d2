//go:build !race

package client

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ends returns both ends of a connection of loopback, the near one quiet.
func ends(t *testing.T) (near net.Conn, far *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); accepted.Close() })
	return quietly(c), accepted.(*net.TCPConn)
}

func TestAQuietConnectionReadsLikeAnyOther(t *testing.T) {
	near, far := ends(t)
	if _, ok := near.(*quiet); !ok {
		t.Fatalf("the connection is a %T", near)
	}
	want := strings.Repeat("0123456789", 100_000)
	go func() {
		_, _ = io.WriteString(far, want)
		_ = far.CloseWrite()
	}()
	got, err := io.ReadAll(struct{ io.Reader }{near})
	if err != nil || string(got) != want {
		t.Errorf("%d of %d bytes came, with %v", len(got), len(want), err)
	}
	if n, err := near.Read(nil); n != 0 || err != nil {
		t.Errorf("a read into nothing gives %d, %v", n, err)
	}
}

func TestAQuietConnectionFailsLikeAnyOther(t *testing.T) {
	read := func(c net.Conn) error {
		_, err := c.Read(make([]byte, 10))
		return err
	}
	near, _ := ends(t)
	if err := near.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if err := read(near); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("behind its deadline: %v", err)
	}
	near, _ = ends(t)
	failed := make(chan error)
	go func() { failed <- read(near) }()
	near.Close()
	if err := <-failed; !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	near, far := ends(t)
	if err := far.SetLinger(0); err != nil {
		t.Fatal(err)
	}
	far.Close()
	if err := read(near); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("reset: %v", err)
	}
}
