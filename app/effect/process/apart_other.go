//go:build !unix

package process

import "os/exec"

// isolate makes cancelling kill the command; its children survive on this system.
func isolate(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
