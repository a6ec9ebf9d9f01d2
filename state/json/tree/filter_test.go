package tree

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

func TestFilter(t *testing.T) {
	doc := `{"output":[{"type":"message","n":1.50},{"type":"call","n":12345678901234567890}],"a":"<b>"}`
	for _, c := range []struct {
		filter, want string
		count        int
	}{
		{".", `{"a":"<b>","output":[{"n":1.50,"type":"message"},{"n":12345678901234567890,"type":"call"}]}`, 1},
		{".output[].type", `["message","call"]`, 2},
		{".output[0].n + 1", "2.5", 1},
		{"empty", "[]", 0},
		{".a, env", `["<b>",{}]`, 2},
	} {
		got, err := Filter(context.Background(), []byte(doc), c.filter)
		if err != nil || string(got.Doc) != c.want || got.Count != c.count || got.Cut {
			t.Errorf("%s: %s, %d, %t, %v", c.filter, got.Doc, got.Count, got.Cut, err)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	for filter, want := range map[string]string{
		".a[":         "no jq filter: it ends where something is missing",
		".a |":        "no jq filter: it ends where something is missing",
		".a ] .b":     `no jq filter: "]" at character 4 is not expected`,
		"nothing":     "function not defined: nothing/0",
		".a.b":        "expected an object but got: string",
		`error("no")`: "no",
		"input":       "jq",
	} {
		if got, err := Filter(context.Background(), []byte(`{"a":"x"}`), filter); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", filter, got.Doc, err)
		}
	}
	big := []byte(`"` + strings.Repeat("x", MaxFilter) + `"`)
	if _, err := Filter(context.Background(), big, "."); err == nil || !strings.Contains(err.Error(), "32 MiB") {
		t.Errorf("a large document: %v", err)
	}
}

// TestFilterEnds: a filter without an end is cut by its results, or stopped.
func TestFilterEnds(t *testing.T) {
	got, err := Filter(context.Background(), []byte("0"), "repeat(1)")
	if err != nil || got.Count != maxResults || !got.Cut {
		t.Errorf("%d results, %t, %v", got.Count, got.Cut, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Filter(ctx, []byte("0"), "[limit(1e9;repeat(1))]"); err == nil {
		t.Error("was not stopped")
	}
}

// hoarder allocates in parallel to the filter while that runs, as the rest of a
// program does.
type hoarder struct {
	context.Context
	asked int
	data  []byte
}

func (h *hoarder) Done() <-chan struct{} {
	if h.asked++; h.asked == 1000 {
		h.data = make([]byte, 512<<20) // never touched: it costs addresses alone
		runtime.GC()
	}
	return h.Context.Done()
}

// TestFilterIgnoresTheProgramsMemory: it was stopped when the
// heap of the program grew by 256 MiB.
func TestFilterIgnoresTheProgramsMemory(t *testing.T) {
	h := &hoarder{Context: context.Background()}
	got, err := Filter(h, []byte("0"), "[range(20000)] | length")
	if err != nil || string(got.Doc) != "20000" || h.data == nil {
		t.Errorf("%s, %v, %d bytes allocated meanwhile", got.Doc, err, len(h.data))
	}
	runtime.KeepAlive(h)
}

func TestCheckFilter(t *testing.T) {
	for filter, want := range map[string]string{
		".a ] .b": `"]" at character 4 is not expected`,
		strings.Repeat("(", maxProgram) + "." + strings.Repeat(")", maxProgram): "longer than 64 KiB",
		strings.Repeat("(", maxProgram/2):                                       "it ends where something is missing",
	} {
		if err := CheckFilter([]byte("0"), filter); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v, want %s", filter, err, want)
		}
	}
	if err := CheckFilter([]byte("0"), "last(repeat(1))"); err != nil {
		t.Errorf("a filter without an end is a filter: %v", err)
	}
}
