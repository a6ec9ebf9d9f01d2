package app

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

	"gatehouse/client/wire"
	"gatehouse/state"
)

// BenchmarkInspectHeld is what an exchange costs in memory, in multiples of its
// bytes (BUDGETS.md: at most 2): as it is kept and folded, and when every tab was
// opened, gone through and searched. It also tells the longest first picture of a
// tab.
func BenchmarkInspectHeld(b *testing.B) {
	for _, c := range []struct {
		name string
		make func() *Model
	}{
		{"a million frames", million},
		{"a running text of 64 KB deltas", func() *Model { return running(64<<10, "", oneLine) }},
		{"a running text of 64 KB deltas with escapes", func() *Model { return running(64<<10, "\"quoted\"\n", oneLine) }},
		{"a running text of 1 KB deltas", func() *Model { return running(1<<10, "\n", oneLine) }},
		{"a running text of 400 B deltas", func() *Model { return running(400, "\n", oneLine) }},
		{"a running text that packs", func() *Model { return packing(64<<10, oneLine) }},
		{"a running text that packs in several lines", func() *Model { return packing(64<<10, severalLines) }},
		{"items", func() *Model { return manyItems(10_000, 10_000, oneLine) }},
		{"items of 300 B", func() *Model { return manyItems(300_000, 100, oneLine) }},
		{"items of 300 B in one document", func() *Model { return document(words(400_000, 100, "")) }},
		{"calls of 500 B", func() *Model { return manyCalls(180_000) }},
		{"messages as services stream them", func() *Model { return manyMessages(75_000) }},
		{"citations", func() *Model { return manyCitations(300_000) }},
		{"a text that broke off", func() *Model { return broken(running(64<<10, "", oneLine)) }},
		{"a text of 400 B deltas that broke off", func() *Model { return broken(running(400, "\n", oneLine)) }},
		{"one document of 100 MB", func() *Model { return document(words(10_000, 10_000, "")) }},
		{"one document with escapes", func() *Model { return document(words(10_000, 10_000, "\"quoted\"\n")) }},
		{"one document of one text with escapes", func() *Model { return document(words(1, 100_000_000, "\"quoted\"\n")) }},
		{"one event of 100 MB", func() *Model { return oneEvent(words(10_000, 10_000, ""), oneLine) }},
		{"one event with escapes", func() *Model { return oneEvent(words(10_000, 10_000, "\"quoted\"\n"), oneLine) }},
		{"one event of one text with escapes", func() *Model { return oneEvent(words(1, 100_000_000, "\"quoted\"\n"), oneLine) }},
		{"reasoning", func() *Model {
			return document(largeText(`{"type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":%s}]}`))
		}},
		{"reasoning summary", func() *Model {
			return oneEvent(largeText(`{"type":"reasoning","summary":[{"type":"summary_text","text":%s}]}`), oneLine)
		}},
		{"refusal", func() *Model {
			return document(largeText(`{"type":"message","content":[{"type":"refusal","refusal":%s}]}`))
		}},
		{"function arguments", func() *Model {
			return document(largeText(`{"type":"function_call","call_id":"c","name":"f","arguments":%s}`))
		}},
		{"function arguments of JSON", func() *Model {
			return document(fmt.Sprintf(`{"type":"function_call","call_id":"c","name":"f","arguments":%s}`, strconv.Quote(largeText(`{"a":%s}`))))
		}},
		{"custom tool input", func() *Model {
			return oneEvent(largeText(`{"type":"custom_tool_call","call_id":"c","name":"f","input":%s}`), oneLine)
		}},
		{"MCP arguments", func() *Model {
			return oneEvent(largeText(`{"type":"mcp_call","id":"c","name":"f","arguments":%s}`), oneLine)
		}},
		{"MCP output", func() *Model {
			return document(largeText(`{"type":"mcp_call","id":"c","name":"f","arguments":"{}","output":%s}`))
		}},
		{"MCP error", func() *Model {
			return document(largeText(`{"type":"mcp_call","id":"c","name":"f","arguments":"{}","error":%s}`))
		}},
		{"code", func() *Model {
			return document(largeText(`{"type":"code_interpreter_call","id":"c","code":%s,"outputs":null}`))
		}},
		{"output of code", func() *Model {
			return oneEvent(largeText(`{"type":"code_interpreter_call","id":"c","code":"1","outputs":[{"type":"logs","logs":%s}]}`), oneLine)
		}},
		{"output of a shell", func() *Model {
			return document(largeText(`{"type":"shell_call_output","call_id":"c","output":[{"stdout":%s,"stderr":"","outcome":{"type":"exit","exit_code":0}}]}`))
		}},
		{"patch", func() *Model {
			return oneEvent(largeText(`{"type":"apply_patch_call","call_id":"c","operation":{"type":"update_file","path":"f","diff":%s}}`), oneLine)
		}},
		{"an unknown item", func() *Model { return document(largeText(`{"type":"hologram","id":"h","shape":%s}`)) }},
		{"a picture with escapes", func() *Model {
			return document(fmt.Sprintf(`{"type":"image_generation_call","id":"i","status":"completed","result":"%s"}`, strings.Repeat(`AAA\/`, 20_000_000)))
		}},
		{"an error message", func() *Model {
			m, more := captured()
			more(largeText(`data: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":%s},"output":[]}}`) + "\n\n")
			return m
		}},
		{"a running text of 64 KB deltas in several lines", func() *Model { return running(64<<10, "", severalLines) }},
		{"a running text of 1 KB deltas in several lines", func() *Model { return running(1<<10, "\n", severalLines) }},
		{"a running text of 400 B deltas in several lines", func() *Model { return running(400, "\n", severalLines) }},
		{"a running text of 400 B deltas, most in several lines", func() *Model { return running(400, "\n", severalLinesBut(100)) }},
		{"a running text of 20 KB deltas, half in several lines", func() *Model { return running(20<<10, "\n", severalLinesBut(2)) }},
		{"a running text of 150 B deltas in several lines", func() *Model { return running(130, "\n", severalLines) }},
		{"a running text of 150 B deltas", func() *Model { return running(130, "\n", oneLine) }},
		{"one event in several lines", func() *Model { return oneEvent(words(10_000, 10_000, "\"quoted\"\n"), severalLines) }},
		{"one event of one text in several lines", func() *Model { return oneEvent(words(1, 100_000_000, "\"quoted\"\n"), severalLines) }},
		{"items in several lines", func() *Model { return manyItems(10_000, 10_000, severalLines) }},
		{"two texts with escapes, compared", func() *Model { return twice(words(1, 50_000_000, "\"quoted\"\n")) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				held(b, c.make)
			}
		})
	}
}

func held(b *testing.B, begin func() *Model) {
	before := heap()
	m := begin()
	size := 0.0
	for _, t := range m.exchanges() {
		size += float64(t.Capture.Text().Len())
	}
	m.View()
	b.ReportMetric(float64(heap()-before)/size, "held-at-first")
	var longest time.Duration
	for _, t := range m.tabs() {
		began := time.Now()
		cmd := m.refreshed(m.setFocus(t.pane))
		m.View()
		longest = max(longest, time.Since(began))
		work(m, cmd)
	}
	if frames := m.inspected().Exchange.Frames; frames > 1 {
		b.ReportMetric(float64(step(m, frames-2).Milliseconds()), "step-ms")
		b.ReportMetric(float64(heap()-before)/size, "held-in-the-past")
		step(m, -1)
	}
	for _, t := range m.tabs() {
		work(m, m.refreshed(m.setFocus(t.pane)))
		for _, key := range []string{"G", "pgup", "g", "pgdown", "/", "n", "e", "e", "enter", "n", "esc", "enter", "j", "r", "G", "r", "G", "/", "z", "z", "esc", "r"} {
			_, cmd := m.Update(keyPress(key))
			work(m, cmd)
			m.View()
		}
		b.ReportMetric(float64(heap()-before)/size, "held-"+t.name)
	}
	work(m, m.refreshed(m.setFocus(transcriptPane)))
	for _, key := range []string{"g", "K", "K", "space", "pgdown", "J", "space", "end", "pgup"} {
		_, cmd := m.Update(keyPress(key))
		work(m, cmd)
		m.View()
	}
	b.ReportMetric(float64(heap()-before)/size, "held-Chat")
	b.ReportMetric(float64(longest.Milliseconds()), "first-picture-ms")
	runtime.KeepAlive(m)
}

// step puts the cursor of time behind a frame, shows every tab as it was there, and
// returns how long the key waited.
func step(m *Model, frame int) time.Duration {
	began := time.Now()
	cmd := m.seek(frame)
	m.View()
	waited := time.Since(began)
	work(m, cmd)
	for _, t := range m.tabs() {
		work(m, m.refreshed(m.setFocus(t.pane)))
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

func million() *Model {
	m, more := captured()
	for n := 0; n < 1_000_000; n += 1000 {
		more(deltas(n, 1000))
	}
	return m
}

// largeText writes a text of 100 MB full of escapes into a document.
func largeText(format string) string {
	return fmt.Sprintf(format, strconv.Quote(text(100_000_000, "\"quoted\"\n", rand.New(rand.NewPCG(1, 2)))))
}

// text is at least so many bytes of random letters, which do not pack, and now and
// then a tail.
func text(size int, tail string, letters *rand.Rand) string {
	var b strings.Builder
	for b.Len() < size {
		for range 8 {
			fmt.Fprintf(&b, "%s ", strconv.FormatUint(letters.Uint64(), 36))
		}
		b.WriteString(tail)
	}
	return b.String()
}

// words is an output of so many messages, each with a text of so many bytes.
func words(items, size int, tail string) string {
	letters := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}`, i, strconv.Quote(text(size, tail, letters)))
	}
	return b.String()
}

// document is an answer that is no stream.
func document(output string) *Model {
	m, _ := captured()
	m.desk.chat().run = nil
	wholly(m.inspected(), output)
	return m
}

// twice is two answers that differ here and there.
func twice(output string) *Model {
	m := document(output)
	first := m.inspected()
	turn := m.desk.chat().conv.Add(nil, nil)
	turn.Exchange, turn.Capture = first.Exchange, &wire.Capture{Sent: first.Capture.Sent}
	wholly(turn, strings.ReplaceAll(output, "777", "seven"))
	return m
}

// wholly makes the exchange of a turn one whose answer is no stream.
func wholly(turn *state.Turn, output string) {
	body := []byte(`{"id":"r","object":"response","status":"completed","usage":{"input_tokens":1,"output_tokens":20000000},"output":[` + output + `]}`)
	turn.Capture = &wire.Capture{ID: fmt.Sprint("large ", turn.ID), Timing: wire.NoTiming(), Sent: turn.Capture.Sent, Head: &wire.Head{Status: 200}}
	for at := 0; at < len(body); at += 16 << 10 {
		turn.Capture.Body.Append(body[at:min(at+16<<10, len(body))], int64(at))
	}
	size := len(body)
	turn.Capture.End = &wire.End{Cause: wire.EndClean, AtUS: int64(size)}
	turn.Exchange = state.NewExchange(turn.Capture.ID, turn.Exchange.Request)
	turn.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: turn.Capture.Head}, wire.Arrival{Kind: wire.ArrivedEnd, End: turn.Capture.End, Body: turn.Capture.Text().Join(), Timing: &turn.Capture.Timing})
}

// running is a stream of one text of 100 MB, which comes in deltas of about so many
// bytes and has not ended.
func running(delta int, tail string, frame func(event string) string) *Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for size, n := 0, 0; size < 100_000_000; {
		var batch strings.Builder
		for batch.Len() < 64<<10 {
			words := text(delta, tail, letters)
			size += len(words)
			n++
			batch.WriteString(frame(fmt.Sprintf(`{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m","delta":%s}`, n, strconv.Quote(words))))
		}
		more(batch.String())
	}
	return m
}

// packing is a stream of a text that packs to about a third.
func packing(delta int, frame func(event string) string) *Model {
	m, more := captured()
	words := strings.Fields("the gateway routes each request to one of many models and runs plugins guardrails and tools on its way while every byte is kept with its time")
	letters := rand.New(rand.NewPCG(1, 2))
	for size, n := 0, 0; size < 100_000_000; n++ {
		var b strings.Builder
		for b.Len() < delta {
			b.WriteString(words[letters.IntN(len(words))] + " ")
		}
		size += b.Len()
		more(frame(fmt.Sprintf(`{"type":"response.output_text.delta","sequence_number":%d,"output_index":0,"content_index":0,"item_id":"m","delta":%s}`, n, strconv.Quote(b.String()))))
	}
	return m
}

// broken is a stream that ended before its terminal event.
func broken(m *Model) *Model {
	turn := m.inspected()
	turn.Capture.End = &wire.End{Cause: wire.EndClean, AtUS: turn.Capture.Text().Len()}
	turn.Exchange.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: turn.Capture.End, Timing: &turn.Capture.Timing})
	m.desk.chat().run = nil
	return m
}

// oneEvent is a stream whose last event brings all.
func oneEvent(output string, frame func(event string) string) *Model {
	m, more := captured()
	more(frame(`{"type":"response.completed","response":{"status":"completed","output":[` + output + "]}}"))
	return m
}

// manyItems is a stream of so many items with a text of so many bytes, each in an event
// of its own.
func manyItems(n, size int, frame func(event string) string) *Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		more(frame(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","id":"m%d","role":"assistant","status":"completed","content":[{"type":"output_text","text":%s,"annotations":[]}]}}`, i, i, strconv.Quote(text(size, "\n", letters)))))
	}
	return m
}

// manyCalls is a stream of so many calls, each in a delta and its end.
func manyCalls(n int) *Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		input := strconv.Quote(fmt.Sprintf(`{"query":%q}`, text(100, "", letters)))
		more(oneLine(fmt.Sprintf(`{"type":"response.function_call_arguments.delta","output_index":%d,"item_id":"fc%d","delta":%s}`, i+1, i, input)) +
			oneLine(fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"function_call","id":"fc%d","call_id":"call_%d","name":"look_up","status":"completed","arguments":%s}}`, i+1, i, i, input)))
	}
	return m
}

// manyMessages is a stream of so many short messages, each with all the events that
// announce and end it.
func manyMessages(n int) *Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		words, at := strconv.Quote(text(100, "", letters)), fmt.Sprintf(`"output_index":%d,"item_id":"msg_%d","content_index":0`, i+1, i)
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

// manyCitations is a stream of one text with so many citations.
func manyCitations(n int) *Model {
	m, more := captured()
	letters := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		more(oneLine(fmt.Sprintf(`{"type":"response.output_text.annotation.added","output_index":0,"item_id":"m","content_index":0,"annotation_index":%d,"annotation":{"type":"url_citation","url":"https://example.org/%x","title":%q,"start_index":0,"end_index":1}}`, i, letters.Uint64(), text(60, "", letters))))
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

// severalLinesBut is severalLines, and for each nth event oneLine.
func severalLinesBut(nth int) func(event string) string {
	n := 0
	return func(event string) string {
		if n++; n%nth == 0 {
			return oneLine(event)
		}
		return severalLines(event)
	}
}
