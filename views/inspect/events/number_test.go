package events

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
)

// TestEveryFrameShowsItsNumber: sequence_number has a column, at 80 columns too. A run shows
// its first and last number, a frame too long to be parsed for its row its number, and one
// without a number none.
func TestEveryFrameShowsItsNumber(t *testing.T) {
	var b strings.Builder
	say := func(n int, rest string) { fmt.Fprintf(&b, "data: {\"sequence_number\":%d,%s}\n\n", n, rest) }
	say(7, `"type":"response.created"`)
	b.WriteString(": wait\n\n")
	for n := 8; n <= 12; n++ {
		say(n, `"type":"response.output_text.delta","output_index":0,"delta":"w"`)
	}
	say(13, `"type":"vendor.note","text":"`+strings.Repeat("x", frames.MaxReread)+`"`)
	b.WriteString("data: {\"type\":\"response.completed\"}\n\n")
	for _, width := range []int{80, 120, 200} {
		s := newStage(width, 24)
		s.play([]byte(b.String()), steady, wire.EndClean)
		lines := strings.Split(s.trimmed(), "\n")[2:]
		end := strings.Index(lines[0], "seq") + len("seq") // the column is written to the right
		if end < len("seq") {
			t.Fatalf("at %d columns no column of numbers in\n%s", width, s.trimmed())
		}
		for i, want := range []string{"7", "–", "8…12", "13", "–"} {
			got := strings.Fields(string([]rune(lines[i+1])[:end]))
			if got[len(got)-1] != want {
				t.Errorf("at %d columns line %d ends its number with %q, want %q, in\n%s", width, i+1, got[len(got)-1], want, s.trimmed())
			}
		}
	}
}

// TestANumberIsNeverCut: however few frames there are, a number is complete, and only a run
// has an ellipsis.
func TestANumberIsNeverCut(t *testing.T) {
	for _, c := range []struct {
		from    int64
		width   int
		wantRun string
	}{
		{123_456, 80, "123457…123459"},
		{123_456, 160, "123457…123459"},
		{9_000_000_000_000_000, 80, "9000000000000001…"},
		{9_000_000_000_000_000, 160, "9000000000000001…9000000000000003"},
		{-123_456, 120, "-123455…-123453"},
	} {
		var b strings.Builder
		for i := range int64(6) {
			kind := `"vendor.note"`
			if i > 0 && i < 4 {
				kind = `"response.output_text.delta","output_index":0,"delta":"w"`
			}
			fmt.Fprintf(&b, "data: {\"sequence_number\":%d,\"type\":%s}\n\n", c.from+i, kind)
		}
		s := newStage(c.width, 24)
		s.play([]byte(b.String()), steady, wire.EndClean)
		got := s.trimmed()
		for _, want := range []string{fmt.Sprintf(" %d ", c.from), " " + c.wantRun + " ", fmt.Sprintf(" %d ", c.from+4), "note  unknown", "text.delta"} {
			if !strings.Contains(got, want) {
				t.Errorf("from %d at %d columns %q is missing in\n%s", c.from, c.width, want, got)
			}
		}
	}
}

// TestMomentsStandInTheirColumn, whose heading is above their last cell, however long
// the stream takes.
func TestMomentsStandInTheirColumn(t *testing.T) {
	for _, lastS := range []int64{2, 20, 200, 1000} {
		s := newStage(80, 16)
		s.play(textStream(1), func(frame int) int64 { return (lastS*1_000_000 - 1000) * int64(frame%2) }, wire.EndClean)
		lines := strings.Split(s.trimmed(), "\n")[2:]
		end := strings.Index(lines[0], "at ") + 1
		for i, line := range lines[1:4] {
			row := []rune(line)
			if number := strings.Fields(string(row[1:]))[0]; row[end] != 's' || row[end+1] != ' ' || number != fmt.Sprint(i+1) {
				t.Errorf("after %d s %q does not stand below %q", lastS, line, lines[0])
			}
		}
	}
}
