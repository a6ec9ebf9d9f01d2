package overview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/answer/figures"
	"gatehouse/state/statetest"
	"gatehouse/views"
)

// counted holds what the bytes of a capture and their time stamps say, read in the plainest
// way.
type counted struct {
	c      *wire.Capture
	frames []int64 // arrival of each
	deltas []moment
	size   int64 // of the deltas, bytes
	usage  map[string]any
	sum    int64 // of all bytes of the body
	gaps   int   // in sequence_number
	unread bool  // a frame could not be read
}

// moment is a delta: when it arrived, and how many bytes it has.
type moment struct{ at, size int64 }

func count(t *testing.T, c *wire.Capture) *counted {
	t.Helper()
	body, chunks := c.Text().All(), c.Text().Chunks()
	n := &counted{c: c, sum: int64(len(body))}
	result := struct {
		Response struct{ Usage map[string]any }
		Usage    map[string]any
	}{}
	if !n.stream() {
		if err := json.Unmarshal(body, &result); err != nil {
			t.Fatal(err)
		}
		n.usage = result.Usage
		return n
	}
	next, unread := -1, 0
	for at := 0; at < len(body); {
		end := at + bytes.Index(body[at:], []byte("\n\n")) + 2
		arrived := chunks[slices.IndexFunc(chunks, func(k wire.Chunk) bool { return k.End >= int64(end) })].AtUS
		piece := body[at:end]
		at = end
		n.frames = append(n.frames, arrived)
		_, data, ok := bytes.Cut(piece, []byte("data: "))
		if !ok || bytes.HasPrefix(data, []byte("[DONE]")) {
			continue
		}
		e := struct {
			Delta    string
			Sequence int `json:"sequence_number"`
		}{}
		if json.Unmarshal(data, &e) != nil {
			unread, n.unread = unread+1, true
			continue
		}
		if next >= 0 && (e.Sequence < next || e.Sequence > next+unread) {
			n.gaps++
		}
		next, unread = e.Sequence+1, 0
		if e.Delta != "" {
			n.deltas, n.size = append(n.deltas, moment{arrived, int64(len(e.Delta))}), n.size+int64(len(e.Delta))
		}
		if result.Response.Usage = nil; json.Unmarshal(data, &result) == nil && result.Response.Usage != nil {
			n.usage = result.Response.Usage
		}
	}
	return n
}

func (n *counted) stream() bool {
	return strings.HasPrefix(n.c.Head.Header["Content-Type"][0], "text/event-stream")
}

// silence is the longest time between two frames, and the number of the frame after it;
// silences are the frames after those that last longer than 250 ms and ten times the usual.
func (n *counted) silence() (us int64, frame int, silences []int) {
	var all []int64
	for i := 1; i < len(n.frames); i++ {
		gap := n.frames[i] - n.frames[i-1]
		if all = append(all, gap); gap > us {
			us, frame = gap, i+1
		}
	}
	usual := slices.Sorted(slices.Values(all))[len(all)/2]
	for i, gap := range all {
		if gap > max(250_000, 12*usual) { // the median is known to a quarter of an octave
			silences = append(silences, i+2)
		}
	}
	return us, frame, silences
}

// times is the table of TIME: the moments in their order.
func (n *counted) times() []string {
	c := n.c
	total := c.Body.Chunks()[len(c.Body.Chunks())-1].AtUS
	type row struct {
		name  string
		until int64
		more  string
	}
	rows := []row{{"connect", c.Timing.ConnectDone, ""}, {"send", min(c.Timing.WroteRequest, c.Timing.FirstByte), ""}, {"wait", c.Timing.FirstByte, ""}}
	if c.Timing.Reused || c.Timing.ConnectStart < 0 {
		rows = rows[1:]
	}
	switch {
	case !n.stream():
		rows = append(rows, row{"body", total, ""})
	default:
		_, _, silences := n.silence()
		at := c.Timing.FirstByte
		for _, part := range []row{{"until token", n.deltas[0].at, ""}, {"stream", total, ""}} {
			began := len(rows)
			for len(silences) > 0 && n.frames[silences[0]-2] < part.until {
				if from := n.frames[silences[0]-2]; from > at {
					rows = append(rows, row{part.name, from, ""})
				}
				at = min(n.frames[silences[0]-1], part.until)
				rows = append(rows, row{"silence", at, " before frame " + strconv.Itoa(silences[0])})
				silences = silences[1:]
			}
			if part.until > at || len(rows) == began {
				rows = append(rows, part)
			}
			at = max(at, part.until)
		}
	}
	decimals := 1
	if total < 100_000 {
		decimals = 2
	}
	digit := math.Pow10(3 - decimals)
	digits := func(us int64) float64 { return math.Floor(float64(us)/digit + 0.5) }
	ms := func(v float64) string {
		integer, rest, _ := strings.Cut(strconv.FormatFloat(v*digit/1000, 'f', decimals, 64), ".")
		n, _ := strconv.Atoi(integer)
		return figures.Thousands(n) + "." + rest
	}
	lines, at := []string{}, int64(0)
	for _, r := range rows {
		long := max(r.until-at, 0)
		took := digits(at+long) - digits(at)
		lines = append(lines, fmt.Sprintf("%s %s %s %.1f %%%s", r.name, ms(digits(at)), ms(took), 100*took/digits(total), r.more)) // a share of 0.6 % is not shown next to 0.0
		at = max(r.until, at)
	}
	return append([]string{"TIME in ms total " + ms(digits(total))}, lines...)
}

// tokens are the figures of TOKENS, and its graph, which has at most 60 bars.
func (n *counted) tokens() []string {
	count := func(path ...string) string {
		v := any(n.usage)
		for _, name := range path {
			v = v.(map[string]any)[name]
		}
		return figures.Thousands(int(v.(float64)))
	}
	var lines []string
	out, about := float64(n.size/4), "~"
	if n.usage != nil {
		out, about = n.usage["output_tokens"].(float64), ""
		lines = append(lines, "in "+count("input_tokens"), "cached "+count("input_tokens_details", "cached_tokens"), "out "+count("output_tokens"),
			"reasoning "+count("output_tokens_details", "reasoning_tokens"))
		if cost, ok := n.usage["cost"]; ok {
			lines = append(lines, figures.Price(fmt.Sprint(cost)))
			parts, _ := n.usage["cost_details"].(map[string]any)
			for name, part := range parts {
				if part == nil {
					continue
				}
				lines = append(lines, strings.TrimSuffix(strings.NewReplacer("upstream_inference", "upstream", "_", " ").Replace(name), " cost")+" "+figures.Price(fmt.Sprint(part)))
			}
		}
	} else {
		lines = append(lines, "out ~"+figures.Thousands(int(out)))
	}
	if len(n.deltas) > 0 {
		span := float64(n.deltas[len(n.deltas)-1].at-n.deltas[0].at) / 1e6
		if lines = append(lines, "TTFT "+figures.Duration(n.deltas[0].at)); len(n.deltas) < 10 || span < 0.1 {
			return lines // the contract knows no speed of it
		}
		lines = append(lines, about+figures.Thousands(int(out/span+0.5))+" mean", about+figures.Thousands(int(slices.Max(n.speed(out, 32))+0.5))+" peak")
		bars, series := "", n.speed(out, 60)
		for _, v := range series {
			bars += string([]rune("▁▂▃▄▅▆▇█")[int(v/slices.Max(series)*7+1e-9)])
		}
		lines = append(lines, "tok/s "+bars)
	}
	return lines
}

// speed is the tokens a second in at most maxBars stretches of the time from the first delta
// to the last. The bytes of each millisecond, or two, four …, are spread evenly over it.
func (n *counted) speed(tokens float64, maxBars int) []float64 {
	first := n.deltas[0].at
	span := float64(n.deltas[len(n.deltas)-1].at - first)
	width := 1000.0
	for width*128 < span {
		width *= 2
	}
	var bytes [128]float64
	for _, d := range n.deltas {
		bytes[int(math.Ceil(max(float64(d.at-first), 1)/width))-1] += float64(d.size)
	}
	stretches := min(maxBars, int(math.Ceil(span/width)), max(len(n.deltas)/2, 1))
	var list []float64
	for i := range stretches {
		from, to, sum := span*float64(i)/float64(stretches), span*float64(i+1)/float64(stretches), 0.0
		for k, b := range bytes {
			begin, end := float64(k)*width, min(float64(k+1)*width, span)
			if end > begin { // the span may end where a stretch begins
				sum += b * max(min(end, to)-max(begin, from), 0) / (end - begin)
			}
		}
		list = append(list, sum*tokens/float64(n.size)/((to-from)/1e6))
	}
	return list
}

// framed are the lines of EVENTS.
func (n *counted) framed() []string {
	gaps := ""
	if n.unread {
		gaps = ", no gaps in parsed events"
	}
	if n.gaps > 0 {
		gaps = ", ⚠ " + figures.Counted(n.gaps, "break") + " in sequence_number"
	}
	us, frame, silences := n.silence()
	name := map[bool]string{true: "silence ", false: "gap "}[len(silences) > 0]
	done := "end [DONE] received"
	if !bytes.Contains(n.c.Text().All(), []byte("data: [DONE]\n\n")) {
		done = "end [DONE] missing"
	}
	return []string{"EVENTS " + figures.Counted(len(n.frames), "frame") + gaps,
		name + "longest " + figures.Duration(us) + ", before frame " + figures.Thousands(frame), "size " + figures.Size(int(n.sum)), done}
}

// sections cuts a drawn page at its titles; the blanks in a line are one.
func sections(drawn string) map[string][]string {
	list, name := map[string][]string{}, "VERDICT"
	for line := range strings.Lines(drawn) {
		flat := strings.Join(strings.Fields(line), " ")
		if m := regexp.MustCompile(`^[A-Z][A-Z ]+[A-Z]`).FindString(flat); m != "" && m != "TTFT" {
			name = m
		}
		if flat != "" {
			list[name] = append(list[name], flat)
		}
	}
	return list
}

// TestEveryFigureOnTheScreenIsInTheCapture works every figure out again from the
// bytes and their stamps, and finds it on the screen; and finds no other on the
// screen.
func TestEveryFigureOnTheScreenIsInTheCapture(t *testing.T) {
	subjects := map[string]views.Subject{}
	for _, name := range []string{"plain", "routed", "truncated"} {
		subjects[name] = subject(stored(t, name), -1)
	}
	for _, model := range []string{"sim/writer", "sim/reasoner", "fault/gap", "fault/bad-json", "fault/comments", "fault/incomplete", "fault/failed-event"} {
		x, c := statetest.Talk(t, `{"model":"`+model+`","input":"why is the sky blue?","stream":true,"temperature":0.25}`, client.MetadataOn, gateway.WithPace(time.Millisecond))
		subjects[model] = views.Subject{Turn: 1, Exchange: x, Capture: c, Metadata: true}
	}
	for name, s := range subjects {
		n := count(t, s.Capture)
		parts := sections(screen(pageOf(s, false, 100, 400)))
		flat := func(title string) string { return strings.Join(parts[title], " ") }

		clean := strings.NewReplacer("░ ", "", "▚ ", "", "▒ ", "", "▓ ", "", "█ ", "", "╌ ", "")
		var shown []string
		for _, l := range parts["TIME"] {
			if strings.ContainsFunc(l, unicode.IsDigit) {
				shown = append(shown, clean.Replace(l))
			}
		}
		if want := n.times(); !slices.Equal(shown, want) {
			t.Errorf("%s: TIME shows\n%s\nand was\n%s", name, strings.Join(shown, "\n"), strings.Join(want, "\n"))
		}
		rest := flat("TOKENS")
		for _, want := range n.tokens() {
			if !strings.Contains(rest, want) {
				t.Errorf("%s: %q is not in %s", name, want, rest)
			}
			rest = strings.Replace(rest, want, "", 1)
		}
		if rest = strings.Replace(rest, "÷ 4", "", 1); strings.ContainsFunc(rest, unicode.IsDigit) {
			t.Errorf("%s: figures that are not in the capture: %s", name, rest)
		}
		if n.stream() {
			if want := n.framed(); !slices.Equal(parts["EVENTS"], want) {
				t.Errorf("%s: EVENTS shows %q, want %q", name, parts["EVENTS"], want)
			}
		}
		n.traced(t, name, s, flat("VERDICT")+" "+flat("ROUTE")+" "+flat("HEADERS AND IDS")+" "+flat("SETTINGS"))
	}
}

// traced fails for a word with a figure that is neither in the bytes nor in the head nor
// computed from them.
func (n *counted) traced(t *testing.T, name string, s views.Subject, text string) {
	t.Helper()
	known := string(n.c.Sent.Body) + string(n.c.Text().All()) + fmt.Sprint(n.c.Head.Header, n.c.Head.Proto, n.c.Head.Status) + n.c.ID + s.Exchange.ID
	for i, at := range n.frames {
		known += " " + figures.Moment(at) + " frame " + strconv.Itoa(i+1)
	}
	known += " " + figures.Moment(n.c.End.AtUS) + " " + figures.Moment(n.c.Timing.End) + " F4"
	if told := regexp.MustCompile(`\d+ of \d+ differ`).FindString(text); told != "" && told != n.otherwise() {
		t.Errorf("%s: %q, and it is %q", name, told, n.otherwise())
	}
	for _, word := range strings.Fields(strings.NewReplacer(", ", " ", "…", " ", "(", " ", ")", " ").Replace(text)) {
		if strings.ContainsFunc(word, unicode.IsDigit) && !strings.Contains(strings.ReplaceAll(known, " ", ""), strings.Trim(word, ",.:;“”")) {
			t.Errorf("%s: %q is not in the capture", name, word)
		}
	}
}

// otherwise describes how many of the settings that were sent differ in the result.
func (n *counted) otherwise() string {
	var sent, result map[string]any
	_ = json.Unmarshal(n.c.Sent.Body, &sent)
	for line := range bytes.Lines(n.c.Text().All()) {
		var e struct{ Response map[string]any }
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && json.Unmarshal(data, &e) == nil && e.Response != nil {
			result = e.Response
		}
	}
	settings := strings.Fields("instructions max_output_tokens metadata temperature top_p presence_penalty frequency_penalty tool_choice tools parallel_tool_calls service_tier")
	wrong, all := 0, 0
	for _, name := range settings {
		v, ok := sent[name]
		if !ok {
			continue
		}
		all++
		if fmt.Sprint(v) != fmt.Sprint(result[name]) && name != "service_tier" && name != "tools" {
			wrong++
		}
	}
	return fmt.Sprintf("%d of %d differ", wrong, all)
}
