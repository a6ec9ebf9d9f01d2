package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state"
)

// TestALongStreamOpens: an answer as received may be larger than a document.
func TestALongStreamOpens(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 65 MiB")
	}
	long := strings.Repeat("x", MaxDocument)
	for name, c := range map[string]struct {
		text  string
		opens bool
	}{
		"stream.sse": {": " + long + "\n\ndata: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}\n\n", true},
		"large.json": {`{"input":"` + long + `"}`, false},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSession(nil, path)
		if (err == nil) != c.opens {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && s.Conversation.Current.Exchange.Verdict != state.Completed {
			t.Errorf("%s is %s", name, s.Conversation.Current.Exchange.Verdict)
		}
	}
}

// TestALongHeadIsRefusedInWords: which file, what is wrong, and what to do.
func TestALongHeadIsRefusedInWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answer.txt")
	if err := os.WriteFile(path, []byte("HTTP/1.1 200 OK\nx: y\n"+strings.Repeat(" a\n", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := OpenSession(nil, path)
	if err == nil || !strings.Contains(err.Error(), path+": the head of the answer is longer than 1 MiB; ") || !strings.Contains(err.Error(), "without -i") {
		t.Error(err)
	}
}

// TestTheBodyOfAnErrorIsNoRequest: saving the conversation would write another document.
func TestTheBodyOfAnErrorIsNoRequest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "e.json")
	if err := os.WriteFile(path, []byte(`{"error":{"code":429,"message":"slow down"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSession(nil, path)
	if err != nil || s.Request || s.Conversation.Current.Exchange.Verdict != state.Failed {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestAFileThatStopsInItsMiddle opens if it is an answer; else the error names where it
// stops, and what to do.
func TestAFileThatStopsInItsMiddle(t *testing.T) {
	for text, want := range map[string]string{
		`{"object":"response","output":[{"type":"mess`: "",
		`{"error":{"code":429,"message":"slow`:         "",
		"{\"model\":\"m\",\n\"input\":\"hel":           "cut.json: line 2, column 13: the document ends inside a string; the file stops there: save it again completely",
		`{"object":"response","input":[`:               "save it again completely",
		`{"object":"response",}`:                       "what opens is",
		`hello`:                                        "neither JSON nor a curl command; what opens is",
		"[[check]]\nname=\"a\"\n":                      "a file of checks, no conversation; gatehouse check",
		`nohup x`:                                      "neither JSON nor a curl command; what opens is",
	} {
		path := filepath.Join(t.TempDir(), "cut.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSession(nil, path)
		if err != nil && (want == "" || !strings.Contains(err.Error(), want)) || err == nil && want != "" {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil {
			continue
		}
		turn := s.Conversation.Current
		if all := turn.Capture.Text(); s.Request || turn.Exchange.Verdict != state.Truncated || string(all.Bytes(0, all.Len())) != text {
			t.Errorf("%s opens as %+v", text, turn.Exchange)
		}
	}
}

// TestRowsNameTheRerankCommand: a CSV or JSONL file does not open, but its rows do.
func TestRowsNameTheRerankCommand(t *testing.T) {
	for name, text := range map[string]string{"b.csv": "query,document,relevance\na,b,1\n", "b.jsonl": "{\"text\":\"a\"}\n{\"text\":\"b\"}\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenSession(nil, path); err == nil || !strings.Contains(err.Error(), "gatehouse rerank "+path+", or o in Rerank") {
			t.Error(err)
		}
	}
}

// TestTheAnswerOfARerankRequestIsNoRequest: opened as one, it would be sent.
func TestTheAnswerOfARerankRequestIsNoRequest(t *testing.T) {
	for text, refused := range map[string]bool{
		`{"id":"r","model":"sim/bm25","results":[{"index":0,"relevance_score":1.5,"document":{"text":"a"}}],"usage":{}}`: true,
		"HTTP/1.1 200 OK\nContent-Type: application/json\n\n" + `{"results":[{"relevance_score":1}]}`:                    true,
		`{"results":[{"index":0,"relevance_score":0}]}`:                                                                  true,
		`{"model":"m","input":"hi","results":[{"relevance_score":1}]}`:                                                   false,
		`{"model":"m","results":[{"index":0}]}`:                                                                          false,
		`{"model":"m","results":[]}`:                                                                                     false,
	} {
		path := filepath.Join(t.TempDir(), "r.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenSession(nil, path); errors.Is(err, errRanking) != refused || err != nil && !refused {
			t.Errorf("%s: %v", text, err)
		}
	}
}
