package routing

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/guard"
	"gatehouse/state/raw"
	"gatehouse/views"
)

// outcome says in a few words what a stage did to an exchange, as far as its data
// tells.
func outcome(s wire.Stage, x *state.Exchange) string {
	data := s.Data
	word := func(name string) string {
		if v := raw.Get(data, name); raw.KindOf(v) == raw.String {
			return raw.Text(v)
		} else if !raw.IsNull(v) && (raw.KindOf(v) == raw.Number || raw.KindOf(v) == raw.Bool) {
			return string(v)
		}
		return ""
	}
	switch {
	case word("action") != "" && word("detected") == "false":
		return word("action") + ", nothing detected"
	case word("action") != "" && word("detected") != "":
		return word("action") + ", detected"
	case word("action") != "":
		return word("action")
	case word("detected") != "":
		return "detected " + word("detected")
	case word("emptied_by") != "":
		return "emptied by " + word("emptied_by")
	case word("original_count") != "" && word("compressed_count") != "":
		return compressed(word("original_count"), word("compressed_count"), word("input_type"))
	case word("improved") == "true":
		if before, after := word("original_length"), word("healed_length"); before != "" && after != "" {
			return "repaired, " + figure(before) + " → " + figure(after) + unit(number(after), x)
		}
		return "repaired"
	case word("improved") == "false":
		return "nothing to repair"
	case views.OfPanel(s, x) != "":
		return views.OfPanel(s, x)
	case word("steps") != "":
		return views.Counted(number(word("steps")), "step")
	}
	return ""
}

// unit is what a length of the answer's text counts, a space before it: what the
// text that came has as many of. It is empty where that is neither.
func unit(length int, x *state.Exchange) string {
	bytes, runes := 0, 0
	for _, it := range x.Items {
		for _, p := range it.Parts {
			if it.Type != "message" || p.Kind != state.PartText {
				continue
			}
			if bytes += p.Words().Len(); bytes > longestCounted {
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
	case number(after) > number(before):
		return figure(before) + " → " + figure(after) + " " + unit
	}
	return figure(after) + " of " + figure(before) + " " + unit + " kept"
}

// figure writes a count that came as a word; what is no whole number as it came.
func figure(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		return views.Thousands(n)
	}
	return word
}

// untold says what a stage's data leaves open that one looks for; empty for
// nothing.
func untold(s wire.Stage, x *state.Exchange) string {
	dropped := number(string(raw.Get(s.Data, "original_count"))) - number(string(raw.Get(s.Data, "compressed_count")))
	switch {
	case raw.Get(s.Data, "compressed_count") != nil && dropped > 0:
		words := views.Thousands(dropped) + " dropped"
		if raw.Text(raw.Get(s.Data, "engine")) == "middle-out" {
			words += " from the middle"
		}
		if strings.TrimSpace(s.Summary) == "" { // in whatever words, it may say why
			words += "; why, the service does not say"
		}
		switch {
		case x.IsSaved() && len(guard.Upstream(x.Debug, nil)) > 0:
			return words + ". Which ones is not told: what was sent is not known. The Request page shows what was sent on."
		case x.IsSaved():
			return words + ". Which ones is not told: neither what was sent is known nor what was sent on."
		case string(raw.At(x.Request, "debug", "echo_upstream_body")) == "true":
			return words + ". The Request page compares what was sent with what was sent on."
		case x.Stream:
			return words + ". Which ones is not told; with debug.echo_upstream_body the Request page would show it."
		}
		return words + ". Which ones is not told; a stream with debug.echo_upstream_body would show it in the Request page."
	case string(raw.Get(s.Data, "improved")) == "true":
		return "What the model wrote before the repair does not come over the wire: the answer holds the repaired text only."
	}
	return ""
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// styleOf is the colour of what a stage did: red where it stopped the request,
// yellow where it changed it.
func (b *builder) styleOf(s wire.Stage) lipgloss.Style {
	action := raw.Text(raw.Get(s.Data, "action"))
	switch {
	case strings.HasPrefix(action, "block"), raw.Get(s.Data, "emptied_by") != nil:
		return b.Styles.Bad
	case action != "" && action != "pass" && action != "allowed":
		return b.Styles.Warn
	}
	return b.Styles.Dim
}

// contents is what a stage unfolds to: its data, or all of it where it has
// members that this page does not draw.
func contents(s wire.Stage) []byte {
	const known = " type name summary guardrail_id guardrail_scope data "
	for m := range raw.Members(s.Raw) {
		if !strings.Contains(known, " "+m.Key+" ") {
			return s.Raw
		}
	}
	if raw.KindOf(s.Data) == raw.Object || raw.KindOf(s.Data) == raw.Array {
		return s.Data
	}
	if raw.IsNull(s.Data) && raw.KindOf(s.Raw) == raw.Object {
		return nil
	}
	return s.Raw
}
