package fault

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// writes is a ResponseWriter that stores each write.
type writes []string

func (w *writes) Header() http.Header { return http.Header{} }
func (w *writes) WriteHeader(int)     {}
func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, string(b))
	return len(b), nil
}

// Each frame is split once, between CR and LF, at every line of a frame in turn.
func TestCRLFSplitsEachFrame(t *testing.T) {
	var sent writes
	r := &Run{Writer: output.NewWriter(t.Context(), &sent, 0), Response: response.Response{Items: output.All(output.Message{Text: Text})}}
	if err := crlf(r); err != nil {
		t.Fatal(err)
	}
	lines := map[int]int{}
	for i := 0; i < len(sent); i += 2 {
		head, tail := sent[i], sent[i+1]
		if !strings.HasSuffix(head, "\r") || !strings.HasPrefix(tail, "\n") || !strings.HasSuffix(head+tail, "\r\n\r\n") {
			t.Errorf("%q and %q", head, tail)
		}
		lines[strings.Count(head, "\n")]++
	}
	if end := strings.Join(sent[len(sent)-2:], ""); end != "data: [DONE]\r\n\r\n" {
		t.Errorf("the stream ends in %q", end)
	}
	if len(lines) != 3 || r.Writer.Deltas() != output.CountTokens(Text) {
		t.Errorf("%v, %d deltas", lines, r.Writer.Deltas())
	}
}
