//go:build !unix

package tool

import "os/exec"

// apart leaves the command as it is: here its own end is all that can be
// brought about.
func apart(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
