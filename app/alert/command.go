package alert

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"gatehouse/app/tool"
	"gatehouse/state/stats"
)

// Command is a command of the person's that is run when a bound is passed.
type Command struct {
	line    string
	environ []string

	one sync.Mutex // at a time
}

// longest is how long the command may run.
const longest = time.Minute

// NewCommand makes a command of a line for the shell, which gets an environment and in it what
// has tripped.
func NewCommand(line string, environ []string) *Command {
	return &Command{line: line, environ: environ}
}

// Run runs the command for a bound that was passed. It waits for it, and for those before it. The
// error says how it failed.
func (c *Command) Run(ctx context.Context, p Passed) error {
	c.one.Lock()
	defer c.one.Unlock()
	run := tool.Command{Argv: shell(c.line), Timeout: longest, Environ: append(c.environ[:len(c.environ):len(c.environ)], p.environ()...)}
	r, err := run.Run(ctx, nil)
	switch {
	case errors.Is(err, tool.ErrTime):
		return fmt.Errorf("--exec: the command took longer than %s and was stopped", longest)
	case err != nil:
		return fmt.Errorf("--exec: the command does not run: %w", err)
	case r.Exit != 0:
		said, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(string(r.Stderr), "\ufffd")), "\n")
		if said != "" {
			said = ": " + said
		}
		return fmt.Errorf("--exec: the command failed, %s%s", ending(r.Exit), said)
	}
	return nil
}

func ending(exit int) string {
	if exit < 0 {
		return "ended by a signal"
	}
	return "exit status " + strconv.Itoa(exit)
}

// shell are the words that have the shell of the system run a line.
func shell(line string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/C", line}
	}
	return []string{"sh", "-c", line}
}

// Variables are the names of what the command finds in its environment, as help lists them.
const Variables = "GATEHOUSE_ALERT (the name), and with _TEXT, _BOUND, _VALUE, _LIMIT or _FILTER behind it"

// environ are the variables that say what has tripped. Nothing in them is from the wire but
// numbers.
func (p Passed) environ() []string {
	value, limit := number(p.Bound, p.Level.Value), number(p.Bound, p.Bound.Most)
	all := []string{
		"GATEHOUSE_ALERT=" + p.Alert,
		"GATEHOUSE_ALERT_TEXT=" + p.Text(),
		"GATEHOUSE_ALERT_BOUND=" + string(p.Bound.Of),
		"GATEHOUSE_ALERT_VALUE=" + value,
		"GATEHOUSE_ALERT_LIMIT=" + limit,
		"GATEHOUSE_ALERT_FILTER=" + p.Filter,
	}
	for i := range all {
		all[i] = strings.ReplaceAll(all[i], "\x00", "")
	}
	return all
}

// number writes a figure for programs: dollars, milliseconds, or how many.
func number(b stats.Bound, v int64) string {
	switch b.Of {
	case stats.CostHour, stats.CostDay:
		return strconv.FormatFloat(float64(v)/stats.Trillion, 'f', -1, 64)
	case stats.TTFTP95, stats.TotalP95:
		return strconv.FormatFloat(float64(v)/1000, 'f', -1, 64)
	}
	return strconv.FormatInt(v, 10)
}
