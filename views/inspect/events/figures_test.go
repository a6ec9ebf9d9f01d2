package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
)

// counted holds the counts of a stream's bytes, read in the plainest way: split at empty
// lines, each piece parsed alone.
type counted struct{ frames, comments, gaps, unread, deltas int }

func count(body []byte) (c counted) {
	last, unread := -1, 0
	text := strings.ReplaceAll(string(body), "\r\n", "\n")
	for piece := range strings.SplitSeq(text, "\n\n") {
		var data []string
		for line := range strings.SplitSeq(piece, "\n") {
			if strings.HasPrefix(line, ":") {
				c.frames, c.comments = c.frames+1, c.comments+1
			}
			if d, ok := strings.CutPrefix(line, "data: "); ok {
				data = append(data, d)
			}
		}
		if data == nil {
			continue
		}
		c.frames++
		var e struct {
			Sequence *int `json:"sequence_number"`
			Delta    string
		}
		switch joined := strings.Join(data, "\n"); {
		case joined == "[DONE]":
		case json.Unmarshal([]byte(joined), &e) != nil:
			c.unread, unread = c.unread+1, unread+1
		default:
			if e.Delta != "" {
				c.deltas++
			}
			if e.Sequence != nil {
				if last >= 0 && (*e.Sequence <= last || *e.Sequence > last+1+unread) {
					c.gaps++
				}
				last, unread = *e.Sequence, 0
			}
		}
	}
	return c
}

// TestFiguresAreThoseOfTheBytes recomputes what the pane says from the body.
func TestFiguresAreThoseOfTheBytes(t *testing.T) {
	for _, slug := range []string{"sim/writer", "sim/reasoner", "fault/gap", "fault/bad-json", "fault/comments", "fault/keepalive", "fault/crlf", "fault/cut"} {
		body := answered(t, slug)
		s := newStage(160, 300)
		s.play(body, steady, wire.EndClean)
		c, got := count(body), s.trimmed()
		want := []string{figures.Thousands(c.frames) + " frames, " + figures.Size(len(body))}
		if c.comments > 0 {
			want = append(want, fmt.Sprintf("%d comments", c.comments))
		}
		switch {
		case c.gaps == 0 && c.unread > 0:
			want = append(want, "no gaps in parsed events")
		case c.gaps == 0:
			want = append(want, "no gaps in sequence_number")
		case c.gaps == 1:
			want = append(want, "⚠ 1 break in sequence_number")
		}
		if c.unread > 0 {
			want = append(want, fmt.Sprintf("⚠ %d frame not parsed", c.unread))
		}
		if bytes.Contains(body, []byte("[DONE]")) {
			want = append(want, "[DONE] received")
		} else {
			want = append(want, "no [DONE]")
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is missing in\n%s", slug, w, got)
			}
		}
		deltas := 0
		for i := range s.rows.Frames() {
			if s.list().IsDelta(i) {
				deltas++
			}
			if i > 0 && s.rows.Gap(i) != 9_000 {
				t.Errorf("%s: frame %d came %d µs after the one before, want 9000", slug, i+1, s.rows.Gap(i))
			}
		}
		if deltas != c.deltas {
			t.Errorf("%s: %d deltas, the bytes hold %d", slug, deltas, c.deltas)
		}
	}
}

// TestALongSizeIsSeparated from the words before it.
func TestALongSizeIsSeparated(t *testing.T) {
	s := newStage(80, 16)
	s.play([]byte(`data: {"type":"response.`+strings.Repeat("n", 60)+`","text":"`+strings.Repeat("m", 150_000)+"\"}\n\ndata: [DONE]\n\n"), steady, wire.EndClean)
	if got := s.trimmed(); !strings.Contains(got, "unknown 150.1 KB\n") {
		t.Errorf("got\n%s", got)
	}
}

// TestAStreamWithoutNumbersHasNoneToMiss.
func TestAStreamWithoutNumbersHasNoneToMiss(t *testing.T) {
	s := newStage(160, 30)
	s.play([]byte("data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\"}}\n\ndata: [DONE]\n\n"), steady, wire.EndClean)
	if got := s.trimmed(); !strings.Contains(got, "no sequence_number") || strings.Contains(got, "no gaps") {
		t.Errorf("got\n%s", got)
	}
}

// TestAnUnreadFrameExplainsAMissingNumber: that is no gap, and a number is not claimed
// to be there if it is not.
func TestAnUnreadFrameExplainsAMissingNumber(t *testing.T) {
	for next, want := range map[string]string{"2": "no gaps in parsed events", "3": "no other gaps in sequence_number", "4": "⚠ 1 break in sequence_number"} {
		s := newStage(160, 30)
		s.play([]byte("data: {\"type\":\"response.created\",\"sequence_number\":1}\n\ndata: {\n\ndata: {\"type\":\"response.in_progress\",\"sequence_number\":"+next+"}\n\ndata: [DONE]\n\n"), steady, wire.EndClean)
		if got := s.trimmed(); !strings.Contains(got, want) || !strings.Contains(got, "⚠ 1 frame not parsed") {
			t.Errorf("then %s: no %q in\n%s", next, want, got)
		}
	}
}
