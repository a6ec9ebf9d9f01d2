//go:build !race

package client

import (
	"io"
	"net"
	"syscall"
	"unsafe"
)

// quiet is a TCP connection whose reads do not tell Go's scheduler of the
// system call. A call that it is told of wakes its monitor thread, which then
// looks on every 20 µs until all is at rest: at one delta a millisecond that
// is a third of what a stream costs. There is nothing to look on to. The
// socket never blocks, the poller does the waiting, and a read copies what is
// there. The race detector takes the order of things from package net's own
// reads, so it gets those.
type quiet struct {
	*net.TCPConn
	raw syscall.RawConn
}

// quietly makes a connection quiet if it is one of TCP.
func quietly(c net.Conn) net.Conn {
	t, ok := c.(*net.TCPConn)
	if !ok {
		return c
	}
	raw, err := t.SyscallConn()
	if err != nil {
		return c
	}
	return &quiet{TCPConn: t, raw: raw}
}

// Read implements net.Conn.
func (c *quiet) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	var n uintptr
	var errno syscall.Errno
	err := c.raw.Read(func(fd uintptr) (done bool) {
		for errno = syscall.EINTR; errno == syscall.EINTR; {
			n, _, errno = syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)))
		}
		return errno != syscall.EAGAIN
	})
	switch {
	case err != nil: // the deadline, or the connection was closed
		return 0, err
	case errno != 0:
		return 0, &net.OpError{Op: "read", Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: errno}
	case n == 0:
		return 0, io.EOF
	}
	return int(n), nil
}
