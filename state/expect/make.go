package expect

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/frames"
	"gatehouse/state/guard"
	"gatehouse/state/lint"
)

// Source is an exchange that a check is made of.
type Source struct {
	Exchange *state.Exchange
	ID       string // in the history; empty for none
	Name     string // what it is about
	Profile  string // whose gateway it went to; empty for none
	BaseURL  string // that it went to, without a profile; empty for the local gateway
}

// line is a line of a check, with why it stands there.
type line struct{ text, why string }

// Make writes a check that the exchange passes: exactly what stays the same when it is sent
// again, and bounds for what does not. Each line says why it is there.
func Make(s Source) []byte {
	head := []line{{"[[check]]", ""}}
	if s.Name != "" {
		head = append(head, line{"name = " + quoted(s.Name), "what was asked, or what a guardrail did with it"})
	}
	if s.ID != "" {
		head = append(head, line{"recorded = " + quoted(s.ID), "the exchange that the check was made of, for --recorded"})
	}
	switch own := s.Exchange.Kind().IsOwn(); {
	case own && s.Profile != "":
		head = append(head, line{"profile = " + quoted(s.Profile), "the gateway that it went to"})
	case own && s.BaseURL != "":
		head = append(head, line{"base_url = " + quoted(s.BaseURL), "the gateway that it went to"})
	}
	var out strings.Builder
	write(&out, append(head, requestLines(s.Exchange)...))
	write(&out, append([]line{{"\n[check.expect]", ""}}, kept(s.Exchange, expectedLines(s.Exchange))...))
	return []byte(out.String())
}

func write(out *strings.Builder, lines []line) {
	for _, l := range lines {
		out.WriteString(l.text)
		if l.why != "" {
			out.WriteString("  # " + l.why)
		}
		out.WriteByte('\n')
	}
}

// kept are the lines of expectations that the exchange meets.
func kept(x *state.Exchange, lines []line) []line {
	const head = "[[check]]\nrecorded = \"last\"\n[check.expect]\n"
	return slices.DeleteFunc(lines, func(l line) bool {
		checks, err := Parse("", []byte(head+l.text), nil)
		if err != nil {
			return true
		}
		for _, e := range checks[0].Expect {
			if e.Name != "jq" && !e.test(&Subject{Exchange: x}).ok {
				return true
			}
		}
		return false
	})
}

// requestLines are the request as a table, where it can be sent from here and TOML can hold
// it.
func requestLines(x *state.Exchange) []line {
	if !x.Kind().IsOwn() {
		return []line{{"# The request is one of another API, which is not sent from here: the check is for --recorded.", ""}}
	}
	lines, ok := members(x.Request)
	if !x.Known.Request || !ok {
		return []line{
			{"# The request is not a table of TOML. Write it beside this file to have it sent:", ""},
			{"# gatehouse export ID --as json -o request.json", ""},
			{`# request = "request.json"`, ""},
		}
	}
	return append([]line{{"\n[check.request]", ""}}, lines...)
}

// shortest is the least bound of a time, in milliseconds: what took less differs by chance.
const shortest = 250

// expectedLines are what is expected of an answer.
func expectedLines(x *state.Exchange) (lines []line) {
	figures := figuresOf()
	add := func(why, format string, args ...any) { lines = append(lines, line{fmt.Sprintf(format, args...), why}) }
	add("how it ended", "verdict = %s", quoted(string(x.Verdict)))
	if x.Head != nil {
		add("the status in HTTP", "http_status = %d", x.Head.Status)
	}
	if filters := filtersOf(x); filters != nil {
		add("what it says in its own words: the error's code, the tools that it calls", "jq = %s", quotedList(filters))
	}
	if x.Model != "" && x.Model == x.RequestModel {
		add("the model that was asked for", "served = %s", quoted(x.Model))
	}
	add("these warnings, and no others", "warnings = %s", quotedList(warningCodes(x)))
	lines = append(lines, lintLine(x)...)
	lines = append(lines, routeLines(x)...)
	lines = append(lines, answerLines(x)...)
	lines = append(lines, streamLines(x)...)
	for _, b := range []struct {
		name          string
		factor, least float64
		why           string
	}{
		{"ttft_ms", 3, shortest, "three times what it took, at least 250"}, {"total_ms", 3, shortest, "three times what it took, at least 250"},
		{"gap_ms", 3, shortest, "three times the longest silence, at least 250"}, {"cost", 1.5, 0, "half more than it cost"}, {"output_tokens", 2, 0, "twice as many as came"},
	} {
		if n, _, ok := figures[b.name].of(x); ok && n > 0 && x.Verdict == state.Completed {
			add(b.why, "%s = { max = %s }", b.name, plain(upTo(max(n*b.factor, b.least))))
		}
	}
	return lines
}

// upTo rounds up to two digits.
func upTo(n float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(math.Ceil(n/unit)*unit, 'g', 2, 64), 64)
	return rounded
}

func warningCodes(x *state.Exchange) (codes []string) {
	for _, w := range x.Warnings {
		codes = append(codes, w.Code)
	}
	return codes
}

// fleeting are the rules of lint that look at times, which are others in each run.
var fleeting = []string{"buffered", "silence"}

// lintLine expects the same findings, or where they follow from times none that is graver.
func lintLine(x *state.Exchange) []line {
	var ids []string
	gravest, passing := lint.Note, false
	for _, f := range x.Findings() {
		ids = append(ids, f.Rule.ID)
		gravest, passing = max(gravest, f.Rule.Level), passing || slices.Contains(fleeting, f.Rule.ID)
	}
	switch {
	case passing:
		return []line{{"lint = { max_level = " + quoted(gravest.String()) + " }", "what follows from times may differ"}}
	case ids == nil:
		return []line{{"lint = []", "nothing in it breaks a client"}}
	}
	return []line{{"lint = " + quotedList(ids), "the same deviations"}}
}

// routeLines expect the same stages and guardrails, and no more attempts.
func routeLines(x *state.Exchange) (lines []line) {
	r := read.Routing(x.Routing)
	if len(r.Pipeline) > 0 {
		var names []string
		for _, s := range r.Pipeline {
			if name := s.Name; name != "" {
				names = append(names, name)
			} else if s.Type != "" {
				names = append(names, s.Type)
			}
		}
		lines = append(lines, line{"route.stages = " + quotedList(names), "the stages, in their order"})
	}
	if n, _, ok := attempts(x); ok && n > 0 {
		lines = append(lines, line{"attempts = { max = " + plain(n) + " }", "no more than it took"})
	}
	guards := guard.Stages(x)
	if len(guards) == 0 && !guard.Stopped(x) {
		return lines
	}
	lines = append(lines, line{fmt.Sprintf("guardrail.blocked = %t", guard.Stopped(x)), "what the guardrails did"})
	var names, patterns []string
	for _, g := range guards {
		if patterns = append(patterns, g.Patterns...); g.Name != "" {
			names = append(names, g.Name)
		}
	}
	if names != nil {
		lines = append(lines, line{"guardrail.name = " + quotedList(names), "which of them acted"})
	}
	if patterns != nil {
		lines = append(lines, line{"guardrail.patterns = " + quotedList(patterns), "on these words"})
	}
	return lines
}

// mostRanked is how many places of a ranking are expected.
const mostRanked = 3

// answerLines expect that there is a text, and the best documents.
func answerLines(x *state.Exchange) (lines []line) {
	if o, ok := joined(&Subject{Exchange: x}); ok && len(o.Docs) > 0 {
		best := o.Docs[:min(len(o.Docs), mostRanked)]
		lines = append(lines, line{"ranking.order = [" + numbers(best) + "]", "the best documents, by their index"})
	}
	if strings.TrimSpace(x.Text()) != "" {
		lines = append(lines, line{`text_matches = '\S'`, "there is a text; other words each time"})
	}
	return lines
}

// filtersOf are jq filters for what no other expectation says: the code of an error, and the
// names of the functions that are called.
func filtersOf(x *state.Exchange) (filters []string) {
	if f := x.Failure; f != nil && (scan.KindOf(f.Code) == scan.Number || scan.KindOf(f.Code) == scan.String) {
		filters = append(filters, ".error.code == "+string(f.Code))
	}
	var calls []string
	for _, it := range x.Items {
		if it.Type == "function_call" {
			calls = append(calls, string(scan.Quote(it.Name())))
		}
	}
	if calls != nil && x.Kind() == state.Responses && len(scan.Get(x.Response, "output")) > len("[]") {
		filters = append(filters, `[.response.output[] | select(.type == "function_call") | .name] == [`+strings.Join(calls, ", ")+`]`)
	}
	return filters
}

// streamLines expect the same order of events.
func streamLines(x *state.Exchange) (lines []line) {
	if !x.Stream {
		return nil
	}
	if pattern := patternOf(x); pattern != nil {
		lines = append(lines, line{"events = " + quotedList(pattern), "the order of the events; + is one or more"})
	}
	if x.Verdict == state.Completed {
		lines = append(lines, line{"done_last = true", "the end that clients wait for"}, line{"deltas_equal_final = true", "clients that read deltas see what others see"})
	}
	return append(lines, line{`sequence = "gapless"`, "no event is missing"})
}

// mostSteps is how many steps a pattern of events has; what is between is any.
const mostSteps = 24

// patternOf is the order of an answer's events; nil where a pattern cannot say it.
func patternOf(x *state.Exchange) (pattern []string) {
	l := &x.FrameList
	last := ""
	for i := range l.Len() {
		kind := l.Name(l.Type(i))
		if t := l.Type(i); t == frames.Comment || t == frames.Fields || t == frames.Done || read.Heartbeat(kind) {
			continue
		}
		switch many := kind + "+"; {
		case strings.ContainsAny(kind, "*+…") || kind == wire.Done:
			return nil
		case kind == last:
			pattern[len(pattern)-1] = many
		case strings.HasSuffix(kind, ".delta"):
			pattern = append(pattern, many)
		default:
			pattern = append(pattern, kind)
		}
		last = kind
	}
	if n := len(pattern); n > mostSteps {
		pattern = slices.Concat(pattern[:mostSteps/2], []string{"…"}, pattern[n-mostSteps/2:])
	}
	return pattern
}

// quotedList writes texts as a list of TOML.
func quotedList(all []string) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = quoted(s)
	}
	return "[" + strings.Join(words, ", ") + "]"
}
