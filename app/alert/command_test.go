//go:build unix

package alert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/state/stats"
)

var tripped = Passed{
	Alert: "money", Bound: stats.Bound{Of: stats.CostDay, Most: 5 * stats.Trillion},
	Level:  stats.Level{Value: 5_020_000_000_000, Count: 4, Known: 4, Passed: true},
	Filter: `caller:"x" $(touch made) since:2026-11-20`,
}

// TestTheCommandIsToldWhatTripped: in its environment, which no shell reads as a command.
func TestTheCommandIsToldWhatTripped(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	c := NewCommand(`printf '%s\n' "$GATEHOUSE_ALERT" "$GATEHOUSE_ALERT_TEXT" "$GATEHOUSE_ALERT_BOUND" "$GATEHOUSE_ALERT_VALUE" "$GATEHOUSE_ALERT_LIMIT" $GATEHOUSE_ALERT_FILTER "$OTHER" > told`,
		[]string{"PATH=" + os.Getenv("PATH"), "OTHER=stays"})
	if err := c.Run(t.Context(), tripped); err != nil {
		t.Fatal(err)
	}
	told, err := os.ReadFile("told")
	want := "money\nalert money: cost $5.02 today > $5\ncost_day\n5.02\n5\ncaller:\"x\"\n$(touch\nmade)\nsince:2026-11-20\nstays\n"
	if err != nil || string(told) != want {
		t.Errorf("%q, %v", told, err)
	}
	if all, _ := filepath.Glob("*"); len(all) != 1 {
		t.Errorf("there is more: %v", all)
	}
	slow := tripped
	slow.Bound, slow.Level = stats.Bound{Of: stats.TTFTP95, Most: 2_000_000, Window: time.Hour}, stats.Level{Value: 2_310_500, Known: 30}
	if v := strings.Join(slow.environ(), "\n"); !strings.Contains(v, "_VALUE=2310.5\n") || !strings.Contains(v, "_LIMIT=2000\n") {
		t.Error(v)
	}
}

// TestACommandThatFailsIsSaid, with what it says itself.
func TestACommandThatFailsIsSaid(t *testing.T) {
	path := []string{"PATH=" + os.Getenv("PATH")}
	for line, want := range map[string]string{
		"echo it is broken >&2; exit 3": "--exec: the command failed, exit status 3: it is broken",
		"exit 4":                        "--exec: the command failed, exit status 4",
		"kill -9 $$":                    "--exec: the command failed, ended by a signal",
		"no-such-program-here":          "not found",
	} {
		if err := NewCommand(line, path).Run(t.Context(), tripped); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := NewCommand("true", path).Run(t.Context(), tripped); err != nil {
		t.Error(err)
	}
}
