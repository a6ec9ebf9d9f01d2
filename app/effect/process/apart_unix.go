//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// isolate runs the command in a new session: it cannot write to our terminal, a key pressed there does
// not stop it, and all processes of its group can be killed, also after it has ended.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
