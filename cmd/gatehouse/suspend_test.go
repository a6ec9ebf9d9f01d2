//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// TestSuspendIsRefusedWhereNobodyResumes: the program leads its session, as with ssh -t host
// gatehouse. It reports that and continues.
func TestSuspendIsRefusedWhereNobodyResumes(t *testing.T) {
	cmd, terminal := screen(t, nil)
	until(t, terminal, "(simulated)")
	io.WriteString(terminal, "\x1a")
	until(t, terminal, "not suspended")
	io.WriteString(terminal, "\x11")
	_, _ = io.ReadAll(terminal)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestSuspendStopsTheJobOfAShell: below a shell that waits for its job ctrl+z
// stops the program, and the shell resumes it.
func TestSuspendStopsTheJobOfAShell(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GATEHOUSE_TEST_SHELL=1", "TERM=xterm-256color", "GATEHOUSE_BASE_URL=", "GATEHOUSE_PROFILE=")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 30, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); terminal.Close() })
	until(t, terminal, "(simulated)")
	io.WriteString(terminal, "\x1a")
	until(t, terminal, "shell: stopped")
	until(t, terminal, "(simulated)") // drawn again
	io.WriteString(terminal, "\x11")
	_, _ = io.ReadAll(terminal)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func init() {
	if os.Getenv("GATEHOUSE_TEST_SHELL") == "1" {
		os.Exit(shell())
	}
}

// shell runs the program as a shell runs its job: in a new group in the
// foreground. It resumes the job once after it was stopped, and ends as it does.
func shell() int {
	job := exec.Command(os.Args[0])
	job.Env = append(os.Environ(), "GATEHOUSE_TEST_SHELL=", "GATEHOUSE_TEST_PROGRAM=1")
	job.Stdin, job.Stdout, job.Stderr = os.Stdin, os.Stdout, os.Stderr
	job.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: 0}
	if err := job.Start(); err != nil {
		panic(err)
	}
	for {
		var status unix.WaitStatus
		if _, err := unix.Wait4(job.Process.Pid, &status, unix.WUNTRACED, nil); err != nil {
			panic(err)
		}
		if !status.Stopped() {
			return status.ExitStatus()
		}
		io.WriteString(os.Stdout, "shell: stopped\n")
		_ = unix.Kill(-job.Process.Pid, unix.SIGCONT)
	}
}
