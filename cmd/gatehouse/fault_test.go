package main

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/gateway/fault"
)

// row is a line of CONTRACT "Fault models of the local gateway". Of a text,
// all is fault.Text, part a non-empty proper prefix of it.
type row struct {
	slug     string
	http     int
	text     string
	verdict  string
	code     int
	warnings string

	plain     string // the verdict with stream:false
	plainCode int
}

func rows() []row {
	var out []row
	for _, s := range []struct {
		slug   string
		status int
	}{
		{"400", 400}, {"401", 401}, {"402", 402}, {"403", 403}, {"404", 404}, {"408", 408}, {"413", 413}, {"422", 422},
		{"429", 429}, {"500", 500}, {"502", 502}, {"503", 503}, {"524", 524}, {"529", 529},
		{"guardrail", 403}, {"html-502", 502},
	} {
		out = append(out, row{"fault/" + s.slug, s.status, "", "failed", 1, "", "failed", 1})
	}
	return append(out,
		row{"fault/cut", 200, "part", "truncated", 1, "no_terminal", "truncated", 1},
		row{"fault/reset", 200, "part", "truncated", 1, "connection_lost", "truncated", 1},
		row{"fault/stall", 200, "part", "truncated", 1, "idle_timeout", "truncated", 1},
		row{"fault/slow", 200, "all", "completed", 0, "", "completed", 0},
		row{"fault/no-done", 200, "all", "completed", 0, "no_done", "completed", 0},
		row{"fault/failed-event", 200, "part", "failed", 1, "", "failed", 1},
		row{"fault/error-event", 200, "part", "failed", 1, "", "failed", 1},
		row{"fault/bad-json", 200, "all", "completed", 0, "undecodable_event", "completed", 0},
		row{"fault/comments", 200, "all", "completed", 0, "", "completed", 0},
		row{"fault/keepalive", 200, "all", "completed", 0, "", "completed", 0},
		row{"fault/crlf", 200, "all", "completed", 0, "", "completed", 0},
		row{"fault/gap", 200, "all", "completed", 0, "sequence_gap", "completed", 0},
		row{"fault/unknown-event", 200, "all", "completed", 0, "unknown_event", "completed", 0},
		row{"fault/incomplete", 200, "part", "incomplete", 3, "", "incomplete", 3},
	)
}

// printed is what send --json prints; members that may be null are pointers or
// raw.
type printed struct {
	Status   string          `json:"status"`
	HTTP     int             `json:"http_status"`
	Text     string          `json:"text"`
	Response json.RawMessage `json:"response"`
	Error    *struct {
		Code     any             `json:"code"`
		Message  string          `json:"message"`
		Metadata json.RawMessage `json:"metadata"`
	} `json:"error"`
	Usage    json.RawMessage `json:"usage"`
	Metadata json.RawMessage `json:"metadata"`
	Model    *string         `json:"model"`
	Warnings []struct{ Code, Message string }
	Timing   map[string]*float64 `json:"timing"`
}

func (p printed) codes() string {
	seen := map[string]bool{}
	var codes []string
	for _, w := range p.Warnings {
		if !seen[w.Code] {
			codes = append(codes, w.Code)
		}
		seen[w.Code] = true
	}
	return strings.Join(codes, " ")
}

// decode reads the one object of --json, and checks that every key is there,
// in the contract's order.
func decode(t *testing.T, out string) printed {
	t.Helper()
	var p printed
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if got := keys(t, out); got != "status http_status text response error usage metadata model warnings timing" {
		t.Errorf("keys %s", got)
	}
	for _, name := range []string{"ttfb_ms", "ttft_ms", "total_ms"} {
		if _, ok := p.Timing[name]; !ok {
			t.Errorf("timing lacks %s", name)
		}
	}
	return p
}

// keys lists an object's keys in their order.
func keys(t *testing.T, object string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatalf("%v in %q", err, object)
	}
	var names []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(names, " ")
}

func request(slug string, stream bool) string {
	body, _ := json.Marshal(map[string]any{"model": slug, "input": "hi", "stream": stream})
	return string(body)
}

func checkText(t *testing.T, want, got string) {
	t.Helper()
	ok := got == ""
	switch want {
	case "all":
		ok = got == fault.Text
	case "part":
		ok = got != "" && got != fault.Text && strings.HasPrefix(fault.Text, got)
	}
	if !ok {
		t.Errorf("text %q, want %s", got, want)
	}
}

// TestFaultTable is CONTRACT's table line by line, streamed.
func TestFaultTable(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.slug, func(t *testing.T) {
			t.Parallel()
			got := program(t, request(r.slug, true), "send", "--json", "--idle-timeout", "3s")
			if got.code != r.code {
				t.Errorf("exit code %d, want %d", got.code, r.code)
			}
			p := decode(t, got.stdout)
			if p.Status != r.verdict || p.HTTP != r.http || p.codes() != r.warnings {
				t.Errorf("verdict %s, status %d, warnings %q, want %+v", p.Status, p.HTTP, p.codes(), r)
			}
			checkText(t, r.text, p.Text)
			if (p.Error != nil) != (r.verdict == "failed") {
				t.Errorf("error %+v beside verdict %s", p.Error, p.Status)
			}
			if p.Timing["ttfb_ms"] == nil || (p.Timing["ttft_ms"] != nil) != (r.text != "") || p.Timing["total_ms"] == nil {
				t.Errorf("timing %v", p.Timing)
			}
			if (got.stderr == "") != (r.verdict == "completed") {
				t.Errorf("stderr %q", got.stderr)
			}
		})
	}
}

// TestFaultTablePlain is the same with stream:false.
func TestFaultTablePlain(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.slug, func(t *testing.T) {
			t.Parallel()
			got := program(t, request(r.slug, false), "send", "--json", "--idle-timeout", "3s")
			if got.code != r.plainCode {
				t.Errorf("exit code %d, want %d", got.code, r.plainCode)
			}
			p := decode(t, got.stdout)
			if p.Status != r.plain || p.HTTP != r.http {
				t.Errorf("verdict %s, status %d, want %+v", p.Status, p.HTTP, r)
			}
			if r.plain == "completed" {
				checkText(t, "all", p.Text)
			}
			if (p.Error != nil) != (r.plain == "failed") {
				t.Errorf("error %+v beside verdict %s", p.Error, p.Status)
			}
			if p.Timing["ttft_ms"] != nil {
				t.Error("a first token is told of an answer that was not streamed")
			}
		})
	}
}

// TestFaultTableEvents is the same through --events: the frames are those of
// the wire and the last line is the verdict.
func TestFaultTableEvents(t *testing.T) {
	for _, r := range rows() {
		t.Run(r.slug, func(t *testing.T) {
			t.Parallel()
			got := program(t, request(r.slug, true), "send", "--events", "--idle-timeout", "3s")
			if got.code != r.code {
				t.Errorf("exit code %d, want %d", got.code, r.code)
			}
			lines := eventLines(t, got.stdout)
			last := lines[len(lines)-1]
			if last.Verdict != r.verdict || last.HTTP != r.http {
				t.Errorf("last line %+v, want %+v", last, r)
			}
			frames := lines[:len(lines)-1]
			if r.http != 200 {
				if len(frames) != 1 || frames[0].Body == nil || frames[0].HTTP != r.http || frames[0].ContentType == "" {
					t.Errorf("an answer that is no event stream is one line, not %+v", frames)
				}
				return
			}
			checkFrames(t, r, frames)
		})
	}
}

// eventLine is a line of --events.
type eventLine struct {
	AtUS        *int64  `json:"at_us"`
	Event       *string `json:"event"`
	ID          *string `json:"id"`
	Data        *string `json:"data"`
	Comment     *string `json:"comment"`
	Torn        bool    `json:"torn"`
	Raw         []byte  `json:"raw_base64"`
	HTTP        int     `json:"http_status"`
	ContentType string  `json:"content_type"`
	Body        *string `json:"body"`
	Verdict     string  `json:"verdict"`
}

func eventLines(t *testing.T, out string) []eventLine {
	t.Helper()
	var lines []eventLine
	before := int64(0)
	for line := range strings.Lines(out) {
		var e eventLine
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		if e.AtUS == nil || *e.AtUS < before {
			t.Errorf("at_us goes back or is missing in %q", line)
		} else {
			before = *e.AtUS
		}
		lines = append(lines, e)
	}
	if len(lines) == 0 {
		t.Fatal("nothing was printed")
	}
	return lines
}

// checkFrames puts the text together again from the frames alone.
func checkFrames(t *testing.T, r row, frames []eventLine) {
	t.Helper()
	var text strings.Builder
	done, comments, unreadable := 0, 0, 0
	for _, f := range frames {
		var e struct{ Type, Delta string }
		switch {
		case f.Comment != nil:
			comments++
		case f.Data != nil && *f.Data == "[DONE]":
			done++
		case f.Data == nil || json.Unmarshal([]byte(*f.Data), &e) != nil:
			unreadable++
		case f.Event == nil || *f.Event != e.Type:
			t.Errorf("event line and type differ: %+v", f)
		case e.Type == "response.output_text.delta":
			text.WriteString(e.Delta)
		}
	}
	checkText(t, r.text, text.String())
	noDone := r.verdict == "truncated" || r.slug == "fault/no-done" || r.slug == "fault/error-event"
	if (done == 0) != noDone || (unreadable > 0) != (r.slug == "fault/bad-json") || (comments > 0) != (r.slug == "fault/comments") {
		t.Errorf("%d [DONE], %d unreadable frames, %d comments", done, unreadable, comments)
	}
}
