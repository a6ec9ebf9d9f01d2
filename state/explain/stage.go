package explain

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/guard"
)

// Outcome says in a few words what a stage did to an exchange, as far as its data
// tells.
func Outcome(s wire.Stage, x *state.Exchange) string {
	data := s.Data
	word := func(name string) string {
		if v := scan.Get(data, name); scan.KindOf(v) == scan.String {
			return scan.Text(v)
		} else if !scan.IsNull(v) && (scan.KindOf(v) == scan.Number || scan.KindOf(v) == scan.Bool) {
			return string(v)
		}
		return ""
	}
	switch {
	case guard.Did(word("action"), x) != word("action"):
		return guard.Did(word("action"), x)
	case word("action") != "" && word("detected") == "false":
		return named(word("action")) + ", nothing detected"
	case word("action") != "" && word("detected") != "":
		return named(word("action")) + ", detected"
	case word("action") != "":
		return named(word("action"))
	case word("detected") != "":
		return "detected " + named(word("detected"))
	case word("emptied_by") != "":
		return "emptied by " + named(word("emptied_by"))
	case word("original_count") != "" && word("compressed_count") != "":
		return compressed(word("original_count"), word("compressed_count"), word("input_type"))
	case word("improved") == "true":
		if before, after := word("original_length"), word("healed_length"); before != "" && after != "" {
			return "repaired, " + figure(before) + " → " + figure(after) + unit(whole(after), x)
		}
		return "repaired"
	case word("improved") == "false":
		return "nothing to repair"
	case OfPanel(s, x) != "":
		return OfPanel(s, x)
	case word("steps") != "":
		return figures.Counted(whole(word("steps")), "step")
	}
	return ""
}

// OutcomeBeside is Outcome where it stands beside the stage's own summary: empty
// where that holds it word for word.
func OutcomeBeside(s wire.Stage, x *state.Exchange) string {
	if did := Outcome(s, x); !strings.Contains(s.Summary, did) {
		return did
	}
	return ""
}

// StageWords are a stage's own words, without its name before them: empty where they
// are the failure's message and of the so many stages no other has words.
func StageWords(s wire.Stage, x *state.Exchange, stages int) string {
	if f := x.Failure; f != nil && stages == 1 && strings.Contains(f.Message, s.Summary) && Outcome(s, x) != "" {
		return ""
	}
	return strings.TrimPrefix(s.Summary, cmp.Or(s.Name, s.Type)+": ")
}

// unit is what a length of the answer's text counts, a space before it: what the
// text that came has as many of. It is empty where that is neither.
func unit(length int, x *state.Exchange) string {
	bytes, runes := 0, 0
	for _, it := range x.Items {
		for _, p := range it.Parts() {
			if it.Type != "message" || p.Kind != state.PartText {
				continue
			}
			if bytes += p.TextBuffer().Len(); bytes > longestCounted {
				return ""
			}
			runes += utf8.RuneCountInString(p.Text())
		}
	}
	switch length {
	case runes:
		return " characters"
	case bytes:
		return " bytes"
	}
	return ""
}

// longestCounted is the longest text whose characters are counted, in bytes.
const longestCounted = 1 << 20

// compressed says how much of the input was kept: items of a list of messages,
// tokens of a prompt.
func compressed(before, after, kind string) string {
	unit := "items"
	if kind == "prompt" {
		unit = "tokens"
	}
	switch {
	case before == after:
		return "all " + figure(before) + " " + unit + " kept"
	case whole(after) > whole(before):
		return figure(before) + " → " + figure(after) + " " + unit
	}
	return figure(after) + " of " + figure(before) + " " + unit + " kept"
}

// figure writes a count that came as a word; what is no whole number as it came.
func figure(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		return figures.Thousands(n)
	}
	return word
}

// whole reads a whole number; 0 for what is none.
func whole(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0
	}
	return n
}

// PanelOf counts the models of a fusion item's panel that answered, and those
// that failed; what still runs is neither.
func PanelOf(it *state.Item) (answered, failed int) {
	for _, p := range it.Panels() {
		switch p.Status {
		case "completed":
			answered++
		case "failed":
			failed++
		}
	}
	if len(it.Panels()) > 0 || !strings.Contains(it.Type, "fusion") {
		return answered, failed
	}
	for range scan.Elements(scan.Get(it.Raw, "responses")) {
		answered++
	}
	for range scan.Elements(scan.Get(it.Raw, "failed_models")) {
		failed++
	}
	return answered, failed
}

// OfPanel returns how many panel models answered, for a fusion's stage: its summary was
// written before they did. Empty if all answered, and for another stage.
func OfPanel(s wire.Stage, x *state.Exchange) string {
	if s.Name != "fusion" || x.Running() {
		return ""
	}
	for _, it := range x.Items {
		if answered, failed := PanelOf(it); failed > 0 {
			return Answered(answered, failed) + " answered"
		}
	}
	return ""
}

// Answered writes how many panel models answered: 2 of 3.
func Answered(answered, failed int) string {
	return figures.Thousands(answered) + " of " + figures.Thousands(answered+failed)
}

// OfAnswer reports whether a stage works on what the model wrote, behind the
// attempts, and not on the request. Of other stages nothing tells when they ran.
func OfAnswer(s wire.Stage) bool { return s.Type == "response_healing" }

// StageGaps says what a stage's data leaves open that one looks for; empty for
// nothing.
func StageGaps(s wire.Stage, x *state.Exchange) string {
	dropped := whole(string(scan.Get(s.Data, "original_count"))) - whole(string(scan.Get(s.Data, "compressed_count")))
	switch {
	case scan.Get(s.Data, "compressed_count") != nil && dropped > 0:
		words := figures.Thousands(dropped) + " dropped"
		if scan.Text(scan.Get(s.Data, "engine")) == "middle-out" {
			words += " from the middle"
		}
		if strings.TrimSpace(s.Summary) == "" { // in whatever words, it may say why
			words += "; the service does not say why"
		}
		switch {
		case !x.Known.Request && len(guard.Upstream(x.Debug, nil)) > 0:
			return words + ". Which ones is unknown without the request as sent; the Request tab shows what was forwarded."
		case !x.Known.Request:
			return words + ". Which ones is unknown: neither the request as sent nor the forwarded one was saved."
		case string(scan.At(x.Request, "debug", "echo_upstream_body")) == "true":
			return words + ". The Request tab compares the request as sent with the forwarded one."
		case x.Stream:
			return words + ". Which ones is not reported; with debug.echo_upstream_body the Request tab would show them."
		}
		return words + ". Which ones is not reported; a stream with debug.echo_upstream_body would show them on the Request tab."
	case string(scan.Get(s.Data, "improved")) == "true":
		return "The response contains only the repaired text, not what the model wrote."
	}
	return ""
}

// Blocks reports whether a stage stopped the request.
func Blocks(s wire.Stage) bool {
	return strings.HasPrefix(scan.Text(scan.Get(s.Data, "action")), "block") || scan.Get(s.Data, "emptied_by") != nil
}

// PassesOn reports whether a stage let everything through as it was, as far as it says.
func PassesOn(s wire.Stage) bool {
	action := scan.Text(scan.Get(s.Data, "action"))
	return action == "" || strings.HasPrefix(action, "pass") || strings.HasPrefix(action, "allow") || string(scan.Get(s.Data, "detected")) == "false"
}
