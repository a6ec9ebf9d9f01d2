package har_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// appended writes an entry at the end of a file; only the first reach bytes of it arrive: -1 for
// all.
func appended(t interface{ Fatal(...any) }, file []byte, e har.Entry, reach int) []byte {
	end, err := har.EndOf(file)
	if err != nil {
		t.Fatal(err)
	}
	if end.Torn {
		file = append(bytes.Clone(file[:end.At]), end.Tail...)
	}
	complete := memory{data: bytes.Clone(file), left: 1 << 30}
	next := end
	if err := next.Append(&complete, e); err != nil {
		t.Fatal(err)
	}
	if again, err := har.EndOf(complete.data); err != nil || again.At != next.At || again.Entries != next.Entries {
		t.Fatal(again, next, err)
	}
	if reach < 0 {
		return complete.data
	}
	killed := memory{data: bytes.Clone(file), left: reach}
	_ = end.Append(&killed, e)
	return killed.data
}

// memory is a file that accepts only that number of further bytes.
type memory struct {
	data []byte
	left int
}

func (m *memory) WriteAt(p []byte, at int64) (int, error) {
	n := min(len(p), m.left)
	m.left -= n
	if more := int(at) + n - len(m.data); more > 0 {
		m.data = append(m.data, make([]byte, more)...)
	}
	copy(m.data[at:], p[:n])
	if n < len(p) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

// TestALongEntryIsWrittenInPieces, wherever a character is on the border of two; if one breaks
// off, the file before it is read.
func TestALongEntryIsWrittenInPieces(t *testing.T) {
	for name, unit := range map[string]string{"text": "a\u2028\"ü漢\U0001F600\n", "bytes": "\xff\x00漢", "half": strings.Repeat("é", 40_000) + "\xc3"} {
		t.Run(name, func(t *testing.T) {
			body := []byte(strings.Repeat(unit, 1+400_000/len(unit)))
			c := &wire.Capture{ID: "long", Timing: wire.NoTiming(), Head: &wire.Head{Status: 200}, End: &wire.End{Cause: wire.EndClean}, Decoded: &wire.Body{}}
			c.Sent.Method, c.Sent.Body = "POST", body
			for from := 0; from < len(body); from += 1001 {
				c.Decoded.Append(body[from:min(from+1001, len(body))], int64(from))
				c.Body.Append(body[from:min(from+10, len(body))], int64(from))
			}
			file, _, err := har.Empty()
			if err != nil {
				t.Fatal(err)
			}
			first := har.Entry{Capture: &wire.Capture{ID: "first", Timing: wire.NoTiming()}}
			file = appended(t, appended(t, file, first, -1), har.Entry{Capture: c}, -1)
			entries, err := har.Read(file)
			if err != nil || len(entries) != 2 || !json.Valid(file) {
				t.Fatal(len(entries), err)
			}
			if wrong := difference(c, entries[1].Capture); wrong != "" {
				t.Error(wrong)
			}
			end, err := har.EndOf(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, reach := range []int{1, 5, 100, 65_536, 65_537, 300_000} {
				broken := appended(t, file, har.Entry{Capture: c}, reach)
				again, err := har.EndOf(broken)
				if err != nil || again.At != end.At || again.Entries != 2 {
					t.Errorf("%d bytes: %v %+v", reach, err, again)
				}
			}
		})
	}
}

// largest is a file that stores only the length of the longest piece written.
type largest struct{ bytes int }

func (l *largest) WriteAt(p []byte, _ int64) (int, error) {
	l.bytes = max(l.bytes, len(p))
	return len(p), nil
}

// TestALongEntryIsNeverComposed: it is written as it is made, whether its body is text or not,
// that of the request or that of the answer.
func TestALongEntryIsNeverComposed(t *testing.T) {
	const size, most = 8 << 20, 1 << 20
	_, end, err := har.Empty()
	if err != nil {
		t.Fatal(err)
	}
	for name, unit := range map[string]string{"text": "an answer ü\n", "bytes": "\xff\x00"} {
		body := bytes.Repeat([]byte(unit), size/len(unit))
		answered, asked := &wire.Capture{ID: "a", Timing: wire.NoTiming(), Head: &wire.Head{Status: 200}}, &wire.Capture{ID: "b", Timing: wire.NoTiming()}
		answered.Body.Append(body, 0)
		asked.Sent.Body = body
		for of, c := range map[string]*wire.Capture{"answer": answered, "request": asked} {
			file := &largest{}
			if err := end.Append(file, har.Entry{Capture: c}); err != nil {
				t.Fatal(err)
			}
			if file.bytes > most {
				t.Errorf("%s of the %s: a piece of %d KiB is written", name, of, file.bytes>>10)
			}
		}
	}
}

// TestAppendedEntriesSurviveAKill: wherever a write stops, the entries before it are read,
// and the next one is appended to them.
func TestAppendedEntriesSurviveAKill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file, _, err := har.Empty()
		if err != nil {
			t.Fatal(err)
		}
		var want []*wire.Capture
		for range rapid.IntRange(1, 5).Draw(t, "entries") {
			e := har.Entry{Capture: capture(t)}
			reach := rapid.OneOf(rapid.Just(-1), rapid.IntRange(0, 12), rapid.IntRange(0, 4000)).Draw(t, "reach")
			file = appended(t, file, e, reach)
			entries, err := har.Read(file)
			if err != nil && !errors.Is(err, har.ErrTorn) {
				t.Fatalf("%v in %s", err, file)
			}
			switch len(entries) - len(want) {
			case 0:
			case 1:
				want = append(want, e.Capture)
			default:
				t.Fatalf("%d entries of %d", len(entries), len(want))
			}
			if reach < 0 && (len(entries) != len(want) || err != nil || want[len(want)-1] != e.Capture || !json.Valid(file)) {
				t.Fatalf("what was written completely is not there: %v", err)
			}
			for i, c := range want {
				if wrong := difference(c, entries[i].Capture); wrong != "" {
					t.Fatal(wrong)
				}
			}
		}
	})
}

// TestForeignFilesAreAppendedTo: in place, with all that they hold.
func TestForeignFilesAreAppendedTo(t *testing.T) {
	for _, file := range []string{
		"\xEF\xBB\xBF{ \"log\": {\n  \"entries\": [ " + foreignOne + "\n ] ,\n \"comment\": \"]}\" }, \"x\": [1] }\n",
		`{"log":{"entries":[  ]}}`,
	} {
		before, err := har.EndOf([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		out := appended(t, []byte(file), har.Entry{Capture: &wire.Capture{ID: "mine"}}, -1)
		entries, err := har.Read(out)
		if err != nil || len(entries) != before.Entries+1 || entries[before.Entries].Capture.ID != "mine" {
			t.Errorf("%v: %s", err, out)
		}
		if strings.Contains(file, "comment") && !strings.Contains(string(out), `"comment": "]}" }, "x": [1] }`) {
			t.Errorf("lost: %s", out)
		}
	}
}

const foreignOne = `{"startedDateTime":"2026-03-01T10:00:00Z","request":{"method":"GET","url":"https://h/"},"response":{"status":200,"content":{}}}`

// TestWhatIsNoEnd: a file that is none, and one that is broken in its middle, are left
// alone.
func TestWhatIsNoEnd(t *testing.T) {
	file, _, _ := har.Empty()
	file = appended(t, appended(t, file, har.Entry{Capture: &wire.Capture{}}, -1), har.Entry{Capture: &wire.Capture{}}, -1)
	var syntax *scan.SyntaxError
	broken := bytes.Replace(file, []byte(`"request":`), []byte(`"request" `), 1)
	if _, err := har.EndOf(broken); !errors.As(err, &syntax) {
		t.Errorf("an entry in the middle is broken: %v", err)
	}
	for _, text := range []string{"", "x", `{"log":{}}`, `{"log":{"entries":{}}}`, "{\"log\":{\"entries\":[\n"} {
		if end, err := har.EndOf([]byte(text)); err == nil && !end.Torn {
			t.Errorf("%q has an end", text)
		}
	}
}

// FuzzEndOf: whatever a file holds, it is refused, or an entry is appended to what can be
// read of it.
func FuzzEndOf(f *testing.F) {
	file, _, _ := har.Empty()
	f.Add(file)
	file = appended(f, file, har.Entry{Capture: &wire.Capture{ID: "one"}}, -1)
	f.Add(file)
	f.Add(file[:len(file)-20])
	f.Add([]byte(`{"log":{"entries":[` + foreignOne + `]}}`))
	f.Add([]byte("{\"log\":{\"entries\":[\n{\"\x85\":false}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		end, err := har.EndOf(data)
		if err != nil {
			return
		}
		out := appended(t, data, har.Entry{Capture: &wire.Capture{ID: "mine"}}, -1)
		entries, err := har.Read(out)
		if again, wrong := har.EndOf(out); wrong != nil || again.Torn || again.Entries != end.Entries+1 {
			t.Fatalf("%+v, then %+v: %v", end, again, wrong)
		}
		if len(entries) == 0 || entries[len(entries)-1].Capture.ID != "mine" {
			t.Fatalf("%d entries, %v", len(entries), err)
		}
	})
}
