package imports

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/share/export"
	"gatehouse/state/statetest"
)

func newArchive(t *testing.T) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), filepath.Join(t.TempDir(), "history"), archive.Options{Fold: files.Fold, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// taken imports files and returns what became of them.
func taken(t *testing.T, a *archive.Archive, paths ...string) Report {
	t.Helper()
	i := Import{Archive: a, Secrets: []string{"canary-of-the-environment"}}
	if err := i.Run(nil, paths); err != nil {
		t.Fatal(err)
	}
	return i.Report
}

// listed are the exchanges that a query finds, the newest first.
func listed(t *testing.T, a *archive.Archive, text string) []history.Entry {
	t.Helper()
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.List(t.Context(), archive.Page{Query: q, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOurHARIsImportedCompletely: with its verdict, its frames and its times, and once.
func TestOurHARIsImportedCompletely(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"fault/cut","input":"hi","stream":true}`, client.MetadataOn)
	var b bytes.Buffer
	if err := har.Write(&b, []har.Entry{{Capture: c, About: har.About{Origin: "send", Connection: "work", Session: "s", Turn: 2}}}, nil); err != nil {
		t.Fatal(err)
	}
	a, path := newArchive(t), put(t, t.TempDir(), "one.har", b.String())
	if r := taken(t, a, path); r.Added != 1 || len(r.Faults) > 0 {
		t.Fatalf("%+v", r)
	}
	if r := taken(t, a, path, path); r.Added != 0 || r.Known != 2 {
		t.Errorf("taken again: %+v", r)
	}
	e := listed(t, a, "origin:import")[0]
	if e.Verdict != x.Verdict || e.Connection != "work" || e.Session != "s" || e.Turn != 2 {
		t.Errorf("%+v", e)
	}
	back, err := a.Capture(t.Context(), e.Key)
	if err != nil {
		t.Fatal(err)
	}
	if again := files.Fold(e.About, back); again.Text() != x.Text() || again.Frames != x.Frames || again.FirstDeltaUS != x.FirstDeltaUS {
		t.Errorf("%d frames, %q", again.Frames, again.Text())
	}
	if err := a.Delete(t.Context(), e.Key); err != nil {
		t.Fatal(err)
	}
	if r := taken(t, a, path); r.Added != 1 || len(listed(t, a, "")) != 1 {
		t.Errorf("what was deleted does not come back: %+v", r)
	}
}

const browserEntry = `{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"METHOD","url":"https://h.example/v1/responses?key=canary-in-the-url","headers":[
	{"name":"authorization","value":"Bearer canary-in-the-head"},{"name":"cookie","value":"sid=canary-in-a-cookie"},{"name":"x-api-key","value":"canary-as-api-key"},{"name":"x-plain","value":"canary-of-the-environment"}],
	"postData":{"text":"{\"input\":\"hi canary-in-the-head canary-in-the-url canary-in-a-cookie canary-as-api-key canary-of-the-environment\"}"}},
	"response":{"status":200,"headers":[{"name":"content-type","value":"application/json"},{"name":"set-cookie","value":"sid=canary-in-set-cookie; Path=/"}],
	"content":{"text":"{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"said canary-in-the-head and canary-in-set-cookie\"}]}"}},"timings":{"wait":5}}`

// TestFoldersOfForeignFiles: what fits is imported, what is wrong is named, no credential is
// stored.
func TestFoldersOfForeignFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "browser.har", `{"log":{"entries":[`+strings.Replace(browserEntry, "METHOD", "POST", 1)+`,`+strings.Replace(browserEntry, "METHOD", "OPTIONS", 1)+`,7]}}`)
	put(t, dir, "deep/er/ask.sh", "curl https://h/v1/responses -u 'me:canary-password' -H 'X-Api-Key: canary-of-curl' -d @body.json\ncurl https://h/other\n")
	put(t, dir, "deep/er/body.json", `{"input":"canary-password canary-of-curl"}`)
	put(t, dir, "deep/steal.sh", "curl https://h/v1/responses -d @../../secret\ncurl https://h/v1/responses -d @/etc/passwd\n")
	put(t, dir, "notes.txt", "it's a note on curl")
	put(t, dir, ".hidden/x.har", "{\"log\":")
	put(t, dir, "broken.har", `{"log":{"entries":[`)
	a := newArchive(t)
	r := taken(t, a, dir, filepath.Join(dir, "notes.txt"), filepath.Join(dir, "missing.har"))
	if r.Added != 2 || len(r.Others) != 2 || r.Files != 2 {
		t.Errorf("%+v", r)
	}
	var faults strings.Builder
	for _, err := range r.Faults {
		faults.WriteString(err.Error() + "\n")
	}
	for _, want := range []string{"browser.har: entry 3: ", `steal.sh: line 1: "../../secret" leads out of `, `steal.sh: line 2: "/etc/passwd" leads out of `, "broken.har: line 1, column ", "notes.txt: no HTTP Archive", "missing.har: no such file"} {
		if !strings.Contains(faults.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, &faults)
		}
	}
	for _, e := range listed(t, a, "") {
		c, err := a.Capture(t.Context(), e.Key)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := export.DocumentAs("har")
		all, err := d.Write([]export.Exchange{share.Of(e.About, c)})
		if err != nil || strings.Contains(string(all), "canary") {
			t.Errorf("%v: a credential is kept in\n%s", err, all)
		}
		if !strings.Contains(string(c.Sent.Body), "***") || e.Origin != history.Import {
			t.Errorf("%s from %s", c.Sent.Body, e.Origin)
		}
	}
	if r := taken(t, a, dir); r.Added != 0 || r.Known != 2 {
		t.Errorf("taken again: %+v", r)
	}
}

// TestBatches: answers find their requests in whatever file these are.
func TestBatches(t *testing.T) {
	dir := t.TempDir()
	output := put(t, dir, "output.jsonl", `{"custom_id":"one","response":{"status_code":200,"request_id":"q","body":{"created_at":1750000000,"object":"response","status":"completed","model":"v/served","output":[{"type":"message","role":"assistant","content":"the answer"}]}},"error":null}
{"custom_id":"chat","response":{"status_code":200,"body":{"choices":[{"message":{"content":"of a chat"},"finish_reason":"stop"}]}},"error":null}
{"custom_id":"vectors","response":{"status_code":200,"body":{"data":[]}},"error":null}
{"custom_id":"lost","response":null,"error":{"code":"batch_expired","message":"too late"}}
`)
	input := put(t, dir, "input.jsonl", `{"custom_id":"one","method":"POST","url":"/v1/responses","body":{"model":"v/asked","input":"the question"}}
{"custom_id":"more","method":"POST","url":"/v1/responses","body":{"model":"v/asked","input":"another question"}}
{"custom_id":"chat","method":"POST","url":"/v1/chat/completions","body":{"messages":[]}}
{"custom_id":"vectors","method":"POST","url":"/v1/moderations","body":{"input":"v"}}
`)
	other := put(t, dir, "other.jsonl", `{"custom_id":"one","method":"POST","url":"/v1/responses","body":{"input":"of another batch"}}`+"\n")
	a := newArchive(t)
	if r := taken(t, a, output, input); r.Added != 4 || len(r.Others) != 1 || len(r.Faults) > 0 {
		t.Errorf("%+v", r)
	}
	if found := listed(t, a, `"of a chat"`); len(found) != 1 || found[0].Kind != state.Chat || found[0].Verdict != state.Completed {
		t.Errorf("of the chat: %+v", found)
	}
	one := listed(t, a, "verdict:completed")[1]
	if one.Asked != "v/asked" || one.Served != "v/served" || one.Words != "the question" || one.TotalUS != -1 || one.Start.Unix() != 1750000000 {
		t.Errorf("%+v", one)
	}
	if found := listed(t, a, `"the answer"`); len(found) != 1 || found[0].ID != one.ID {
		t.Errorf("%d are found by the words of the answer", len(found))
	}
	if found := listed(t, a, "question"); len(found) != 2 {
		t.Errorf("%d are found by the words of their requests", len(found))
	}
	if r := taken(t, a, input, other); len(r.Faults) != 1 || !strings.Contains(r.Faults[0].Error(), `other.jsonl: line 1: custom_id "one"`) {
		t.Errorf("%+v", r)
	}
	alone := newArchive(t)
	taken(t, alone, output)
	if lost := listed(t, alone, "verdict:failed"); len(lost) != 1 || lost[0].Words != "too late (batch_expired)" {
		t.Errorf("%+v", lost)
	}
	if found := listed(t, alone, `"of a chat"`); len(found) != 1 || found[0].Kind != state.Chat || found[0].Verdict != state.Completed {
		t.Errorf("of the chat alone: %+v", found)
	}
	completed := listed(t, alone, "verdict:completed")
	e := completed[slices.IndexFunc(completed, func(e history.Entry) bool { return e.Kind == state.Responses })]
	c, err := alone.Capture(t.Context(), e.Key)
	if err != nil {
		t.Fatal(err)
	}
	if x := files.Fold(e.About, c); x.Known.Request || x.Known.Times || x.Verdict != state.Completed || c.Head == nil || c.End.Cause != wire.EndClean {
		t.Errorf("%+v", x.Known)
	}
}

// TestAStoppedImportKeepsWhatItTook, and the next takes the rest.
func TestAStoppedImportKeepsWhatItTook(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, asked ...string) string {
		var entries []string
		for _, words := range asked {
			entries = append(entries, strings.Replace(strings.Replace(browserEntry, "METHOD", "POST", 1), "hi canary", words+" canary", 1))
		}
		return put(t, dir, name, `{"log":{"entries":[`+strings.Join(entries, ",")+`]}}`)
	}
	first, second := file("one.har", "one", "two"), file("two.har", "three", "four", "five")
	a := newArchive(t)
	w := progress.Begin(t.Context(), progress.Step{})
	defer w.End()
	i := Import{Archive: a, Secrets: []string{"canary-of-the-environment"}}
	if err := i.Run(w, []string{first}); err != nil || w.Step().String() != "importing one.har: 2 of 2 exchanges" {
		t.Fatalf("%v, %s", err, w.Step())
	}
	w.Stop()
	var stopped *progress.StoppedError
	if err := i.Run(w, []string{second}); !errors.As(err, &stopped) || i.Added != 2 || len(listed(t, a, "")) != 2 {
		t.Errorf("%v, %+v", err, i.Report)
	}
	if r := taken(t, a, first, second); r.Added != 3 || r.Known != 2 {
		t.Errorf("the rest: %+v", r)
	}
}

// TestAnEmptyAnswerOfABatchIsNotCompleted, with and without its request.
func TestAnEmptyAnswerOfABatchIsNotCompleted(t *testing.T) {
	const asked = `{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"messages":[]}}` + "\n"
	for body, completed := range map[string]int{`{}`: 0, `null`: 0, `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}`: 1} {
		for _, request := range []string{"", asked} {
			a := newArchive(t)
			taken(t, a, put(t, t.TempDir(), "b.jsonl", request+`{"custom_id":"a","response":{"status_code":200,"body":`+body+`},"error":null}`+"\n"))
			if all := listed(t, a, ""); len(all) != 1 || len(listed(t, a, "verdict:completed")) != completed {
				t.Errorf("%s with request %q: %+v", body, request, all)
			}
		}
	}
}
