//go:build unix

package jq

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary be the child.
func TestMain(m *testing.M) {
	if IsChild(os.Args) {
		os.Exit(Child(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func TestAChildGivesWhatTheFilterMakes(t *testing.T) {
	t.Setenv("GATEHOUSE_API_KEY", "canary")
	got, err := Runner{}.Run(t.Context(), []byte(`{"a":[1.50,"<b>"]}`), ".a[], env")
	if err != nil || string(got.Doc) != `[1.50,"<b>",{}]` || got.Count != 3 || got.Cut {
		t.Errorf("%s, %d, %t, %v", got.Doc, got.Count, got.Cut, err)
	}
	for filter, want := range map[string]string{
		".a[":         "no jq filter: it ends where something is missing",
		".a.b":        "jq: expected an object but got: array",
		`error("no")`: "no",
	} {
		if _, err := (Runner{}).Run(t.Context(), []byte(`{"a":[]}`), filter); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", filter, err, want)
		}
	}
	// What is wrong with the filter itself needs no child.
	if _, err := (Runner{Argv: []string{"/nowhere"}}).Run(t.Context(), []byte("0"), ".a["); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a syntax error: %v", err)
	}
	if _, err := (Runner{Argv: []string{"/nowhere"}}).Run(t.Context(), []byte("0"), "."); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("no program: %v", err)
	}
}

// TestAFilterHoldsNoMoreThanItMay measures what the child held at most, and
// what this process holds. Neither steps nor results bound such filters.
func TestAFilterHoldsNoMoreThanItMay(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures memory, of which the race detector takes several times as much")
	}
	const most = 128 << 20
	for _, filter := range []string{
		"reduce range(26) as $i ([1]; .+.)",
		"[recurse(.;true)] | length",
		"[limit(300; repeat(\"x\" * 1000000))] | length",
	} {
		_, state, err := Runner{Memory: most, Time: time.Minute}.run(t.Context(), []byte("0"), filter)
		if err == nil || err.Error() != "stopped: it takes more than 128 MiB of memory" {
			t.Errorf("%s: %v", filter, err)
		}
		if held := peak(t, state); held > most+overhead+reserved {
			t.Errorf("%s: the child held %d MiB", filter, held>>20)
		}
	}
	if _, err := (Runner{}).Run(t.Context(), []byte("0"), "[range(300000)] | length"); err != nil {
		t.Errorf("an ordinary filter: %v", err)
	}
}

// peak is the most that a process held, in bytes.
func peak(t *testing.T, state *os.ProcessState) int64 {
	t.Helper()
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || runtime.GOOS != "linux" {
		t.Skip("this system does not tell")
	}
	return usage.Maxrss << 10
}

func TestAFilterWithoutAnEnd(t *testing.T) {
	const endless = "last(repeat(1))"
	_, state, err := Runner{Time: 50 * time.Millisecond}.run(t.Context(), []byte("0"), endless)
	if err == nil || err.Error() != "stopped: it takes longer than 50ms" || state.Success() {
		t.Errorf("%v, %v", err, state)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel) // before or after its start: either ends it
	_, state, err = Runner{}.run(ctx, []byte("0"), endless)
	if !errors.Is(err, context.Canceled) || state != nil && state.Success() {
		t.Errorf("cancelled: %v, %v", err, state)
	}
}

// TestFiltersWithoutAnEndShareATime: the time is that of the run, and not of each of a hundred; what it waits for is
// reported once.
func TestFiltersWithoutAnEndShareATime(t *testing.T) {
	var slow atomic.Int64
	p := Pool{Runner: Runner{Time: 1100 * time.Millisecond}, Stopped: 1200 * time.Millisecond, Slow: func(string) { slow.Add(1) }}
	defer p.Close()
	refused := 0
	for i := range 100 {
		_, err := p.Run(t.Context(), []byte("0"), "last(repeat(1))")
		switch {
		case err == nil:
			t.Fatal("it ended")
		case strings.Contains(err.Error(), "not run: filters without an end have taken"):
			refused++
		case !errors.Is(err, ErrTime) || i > 2:
			t.Errorf("%d: %v", i, err)
		}
	}
	if refused < 97 || slow.Load() != 1 {
		t.Errorf("%d were not run; %d were reported", refused, slow.Load())
	}
	if _, err := (&Pool{}).Run(t.Context(), []byte("0"), ".+1"); err != nil {
		t.Error(err)
	}
}

func TestAResultHasABound(t *testing.T) {
	if _, err := (Runner{Output: 1 << 20}).Run(t.Context(), []byte("0"), `"x" * 4000000`); err == nil || err.Error() != "the result is larger than 1 MiB" {
		t.Error(err)
	}
}

func TestWhatNestsTooDeepEndsTheChildAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("fills the memory of a child process")
	}
	_, err := Runner{}.Run(t.Context(), []byte("0"), "reduce range(2000000) as $i (0; [.])")
	if err == nil || !strings.Contains(err.Error(), "nests too deep") && !strings.Contains(err.Error(), "of memory") {
		t.Error(err)
	}
}

// TestAPoolKeepsItsChildren: the second filter runs in the child of the first,
// also after a filter that was wrong; one that is killed is not reused.
func TestAPoolKeepsItsChildren(t *testing.T) {
	p := &Pool{}
	defer p.Close()
	run := func(filter, want, wrong string) *child {
		t.Helper()
		got, err := p.Run(t.Context(), []byte(`{"a":1}`), filter)
		if string(got.Doc) != want || wrong == "" && err != nil || wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)) {
			t.Errorf("%s: %s, %v", filter, got.Doc, err)
		}
		if len(p.idle) == 0 {
			return nil
		}
		return p.idle[0]
	}
	first := run(".a", "1", "")
	if first == nil || run(`error("no")`, "", "no") != first || run("env, .a+1", "[{},2]", "") != first {
		t.Error("a child was not kept")
	}
	p.Runner.Time = 50 * time.Millisecond
	if run("last(repeat(1))", "", "longer than 50ms") != nil || !first.ended {
		t.Error("a filter without an end still runs")
	}
	p.Runner.Time = 0
	second := run(".a", "1", "")
	if second == nil || second == first {
		t.Error("no child was started after that")
	}
	p.Close()
	if !second.ended || len(p.idle) > 0 {
		t.Error("a child outlives the pool")
	}
}

// TestAPoolBoundsEachFilterByItsDocument, although one child runs them all.
func TestAPoolBoundsEachFilterByItsDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures memory, of which the race detector takes several times as much")
	}
	p := &Pool{}
	defer p.Close()
	large := []byte(`"` + strings.Repeat("x", 8<<20) + `"`)
	const fills = `[range(360) | "x" * 1000000] | length` // 360 MB, with the 64 MiB that any filter may use in addition
	run := func(doc []byte, filter string) (*child, error) {
		_, err := p.Run(t.Context(), doc, filter)
		if len(p.idle) != 1 {
			return nil, err
		}
		return p.idle[0], err
	}
	first, err := run([]byte("0"), "length")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := run(large, "length"); err != nil || c != first {
		t.Errorf("a large document: another child, or %v", err)
	}
	if c, err := run([]byte("0"), "length"); err != nil || c != first {
		t.Errorf("a small document after it: another child, or %v", err)
	}
	if _, err := run(large, fills); err != nil {
		t.Errorf("within the bound of a large document: %v", err)
	}
	if _, err := run([]byte("0"), fills); err == nil || err.Error() != "stopped: it takes more than 256 MiB of memory" {
		t.Errorf("beyond the bound of a small document: %v", err)
	}
}

// TestAPoolAsksAgain: a child that died of what it did before is no fault of a filter.
func TestAPoolAsksAgain(t *testing.T) {
	p := &Pool{}
	defer p.Close()
	if _, err := p.Run(t.Context(), []byte("0"), "."); err != nil {
		t.Fatal(err)
	}
	if err := p.idle[0].cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Run(t.Context(), []byte("1"), "."); err != nil || string(got.Doc) != "1" || len(p.idle) != 0 {
		t.Errorf("%s, %v", got.Doc, err)
	}
}

// TestAChildEndsWithItsParent: a pipe that ends is all it sees of that.
func TestAChildEndsWithItsParent(t *testing.T) {
	var in bytes.Buffer
	if err := gob.NewEncoder(&in).Encode(request{Memory: 64 << 20, Filter: "last(repeat(1))", Doc: []byte("0")}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self(), Word)
	cmd.Stdin = &in
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != exitRequest {
		t.Errorf("%v", err)
	}
}
