package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/state"
)

// TestALongStreamOpens: an answer as it came may be larger than a document.
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
		s, err := Open(path)
		if (err == nil) != c.opens {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && s.Conversation.Current.Told().Verdict != state.Completed {
			t.Errorf("%s is %s", name, s.Conversation.Current.Told().Verdict)
		}
	}
}
