package expect

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/dialect/lint"
)

// Source is an exchange that a check is made of.
type Source struct {
	Exchange *state.Exchange
	ID       string // in the history; empty for none
	Name     string // what it is about
	Profile  string // whose gateway it went to; empty for none
	BaseURL  string // that it went to, without a profile; empty for the local gateway
}

type line struct{ text, why string }

// Make writes a check that the exchange passes: what is the same when the request is sent again, and
// bounds for its times and its cost. Each line has its reason.
func Make(s Source) []byte {
	x := s.Exchange
	where := line{}
	switch {
	case !x.Kind().IsNative():
	case s.Profile != "":
		where = line{"profile = " + quoted(s.Profile), "the gateway that it went to"}
	case s.BaseURL != "":
		where = line{"base_url = " + quoted(s.BaseURL), "the gateway that it went to"}
	}
	name := "what was asked"
	if guarded(x) {
		name = "what a guardrail did"
	}
	head := []line{{"[[check]]", ""}, optional("name = ", s.Name, name),
		optional("recorded = ", s.ID, "the exchange that the check was made of, for --recorded"), where, request(x)}
	var out bytes.Buffer
	for _, l := range slices.Concat(head, []line{{"\n[check.expect]", ""}}, met(x, expectedLines(x))) {
		if l.text == "" {
			continue
		}
		if out.WriteString(l.text); l.why != "" {
			out.WriteString("  # " + l.why)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func optional(key, value, why string) line {
	if value == "" {
		return line{}
	}
	return line{key + quoted(value), why}
}

// met returns the lines whose expectation the exchange meets.
func met(x *state.Exchange, lines []line) []line {
	const head = "[[check]]\nrecorded = \"last\"\n[check.expect]\n"
	return slices.DeleteFunc(lines, func(l line) bool {
		checks, err := Parse("", []byte(head+l.text), nil)
		return err != nil || slices.ContainsFunc(checks[0].Expect, func(e Expectation) bool {
			return e.Name != "jq" && !e.test(&Subject{Exchange: x}).ok
		})
	})
}

// maxInline is how large a request is that is written into a check, in bytes.
const maxInline = 16 << 10

// request is the line that sends the same bytes again: TOML's literal text, which has no escapes.
func request(x *state.Exchange) line {
	switch body := bytes.TrimSpace(x.Request); {
	case !x.Kind().IsNative():
		return line{"# The request is one of another API, which is not sent from here: the check is for --recorded.", ""}
	case !x.Known.Request || len(body) > maxInline || bytes.ContainsFunc(body, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }) || bytes.Contains(body, []byte("'''")):
		return line{"# gatehouse export ID --as json -o request.json writes the request next to this file, to have it sent:\n# request = \"request.json\"", ""}
	default:
		return line{"body = '''\n" + string(body) + "'''", ""}
	}
}

// minBound is the least bound of a time, in milliseconds: what took less differs by chance.
const minBound = 250

// expectedLines are what is expected of an answer.
func expectedLines(x *state.Exchange) (lines []line) {
	add := func(why, format string, args ...any) { lines = append(lines, line{fmt.Sprintf(format, args...), why}) }
	add("how it ended", "verdict = %s", quoted(string(x.Verdict)))
	if x.Head != nil {
		add("the status in HTTP", "http_status = %d", x.Head.Status)
	}
	if filters, why := filtersOf(x); filters != nil {
		add(strings.Join(why, ", and "), "jq = %s", quotedList(filters))
	}
	if x.Model != "" && x.Model == x.RequestModel {
		add("the model that was asked for", "served = %s", quoted(x.Model))
	}
	var codes []string
	for _, w := range x.Warnings {
		codes = append(codes, w.Code)
	}
	add("these warnings, and no others", "warnings = %s", quotedList(codes))
	worst := lint.Note
	for _, f := range x.Findings() {
		worst = max(worst, f.Rule.Level)
	}
	if worst < lint.Error { // the highest: any answer passes
		add("no finding of a higher level", "lint = { max_level = %s }", quoted(worst.String()))
	}
	if n, _, ok := attempts(x); ok && n > 0 {
		add("no more than it took", "attempts = { max = %s }", plain(n))
	}
	if names := stageNames(x); names != nil {
		add("the stages, in their order", "route.stages = %s", quotedList(names))
	}
	if guarded(x) {
		add("what the guardrails did", "guardrail.blocked = %t", explain.Blocked(x))
	}
	if o, ok := joined(&Subject{Exchange: x}); ok && len(o.Docs) > 0 {
		add("the best documents, by their index", "ranking.order = [%s]", numbers(o.Docs[:min(len(o.Docs), 3)]))
	}
	if strings.TrimSpace(x.Text()) != "" {
		add("there is a text; other words each time", `text_matches = '\S'`)
	}
	if x.Stream && x.Verdict == state.Completed {
		add("the end that clients wait for", "done_last = true")
	}
	figures := figuresOf()
	for _, b := range []struct {
		name        string
		factor, min float64
		why         string
	}{
		{"ttft_ms", 3, minBound, "three times what it took, at least 250"}, {"total_ms", 3, minBound, "three times what it took, at least 250"},
		{"cost", 1.5, 0, "half more than it cost"}, {"output_tokens", 2, 0, "twice as many"},
	} {
		if n, _, ok := figures[b.name].of(x); ok && n > 0 && x.Verdict == state.Completed {
			add(b.why, "%s = { max = %s }", b.name, plain(upTo(max(n*b.factor, b.min))))
		}
	}
	return lines
}

// guarded reports whether a guardrail acted on the exchange.
func guarded(x *state.Exchange) bool { return explain.Blocked(x) || len(explain.Guardrails(x)) > 0 }

// stageNames are those of the route, or their types; nil without a route.
func stageNames(x *state.Exchange) (names []string) {
	for _, s := range read.Routing(x.Routing).Pipeline {
		if name := cmp.Or(s.Name, s.Type); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func upTo(n float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(math.Ceil(n/unit)*unit, 'g', 2, 64), 64)
	return rounded
}

// filtersOf returns jq filters for what no other expectation covers, and what each is about: the code
// of an error, and the names of the functions that are called.
func filtersOf(x *state.Exchange) (filters, about []string) {
	if f := x.Failure; f != nil && (scan.KindOf(f.Code) == scan.Number || scan.KindOf(f.Code) == scan.String) {
		filters, about = append(filters, ".error.code == "+string(f.Code)), append(about, "the code of the error")
	}
	var calls []string
	for _, it := range x.Items {
		if it.Type == "function_call" {
			calls = append(calls, string(scan.Quote(it.Name())))
		}
	}
	if calls != nil && x.Kind() == state.Responses && len(scan.Get(x.Response, "output")) > len("[]") {
		about = append(about, "the tools that it calls")
		filters = append(filters, `[.response.output[] | select(.type == "function_call") | .name] == [`+strings.Join(calls, ", ")+`]`)
	}
	return filters, about
}

func quotedList(all []string) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = quoted(s)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// quoted writes a text as a basic string of TOML, whose escapes are those of JSON.
func quoted(s string) string { return strings.ReplaceAll(string(scan.Quote(s)), "\x7f", `\u007f`) }
