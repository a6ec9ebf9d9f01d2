package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatAnErrorQuotesIsCut: a file with a value of any length is refused in one readable line,
// which still names the file.
func TestWhatAnErrorQuotesIsCut(t *testing.T) {
	const long = 100_000
	digits, word := strings.Repeat("1", long), strings.Repeat("w", long)
	entry := func(started, status string) string {
		return `{"log":{"entries":[{"startedDateTime":` + started + `,"request":{"method":"POST","url":"http://h/responses"},"response":{"status":` + status + `}}]}}`
	}
	for name, text := range map[string]string{
		"number.har": entry(`"2025-01-01T00:00:00Z"`, digits), "status.har": entry(`"2025-01-01T00:00:00Z"`, `"`+word+`"`),
		"start.har": entry(`"`+word+`"`, "200"),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"import", path}, {"export", path, "--as", "har"}, {path}, {"send", path}, {"validate", path}} {
			r := program(t, "", append(args, "--data-dir", t.TempDir())...)
			for line := range strings.Lines(r.stderr) {
				if len(line) > 1200 {
					t.Errorf("%q: a line of %d bytes: %.300s…", args, len(line), line)
				}
			}
		}
	}
}

// TestALongAnswerIsOneObject: what is written in pieces is what is written at once.
func TestALongAnswerIsOneObject(t *testing.T) {
	for _, unit := range []string{"ü漢\U0001F600\"\\\n", "é", "a\ufffd"} {
		words := strings.Repeat(unit, 1+300_000/len(unit))
		quoted, _ := json.Marshal(words)
		base := saying(t, message(string(quoted))+completed)
		r := program(t, `{"stream":true}`, "send", "--json", "--base-url", base)
		var got struct{ Status, Text string }
		if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || got.Text != words || got.Status != "completed" || strings.Count(r.stdout, "\n") != 1 {
			t.Errorf("%q: %v, %s, %d bytes of %d", unit, err, got.Status, len(got.Text), len(words))
		}
	}
}
