package inspect_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// BenchmarkInspectMemory is what an exchange of 100 MB costs in memory, in multiples of its
// bytes, and what it may cost: after it was stored and folded, and after every tab was
// opened, gone through and searched. A moment of the past may cost as much again. It also
// reports the longest first drawing of a tab.
func BenchmarkInspectMemory(b *testing.B) {
	for _, c := range []struct {
		name string
		most float64 // multiples of its bytes that may be held (BUDGETS.md)
		make func() *app.Model
	}{
		{"a million frames", 2, million},
		{"a running text of 400 B deltas", 2, func() *app.Model { return running(400, "\n", oneLine) }},
		{"one document with escapes", 2, func() *app.Model { return document(words(10_000, 10_000, "\"quoted\"\n")) }},
		{"a running text of 64 KB deltas in several lines", 4, func() *app.Model { return running(64<<10, "", severalLines) }},
		{"one event in several lines", 4, func() *app.Model { return oneEvent(words(10_000, 10_000, "\"quoted\"\n"), severalLines) }},
		{"items of 300 B", 4, func() *app.Model { return manyItems(300_000, 100, oneLine) }},
		{"items of 300 B in one document", 4, func() *app.Model { return document(words(400_000, 100, "")) }},
		{"messages as services stream them", 4, func() *app.Model { return manyMessages(75_000) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				measureMemory(b, c.most, c.make)
			}
		})
	}
}

// perFrame is how many bytes a frame may cost in addition to its size, if an exchange may
// cost more than twice its bytes.
const perFrame = 40

func measureMemory(b *testing.B, most float64, begin func() *app.Model) {
	before := heap()
	m := begin()
	turn := apptest.Of(m).Look().Turn()
	size := float64(turn.Capture.Text().Len())
	if most > 2 {
		most += perFrame * float64(turn.Exchange.Frames) / size
	}
	b.ReportMetric(most, "may-be-held")
	m.View()
	b.ReportMetric(float64(heap()-before)/size, "held-at-first")
	var longest time.Duration
	for _, t := range apptest.Of(m).Tabs() {
		began := time.Now()
		cmd := m.Refreshed(m.SetFocus(t.ID))
		m.View()
		longest = max(longest, time.Since(began))
		apptest.Perform(m, cmd)
	}
	if frames := turn.Exchange.Frames; frames > 1 {
		b.ReportMetric(float64(step(m, frames-2).Milliseconds()), "step-ms")
		b.ReportMetric(float64(heap()-before)/size, "held-in-the-past")
		step(m, -1)
	}
	for _, t := range apptest.Of(m).Tabs() {
		apptest.Perform(m, m.Refreshed(m.SetFocus(t.ID)))
		for _, key := range []string{"G", "pgup", "g", "pgdown", "/", "n", "e", "e", "enter", "n", "esc", "enter", "j", "z", "G", "z", "G", "/", "z", "z", "esc", "z"} {
			_, cmd := m.Update(apptest.Key(key))
			apptest.Perform(m, cmd)
			m.View()
		}
		b.ReportMetric(float64(heap()-before)/size, "held-"+t.Title)
	}
	apptest.Perform(m, m.Refreshed(m.SetFocus(chat.TranscriptPane)))
	for _, key := range []string{"g", "K", "K", "space", "pgdown", "J", "space", "end", "pgup"} {
		_, cmd := m.Update(apptest.Key(key))
		apptest.Perform(m, cmd)
		m.View()
	}
	b.ReportMetric(float64(heap()-before)/size, "held-Chat")
	b.ReportMetric(float64(longest.Milliseconds()), "first-picture-ms")
	runtime.KeepAlive(m)
}

// step puts the cursor of time after a frame, shows every tab as it was there, and
// returns how long the key waited.
func step(m *app.Model, frame int) time.Duration {
	began := time.Now()
	cmd := apptest.Of(m).Look().Seek(frame)
	m.View()
	waited := time.Since(began)
	apptest.Perform(m, cmd)
	for _, t := range apptest.Of(m).Tabs() {
		apptest.Perform(m, m.Refreshed(m.SetFocus(t.ID)))
		m.View()
	}
	return waited
}

// heap is what is held.
func heap() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

func million() *app.Model {
	m, more := captured()
	for n := 0; n < 1_000_000; n += 1000 {
		more(deltas(n, 1000))
	}
	return m
}

// randomText is at least size bytes of random letters, which do not compress, and now and
// then a tail.
func randomText(size int, tail string, letters *rand.Rand) string {
	var b strings.Builder
	for b.Len() < size {
		for range 8 {
			fmt.Fprintf(&b, "%s ", strconv.FormatUint(letters.Uint64(), 36))
		}
		b.WriteString(tail)
	}
	return b.String()
}

// words is an output of messages, each with a text of size bytes.
func words(items, size int, tail string) string {
	letters := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}`, i, strconv.Quote(randomText(size, tail, letters)))
	}
	return b.String()
}

// document is an answer that is no stream.
func document(output string) *app.Model {
	m, _ := captured()
	m.Desk.Shown().Runs = nil
	turn := apptest.Of(m).Look().Turn()
	body := []byte(`{"id":"r","object":"response","status":"completed","usage":{"input_tokens":1,"output_tokens":20000000},"output":[` + output + `]}`)
	size := int64(len(body))
	turn.Capture = &wire.Capture{ID: "large", Timing: wire.NoTiming(), Sent: turn.Capture.Sent, Head: &wire.Head{Status: 200}, End: &wire.End{Cause: wire.EndClean, AtUS: size}}
	for at := int64(0); at < size; at += 16 << 10 {
		turn.Capture.Body.Append(body[at:min(at+16<<10, size)], at)
	}
	turn.Exchange = state.NewExchange(turn.Capture.ID, turn.Exchange.Request)
	turn.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: turn.Capture.Head}, wire.Arrival{Kind: wire.ArrivedEnd, End: turn.Capture.End, Body: turn.Capture.Text().Join(), Timing: &turn.Capture.Timing})
	return m
}

// running is a stream of one text of 100 MB, which arrives in deltas of about delta
// bytes and has not ended.
func running(delta int, tail string, frame func(event string) string) *app.Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for size, n := 0, 0; size < 100_000_000; {
		var batch strings.Builder
		for batch.Len() < 64<<10 {
			words := randomText(delta, tail, letters)
			size += len(words)
			n++
			batch.WriteString(frame(fmt.Sprintf(`{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m","delta":%s}`, n, strconv.Quote(words))))
		}
		more(batch.String())
	}
	return m
}

// oneEvent is a stream whose last event has the complete output.
func oneEvent(output string, frame func(event string) string) *app.Model {
	m, more := captured()
	more(frame(`{"type":"response.completed","response":{"status":"completed","output":[` + output + "]}}"))
	return m
}

// manyItems is a stream of n items with a text of size bytes, one item per event.
func manyItems(n, size int, frame func(event string) string) *app.Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		more(frame(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}}`, i, i, strconv.Quote(randomText(size, "\n", letters)))))
	}
	return m
}

// manyMessages is a stream of n short messages, each with all the events that announce and
// end it.
func manyMessages(n int) *app.Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		words, at := strconv.Quote(randomText(100, "", letters)), fmt.Sprintf(`"output_index":%d,"item_id":"msg_%d","content_index":0`, i+1, i)
		item := func(status, content string) string {
			return fmt.Sprintf(`{"type":"message","id":"msg_%d","role":"assistant","status":%q,"content":[%s]}`, i, status, content)
		}
		part := func(text string) string {
			return fmt.Sprintf(`{"type":"output_text","text":%s,"annotations":[]}`, text)
		}
		more(oneLine(fmt.Sprintf(`{"type":"response.output_item.added","output_index":%d,"item":%s}`, i+1, item("in_progress", ""))) +
			oneLine(fmt.Sprintf(`{"type":"response.content_part.added",%s,"part":%s}`, at, part(`""`))) +
			oneLine(fmt.Sprintf(`{"type":"response.output_text.delta",%s,"delta":%s}`, at, words)) +
			oneLine(fmt.Sprintf(`{"type":"response.output_text.done",%s,"text":%s}`, at, words)) +
			oneLine(fmt.Sprintf(`{"type":"response.content_part.done",%s,"part":%s}`, at, part(words))) +
			oneLine(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":%s}`, i+1, item("completed", part(words)))))
	}
	return m
}

// oneLine is the frame of an event as services send it.
func oneLine(event string) string { return "data: " + event + "\n\n" }

// severalLines is the frame of an event that is indented.
func severalLines(event string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(event), "data: ", "  "); err != nil {
		panic(err)
	}
	return "data: " + b.String() + "\n\n"
}
