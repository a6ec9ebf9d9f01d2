package expect

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"net/http"
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

// line is a line of a check and its reason.
type line struct {
	text, why string
	expected  bool   // it is written even if the exchange did not meet it, with what it was this time
	got       string // what it was this time; "": what the expectation reports
}

// Make writes a check of what is the same when the request is sent again, and bounds for its times and
// its cost. Each line has its reason. The exchange passes it, unless there is a Mismatch: then the check
// expects what should have arrived, and a comment has what arrived.
func Make(s Source) []byte {
	x := s.Exchange
	where, wrong := line{}, line{}
	if found, _ := Mismatch(x); found != "" {
		wrong.text = "# " + strings.ToUpper(found[:1]) + found[1:] + "; a line with \"this time\" expects another result."
	}
	switch {
	case !x.Kind().IsNative():
	case s.Profile != "":
		where = line{text: "profile = " + quoted(s.Profile), why: "the gateway that it went to"}
	case s.BaseURL != "":
		where = line{text: "base_url = " + quoted(s.BaseURL), why: "the gateway that it went to"}
	}
	name := "what was asked"
	if guarded(x) {
		name = "what a guardrail did"
	}
	head := []line{wrong, {text: "[[check]]"}, optional("name = ", s.Name, name),
		optional("recorded = ", s.ID, "the exchange that the check was made of, for --recorded"), where, request(x)}
	var out bytes.Buffer
	for _, l := range slices.Concat(head, []line{{text: "\n[check.expect]"}}, met(x, expectedLines(x))) {
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
	return line{text: key + quoted(value), why: why}
}

// Mismatch returns what an exchange did not deserve, and what a check of it expects instead; "" if it passes
// the check.
func Mismatch(x *state.Exchange) (found, expected string) {
	switch rules := errorRules(x); {
	case wentWrong(x):
		return "the exchange ended " + string(x.Verdict), string(state.Completed)
	case x.IsEmpty():
		return "the answer is empty", "a text"
	case rules != "":
		return "lint found " + rules, "no error"
	}
	return "", ""
}

// errorRules lists the rules by which lint found errors; "" for none.
func errorRules(x *state.Exchange) string {
	var rules []string
	for _, f := range x.Findings() { // one for each rule
		if f.Rule.Level == lint.Error {
			rules = append(rules, f.Rule.ID)
		}
	}
	return strings.Join(rules, ", ")
}

// wentWrong reports whether an exchange ended otherwise than its request deserved, so that sending it
// again should end in another way. A guardrail's block and an error that the request caused are right.
func wentWrong(x *state.Exchange) bool {
	switch x.Verdict {
	case state.Running, state.Completed, state.Unknown:
		return false
	case state.Failed:
		return !explain.Blocked(x) && !(x.Failure != nil && explain.IsCausedByRequest(*x.Failure))
	}
	return true
}

// met returns the lines whose expectation the exchange meets, and those that are expected anyway.
func met(x *state.Exchange, lines []line) (all []line) {
	const head = "[[check]]\nrecorded = \"last\"\n[check.expect]\n"
	for _, l := range lines {
		checks, err := Parse("", []byte(head+l.text), nil)
		if err != nil {
			continue
		}
		missed := slices.IndexFunc(checks[0].Expect, func(e Expectation) bool {
			return e.Name != "jq" && !e.test(&Subject{Exchange: x}).ok
		})
		if missed >= 0 && !l.expected {
			continue
		}
		if missed >= 0 {
			l.why = "this time: " + cmp.Or(l.got, checks[0].Expect[missed].test(&Subject{Exchange: x}).got)
		}
		all = append(all, l)
	}
	return all
}

// maxInline is how large a request is that is written into a check, in bytes.
const maxInline = 16 << 10

// request returns the line that sends the same bytes again: TOML's literal text, which has no escapes.
func request(x *state.Exchange) line {
	switch body := bytes.TrimSpace(x.Request); {
	case !x.Kind().IsNative():
		return line{text: "# The request is one of another API, which is not sent from here: the check is for --recorded."}
	case !x.Known.Request || len(body) > maxInline || bytes.ContainsFunc(body, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }) || bytes.Contains(body, []byte("'''")):
		return line{text: "# gatehouse export ID --as json -o request.json writes the request next to this file, to have it sent:\n# request = \"request.json\""}
	default:
		return line{text: "body = '''\n" + string(body) + "'''"}
	}
}

// minBound is the least bound of a time, in milliseconds: what took less differs by chance.
const minBound = 250

// outcome returns the lines about how an exchange ended, or should have ended.
func outcome(x *state.Exchange) (lines []line) {
	verdict, status, codes, wrong := string(x.Verdict), x.HTTPStatus(), []string(nil), wentWrong(x)
	for _, w := range x.Warnings {
		codes = append(codes, w.Code)
	}
	if wrong {
		verdict = string(state.Completed)
		if status > 0 {
			status = http.StatusOK
		}
	}
	broken := wrong || errorRules(x) != "" // its warnings may be of what lint found
	if broken {
		codes = nil
	}
	add := func(text, why string) { lines = append(lines, line{text: text, why: why, expected: broken}) }
	add("verdict = "+quoted(verdict), "how it ended")
	if x.Head != nil {
		add("http_status = "+strconv.Itoa(status), "the status in HTTP")
	}
	add("warnings = "+quotedList(codes), "these warnings, and no others")
	if x.Stream && verdict == string(state.Completed) {
		add("done_last = true", "the end that clients wait for")
	}
	return lines
}

// expectedLines returns what is expected of an answer. One that went wrong has no example of the rest.
func expectedLines(x *state.Exchange) []line {
	lines, wrong := outcome(x), wentWrong(x)
	add := func(why, format string, args ...any) {
		lines = append(lines, line{text: fmt.Sprintf(format, args...), why: why})
	}
	if filters, why := filtersOf(x); filters != nil && !wrong {
		add(strings.Join(why, ", and "), "jq = %s", quotedList(filters))
	}
	if x.Model != "" && x.Model == x.RequestModel {
		add("the model that was asked for", "served = %s", quoted(x.Model))
	}
	worst := lint.Note
	for _, f := range x.Findings() {
		if f.Rule.Level < lint.Error { // the highest: any answer passes
			worst = max(worst, f.Rule.Level)
		}
	}
	if !wrong {
		lines = append(lines, line{
			text: fmt.Sprintf("lint = { max_level = %s }", quoted(worst.String())), why: "no finding of a higher level",
			expected: errorRules(x) != "", got: errorRules(x),
		})
	}
	complete := !wrong || x.Verdict == state.Incomplete
	if n, _, ok := attempts(x); ok && n > 0 && complete {
		add("no more than it took", "attempts = { max = %s }", plain(n))
	}
	if names := stageNames(x); names != nil && complete {
		add("the stages, in their order", "route.stages = %s", quotedList(names))
	}
	if guarded(x) {
		add("what the guardrails did", "guardrail.blocked = %t", explain.Blocked(x))
	}
	if o, ok := joined(&Subject{Exchange: x}); ok && len(o.Docs) > 0 {
		add("the best documents, by their index", "ranking.order = [%s]", numbers(o.Docs[:min(len(o.Docs), 3)]))
	}
	if empty := x.IsEmpty(); empty || strings.TrimSpace(x.Text()) != "" {
		lines = append(lines, line{text: `text_matches = '\S'`, why: "there is a text; other words each time", expected: empty, got: "no text"})
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
		if n, _, ok := figures[b.name].of(x); ok && n > 0 && x.Verdict == state.Completed && !x.IsEmpty() {
			add(b.why, "%s = { max = %s }", b.name, plain(upTo(max(n*b.factor, b.min))))
		}
	}
	return lines
}

// guarded reports whether a guardrail acted on the exchange.
func guarded(x *state.Exchange) bool { return explain.Blocked(x) || len(explain.Guardrails(x)) > 0 }

// stageNames returns the names of the route's stages, or their types; nil without a route.
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
