package sdktest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	ours "gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state"
	"gatehouse/state/share/export"
)

// request is one that is exported.
type request struct {
	name string
	path string
	body []byte
}

// requests are those of the folder, and a large one.
func requests(t *testing.T) []request {
	t.Helper()
	files, err := filepath.Glob("requests/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	large := `{"model":"sim/writer","stream":true,"input":` + string(scan.Quote(strings.Repeat("it's a \"large\" text \\ $HOME `\n", 8_000))) + `}`
	all := []request{{"large", ours.ResponsesPath, []byte(large)}}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := request{strings.TrimSuffix(filepath.Base(file), ".json"), ours.ResponsesPath, bytes.TrimSpace(body)}
		if r.name == "rerank" {
			r.path = ours.RerankPath
		}
		all = append(all, r)
	}
	return all
}

// watched is a gateway that stores the last request.
type watched struct {
	base string
	mu   sync.Mutex
	head http.Header
	body []byte
}

func watch(t *testing.T) *watched {
	t.Helper()
	var w watched
	inner := gateway.New(gateway.WithPace(0), gateway.WithKeys("test"))
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.mu.Lock()
		w.head, w.body = r.Header, body
		w.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		inner.ServeHTTP(out, r)
	}))
	t.Cleanup(server.Close)
	w.base = server.URL + gateway.Prefix
	return &w
}

func (w *watched) last() (http.Header, []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.head, w.body
}

// answer is the text that gatehouse send prints for a request, and a line for each call, or the
// results of a rerank.
func (w *watched) answer(t *testing.T, r request) string {
	t.Helper()
	c := ours.New(ours.WithBaseURL(w.base), ours.WithKey("test"))
	defer c.Close()
	capture := c.Do(t.Context(), ours.Call{Path: r.path, Body: r.body}, ignored{})
	if r.path == ours.RerankPath {
		return string(scan.Get(capture.Body.Join(), "results"))
	}
	x := state.NewExchange("", r.body)
	for a := range ours.Replay(capture) {
		x.Apply(a)
	}
	lines := []string{}
	if text := x.Text(); text != "" {
		lines = append(lines, text)
	}
	for _, it := range x.Items {
		if it.Type == "function_call" {
			lines = append(lines, it.Name()+" "+it.Input())
		}
	}
	return strings.Join(lines, "\n")
}

// textOf is the text in what curl prints, a document or a stream; of a rerank the results.
func textOf(printed string) string {
	if results := scan.Get([]byte(printed), "results"); results != nil {
		return string(results)
	}
	var text strings.Builder
	var calls []string
	call := func(item []byte) {
		if scan.Text(scan.Get(item, "type")) == "function_call" {
			calls = append(calls, scan.Text(scan.Get(item, "name"))+" "+scan.Text(scan.Get(item, "arguments")))
		}
	}
	for _, item := range scan.Elements(scan.Get([]byte(printed), "output")) {
		call(item)
		for _, part := range scan.Elements(scan.Get(item, "content")) {
			text.WriteString(scan.Text(scan.Get(part, "text")))
		}
	}
	for line := range strings.Lines(printed) {
		data, _ := strings.CutPrefix(line, "data: ")
		switch scan.Text(scan.Get([]byte(data), "type")) {
		case "response.output_text.delta":
			text.WriteString(scan.Text(scan.Get([]byte(data), "delta")))
		case "response.output_item.done":
			call(scan.Get([]byte(data), "item"))
		}
	}
	if text.Len() > 0 {
		calls = append([]string{text.String()}, calls...)
	}
	return strings.Join(calls, "\n")
}

type ignored struct{}

func (ignored) Start(*wire.Capture) {}
func (ignored) Arrive(wire.Arrival) {}

// written is a request to a gateway as a document.
func (w *watched) written(t *testing.T, as string, r request) []byte {
	t.Helper()
	header := http.Header{
		"Authorization": {"Bearer ***"}, "Content-Type": {"application/json"}, "Accept": {"application/json"},
		"X-Title": {"it's \"quoted\" $HOME `id` \\"}, "X-Api-Key": {"***"},
	}
	sent := wire.Sent{Method: http.MethodPost, URL: w.base + r.path, Header: header, Body: r.body}
	d, ok := export.DocumentAs(as)
	if !ok {
		t.Fatalf("there is no document %s", as)
	}
	out, err := d.Write([]export.Exchange{{Capture: export.Unsent(sent)}})
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	return out
}

// run runs a program that was exported, and compares what it sends and prints.
func (w *watched) run(t *testing.T, r request, text func(printed string) string, program ...string) {
	t.Helper()
	want := w.answer(t, r)
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Env = append(os.Environ(), "GATEHOUSE_API_KEY=test", "X_API_KEY=canary $x", "OPENAI_API_KEY=another", "NO_PROXY=*", "no_proxy=*")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s", r.name, err, stderr.Bytes())
		return
	}
	head, body := w.last()
	if !bytes.Equal(body, r.body) {
		t.Errorf("%s: sent %.300q, want %.300q", r.name, body, r.body)
	}
	if head.Get("Authorization") != "Bearer test" || head.Get("X-Api-Key") != "canary $x" || head.Get("X-Title") != "it's \"quoted\" $HOME `id` \\" {
		t.Errorf("%s: sent %v", r.name, head)
	}
	if got := text(string(out)); got != want {
		t.Errorf("%s: printed %.300q, want %.300q", r.name, got, want)
	}
}

func TestExportedGoProgramsGetTheAnswer(t *testing.T) {
	w := watch(t)
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		root, err := filepath.Abs("../..")
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), bytes.ReplaceAll(data, []byte("=> ../.."), []byte("=> "+root)))
	}
	all := requests(t)
	for _, r := range all {
		write(t, filepath.Join(dir, r.name, "main.go"), w.written(t, "go", r))
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "bin/", "./...")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, r := range all {
		text := func(printed string) string { return strings.TrimSuffix(printed, "\n") }
		if r.path == ours.RerankPath {
			text = textOf
		}
		w.run(t, r, text, filepath.Join(dir, "bin", r.name))
	}
}

func TestExportedCurlCommandsGetTheAnswer(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl on this machine")
	}
	w := watch(t)
	for _, r := range requests(t) {
		file := filepath.Join(t.TempDir(), "run.sh")
		write(t, file, w.written(t, "curl", r))
		w.run(t, r, textOf, "sh", file)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
