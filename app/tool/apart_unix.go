//go:build unix

package tool

import (
	"os/exec"
	"syscall"
)

// apart gives the command a session of its own: it cannot write to our
// terminal, a key pressed there does not stop it, and all that it starts can be
// killed with it, and after it: a group lives for as long as one of it does.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
