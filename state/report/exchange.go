package report

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/spelling"
)

// Caller reports the program whose exchange passed through the proxy and, once it has ended, the time
// that each part spent in the proxy. It is empty for an exchange of the playground.
func Caller(s Subject) Report {
	c := s.Capture
	if c == nil || c.Caller == nil {
		return Report{}
	}
	program := cmp.Or(c.Caller.UserAgent, "no User-Agent")
	r := Report{Title: "CALLER", Blocks: []Block{field("program", program, Value), field("address", c.Caller.Address, Value)}}
	target, by := "target", "in the proxy"
	if s.Replayed {
		target, by = "replayed", "in the replay"
	}
	r.add(target, s.Target, Value)
	r.Blocks = append(r.Blocks, requestChanges(c)...)
	if s.Exchange.End == nil || c.Delivery == nil {
		return r
	}
	if us := c.Delivery.PausedUS; us > 0 {
		r.add("paused", figures.Duration(us)+" for the user, before the times begin", Value)
	}
	r.add("fault", c.Delivery.Fault, Warn)
	if n := c.Delivery.Missing; n > 0 {
		r.Blocks = append(r.Blocks, Span{"The last " + figures.Thousands(int(n)) + " bytes of the request passed and are not stored.", Warn})
	}
	if status := c.Delivery.Status; status != 0 {
		words := strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status))) + ", made by the proxy: no answer arrived"
		if s.Exchange.End.Cause == wire.EndUnsent {
			words = strings.TrimSuffix(words, "no answer arrived") + "the request was not sent"
		}
		r.Blocks = append(r.Blocks, field("got", words, Value))
	}
	table := Table{Columns: []Column{{Title: by}, {Title: "received", Right: true}, {Title: "passed on", Right: true}, {Title: "took", Right: true}}}
	for _, h := range figures.HandOversOf(c) {
		table.Rows = append(table.Rows, Row{Cells: []Span{quiet(h.Name), quiet(figures.Duration(h.InUS)), quiet(figures.Duration(h.OutUS)), {Text: figures.Duration(h.ProxyUS)}}})
	}
	r.Blocks = append(r.Blocks, table)
	return r
}

// Events describes the event stream; it is empty for another answer. The frames of a WebSocket have no
// sequence numbers and no final event.
func Events(s Subject) Report {
	x := s.Exchange
	if !x.Stream || x.Frames == 0 {
		return Report{}
	}
	r := Report{Title: "EVENTS", Sum: quiet(figures.Counted(x.Frames, "frame"))}
	if words := sequence(x); words != "" && !x.IsConnection() {
		r.Sum.Text += ", " + words
	}
	more := func(label, words string) { r.Blocks = append(r.Blocks, Extra{field(label, words, Value)}) }
	if longest, ok := figures.LongestSilence(x, s.NowUS); ok {
		side := "before"
		if longest.Open {
			side = "after"
		}
		more(GapWord(x, longest), "longest "+figures.Duration(longest.LenUS)+", "+side+" frame "+figures.Thousands(longest.Frame+1))
	}
	if s.Capture != nil {
		more("size", figures.Size(int(arrived(x, s.Capture))))
	}
	mark, received := x.EndMark()
	switch {
	case mark == "":
	case received:
		more("end", mark+" received")
	case x.End != nil:
		more("end", mark+" missing")
	default:
		more("end", "no "+mark+" yet")
	}
	return r
}

// GapWord returns "silence" for a time without a frame above the threshold, else "gap".
func GapWord(x *state.Exchange, s state.Silence) string {
	if s.LenUS > x.FrameList.SilenceThreshold() {
		return "silence"
	}
	return "gap"
}

// arrived returns the size of the body up to the exchange's last frame, in bytes: the exchange may be
// rewound to an earlier moment.
func arrived(x *state.Exchange, c *wire.Capture) int64 {
	refs := c.Frames.All()
	if x.Frames >= len(refs) {
		return c.Text().Len()
	}
	last := refs[x.Frames-1]
	return last.Offset + int64(last.Length)
}

func sequence(x *state.Exchange) string {
	unread := slices.ContainsFunc(x.Warnings, func(w state.Warning) bool { return w.Code == state.WarnUndecodable })
	switch breaks := x.FrameList.Count(frames.Gap); {
	case breaks > 0:
		return "⚠ " + figures.Counted(breaks, "break") + " in sequence_number"
	case x.SequenceSkipped():
		return "no others missing"
	case unread && x.HasSequence():
		return "no gaps in parsed events"
	case !x.HasSequence():
		return "no sequence_number"
	}
	return ""
}

// Settings compares the settings sent with those echoed, and lists the members that the API does not
// have. It is empty for other APIs, which echo none.
func Settings(s Subject) Report {
	r := settings(s)
	if unknown := s.Read.Unknown; len(unknown) > 0 {
		more := ""
		if n := len(unknown) - maxUnknown; n > 0 {
			unknown, more = unknown[:maxUnknown], " and "+figures.Thousands(n)+" more"
		}
		r.Blocks = append(r.Blocks, Span{"sent, and not known to the API: " + strings.Join(unknown, ", ") + more, Warn})
	}
	return r
}

// maxUnknown bounds the listed unknown members.
const maxUnknown = 12

func settings(s Subject) Report {
	x, rows := s.Exchange, s.Read.Echoes
	r := Report{Title: "SETTINGS"}
	only := func(words string) Report { return Report{Title: r.Title, Blocks: []Block{quiet(words)}} }
	switch {
	case !x.Kind().IsNative():
		return Report{}
	case rows == nil && x.Running():
		return only("The final response echoes the settings.")
	case rows == nil && !x.Known.Answer:
		return only(notRecorded)
	case rows == nil:
		return only("No response object, so nothing was echoed.")
	case !x.Known.Request:
		return Report{Title: "SETTINGS ECHOED", Sum: quiet(explain.Saved(x) + " does not include the request"), Blocks: []Block{quiet(echoed(rows, ""))}}
	}
	table := Table{Columns: []Column{{Title: "  setting"}, {Title: "sent"}, {Title: "echoed"}, {}}}
	var silent, unechoed, null []string // not sent and not echoed; sent alone; sent as null
	wrong, sent := false, false
	for _, e := range rows {
		wrong, sent = wrong || e.Verdict.Wrong(), sent || e.Verdict != figures.NotSent
		switch {
		case e.Verdict == figures.Unechoed:
			unechoed = append(unechoed, e.Name)
		case e.Verdict == figures.NotSent && scan.IsNull(e.Echoed) && e.Sent != nil:
			null = append(null, e.Name)
		case e.Verdict == figures.NotSent && scan.IsNull(e.Echoed):
			silent = append(silent, e.Name)
		default:
			table.Rows = append(table.Rows, setting(e))
		}
	}
	if !sent {
		r.Sum, r.Blocks = quiet("the request sets none"), []Block{quiet(echoed(rows, "the response reports: "))}
		return r
	}
	if r.Sum = quiet(figures.EchoSummary(rows)); wrong {
		r.Sum = Span{"≠ " + r.Sum.Text, Warn}
	}
	if len(table.Rows) > 0 {
		r.Blocks = append(r.Blocks, table)
	}
	for _, more := range []struct {
		words string
		names []string
	}{{"not echoed: ", unechoed}, {"sent as null, no value echoed: ", null}, {"not set: ", silent}} {
		if len(more.names) > 0 {
			r.Blocks = append(r.Blocks, quiet(more.words+strings.Join(more.names, ", ")))
		}
	}
	return r
}

// echoed lists the settings of a response in one line.
func echoed(rows []figures.Echo, whose string) string {
	var words []string
	for _, e := range rows {
		if !scan.IsNull(e.Echoed) {
			words = append(words, e.Name+" "+value(e.Name, e.Echoed))
		}
	}
	if len(words) == 0 {
		return "None in the response."
	}
	return whose + strings.Join(words, ", ")
}

// echoSigns are the signs of the verdicts on an echo.
var echoSigns = [...]Span{
	figures.NotSent: {" ", Quiet}, figures.Unechoed: {" ", Quiet}, figures.Same: {"=", Quiet}, figures.Changed: {"≠", Warn}, figures.Null: {"∅", Warn}, figures.Missing: {"?", Warn},
}

func setting(e figures.Echo) Row {
	sign, plain := echoSigns[e.Verdict], Value
	if e.Verdict == figures.NotSent {
		plain = Quiet
	}
	row := Row{Cells: []Span{{sign.Text + " " + e.Name, sign.Role}, {value(e.Name, e.Sent), plain}, {value(e.Name, e.Echoed), plain}, {e.Verdict.String(), sign.Role}}, Note: e.Note}
	if e.Where != "" {
		row.Note = "differs at " + e.Name + e.Where
	}
	return row
}

// maxHeaders bounds the listed headers; the Response tab has all.
const maxHeaders = 24

// Headers reports the headers worth knowing and the IDs by which the service knows the exchange.
func Headers(s Subject) Report {
	x := s.Exchange
	id := x.ResponseID
	if x.Head == nil && id == "" {
		return Report{}
	}
	if x.Head == nil {
		return Report{Title: "IDS", Blocks: []Block{named("response", "id", id)}}
	}
	r := Report{Title: "HEADERS AND IDS", Sum: quiet(strings.TrimSpace(x.Head.Proto + " " + x.Head.StatusText()))}
	before := ""
	add := func(of, name, value string) { // the first of several has their subject
		subject := of
		if of == before {
			subject = ""
		}
		r.Blocks = append(r.Blocks, named(subject, name, value))
		before = of
	}
	headers := figures.HeadersOf(x.Head.Header)
	if x.End != nil {
		for _, name := range slices.Sorted(maps.Keys(x.End.Trailer)) {
			headers = append(headers, figures.Header{Name: name, Value: strings.Join(x.End.Trailer[name], ", "), About: "trailer"})
		}
	}
	for _, h := range headers[:min(len(headers), maxHeaders)] {
		if h.Value == id && id != "" {
			h.Value = "same as the response id"
		}
		add(h.About, h.Name, h.Value)
	}
	if len(headers) > maxHeaders {
		r.Blocks = append(r.Blocks, field("", "and more", Quiet))
	}
	if id != "" {
		add("response", "id", id)
	}
	created := "created_at"
	if x.Kind().IsForeign() {
		created = "created"
	}
	if !scan.IsNull(x.CreatedAt) {
		add("response", created, unixTime(x.CreatedAt))
	}
	if !scan.IsNull(x.CompletedAt) {
		add("response", "completed_at", unixTime(x.CompletedAt))
	}
	if x.Failure != nil && x.Failure.UserID != nil {
		add("user", "user_id", *x.Failure.UserID)
	}
	if x.Known.Request { // a file has none
		add("exchange", "id", x.ID)
	}
	return r
}

// named returns a fact with a name inside a group.
func named(group, name, value string) Field {
	return Field{Label: group, Value: []Span{quiet(name)}, About: Span{Text: value}}
}

// value returns a JSON value as one line of at most 300 bytes.
func value(name string, v []byte) string {
	const most = 300
	switch {
	case v == nil:
		return "–"
	case name == "tools" && scan.KindOf(v) == scan.Array:
		return tools(v)
	}
	return strings.Join(strings.Fields(spelling.ShortenBytes(string(v[:min(len(v), most+4)]), most)), " ")
}

// unixTime writes integral seconds of Unix time in UTC, and any other value as received.
func unixTime(v []byte) string {
	seconds, err := strconv.ParseInt(string(v), 10, 64)
	const most = 253402300799 // the end of the year 9999
	if err != nil || seconds <= 0 || seconds > most {
		return value("", v)
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateTime) + " UTC"
}

func tools(list []byte) string {
	const most = 6
	n := 0
	var names []string
	for _, tool := range scan.Elements(list) {
		if n++; n > most {
			continue
		}
		names = append(names, cmp.Or(scan.Text(scan.Get(tool, "name")), scan.Text(scan.Get(tool, "type"))))
	}
	if n == 0 {
		return "[]"
	}
	return strings.TrimSuffix(figures.Thousands(n)+": "+strings.Join(names, ", "), ": ")
}

// The bounds of what is listed of a change.
const (
	maxChanges     = 12
	maxChangeRunes = 60
)

// requestChanges returns what the proxy changed in a request, and by what; nothing for a request as the program
// sent it.
func requestChanges(c *wire.Capture) (blocks []Block) {
	if c.Changed == nil {
		return nil
	}
	for _, rule := range c.Changed.By {
		blocks = append(blocks, field("changed by", rule, Warn))
	}
	if c.Changed.URL != "" {
		blocks = append(blocks, field("instead of", c.Changed.URL, Warn))
	}
	if c.Changed.Made != "" {
		blocks = append(blocks, field("answered", c.Changed.Made+"; the request was not sent", Warn))
	}
	a, wrongA := tree.New([]byte(c.Changed.Body))
	b, wrongB := tree.New(c.Sent.Body)
	if wrongA != nil || wrongB != nil {
		return blocks
	}
	all := List{Label: "changed"}
	value := func(x *tree.Index, i int) string {
		if i < 0 {
			return "–"
		}
		from, to := x.Span(i)
		return spelling.Shorten(strings.Join(strings.Fields(string(x.Doc()[from:to])), " "), maxChangeRunes)
	}
	more := 0
	d := tree.Diff(a, b)
	for _, row := range d.Rows {
		switch {
		case !row.Differs(), row.Kind == tree.Inside: // its values follow
		case len(all.Items) >= maxChanges:
			more++
		default:
			was, is := row.A, row.B
			if row.Kind == tree.Added {
				was = -1
			}
			if row.Kind == tree.Removed {
				is = -1
			}
			all.Items = append(all.Items, Item{Value: []Span{{d.Path(row), Name}}, About: Span{Text: value(a, was) + " → " + value(b, is)}})
		}
	}
	if more > 0 {
		all.More = figures.Counted(more, "further difference")
	}
	if len(all.Items) > 0 {
		blocks = append(blocks, all)
	}
	return blocks
}
