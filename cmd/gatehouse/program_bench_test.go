//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// marker is how a long answer of the local gateway ends.
const marker = "END-OF-ANSWER"

// BenchmarkProgram streams an answer of each size into the real program in a
// terminal of 120×40 and reports, with the wall time from Enter to the
// answer's end on the screen, the program's CPU time and peak memory. The
// gateway is another process, so that its work is not counted.
func BenchmarkProgram(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "gatehouse")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	base := serveGateway(b, bin)
	for _, size := range []string{"10 KB", "100 KB", "1 MB"} {
		b.Run(strings.ReplaceAll(size, " ", ""), func(b *testing.B) {
			var cpu time.Duration
			var peak int64
			for b.Loop() {
				used := runProgram(b, bin, base, size)
				cpu += used.cpu
				peak = max(peak, used.peakKiB)
			}
			b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(peak)/1024, "peak-MiB")
		})
	}
}

// serveGateway starts the local gateway at full speed and returns its base
// address.
func serveGateway(b *testing.B, bin string) string {
	cmd := exec.Command(bin, "gateway", "--addr", "127.0.0.1:0", "--pace", "0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	_, base, found := strings.Cut(strings.TrimSpace(line), " on ")
	if !found {
		b.Fatalf("the ready line names no address: %q", line)
	}
	return base
}

// consumed is what one run of the program took.
type consumed struct {
	cpu     time.Duration
	peakKiB int64
}

// runProgram starts the program, asks for an answer of the given size, waits
// for its end on the screen and quits. Only the time in between is timed.
func runProgram(b *testing.B, bin, base, size string) consumed {
	b.StopTimer()
	defer b.StartTimer()
	home := b.TempDir()
	cmd := exec.Command(bin, "--base-url", base, "--model", "sim/writer")
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "GATEHOUSE_API_KEY=bench", "TERM=xterm-256color", "COLORTERM=truecolor")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		b.Fatal(err)
	}
	defer tty.Close()
	screen := watchScreen(tty)
	awaitText(b, screen, "❯")
	b.StartTimer()
	fmt.Fprintf(tty, "write %s\r", size)
	awaitText(b, screen, marker)
	b.StopTimer()
	fmt.Fprint(tty, "\x11\x11") // twice: the conversation is in no file
	if err := cmd.Wait(); err != nil {
		b.Fatalf("quit: %v", err)
	}
	used := cmd.ProcessState
	return consumed{
		cpu:     used.UserTime() + used.SystemTime(),
		peakKiB: used.SysUsage().(*syscall.Rusage).Maxrss,
	}
}

// watchScreen reads what the program draws, so that it never waits for the
// terminal, and hands on the text of each read.
func watchScreen(tty io.Reader) <-chan string {
	texts := make(chan string, 1024)
	go func() {
		defer close(texts)
		var tail []byte
		buf := make([]byte, 64<<10)
		for {
			n, err := tty.Read(buf)
			tail = append(tail, buf[:n]...)
			if n > 0 {
				texts <- ansi.Strip(string(tail))
			}
			if err != nil {
				return
			}
			// A word may be cut by the read: retain the last line's beginning.
			if i := bytes.LastIndexByte(tail, '\n'); i >= 0 {
				tail = tail[i:]
			}
			if len(tail) > 8<<10 {
				tail = tail[len(tail)-8<<10:]
			}
		}
	}()
	return texts
}

// awaitText waits until want is drawn.
func awaitText(b *testing.B, screen <-chan string, want string) {
	b.Helper()
	limit := time.After(2 * time.Minute)
	for {
		select {
		case text, open := <-screen:
			if !open {
				b.Fatalf("the program ended before %q was drawn", want)
			}
			if strings.Contains(text, want) {
				return
			}
		case <-limit:
			b.Fatalf("%q was not drawn within two minutes", want)
		}
	}
}
