package views

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/guard"
	"gatehouse/themes"
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
			return "repaired, " + figure(before) + " → " + figure(after) + unit(Whole(after), x)
		}
		return "repaired"
	case word("improved") == "false":
		return "nothing to repair"
	case OfPanel(s, x) != "":
		return OfPanel(s, x)
	case word("steps") != "":
		return Counted(Whole(word("steps")), "step")
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
	case Whole(after) > Whole(before):
		return figure(before) + " → " + figure(after) + " " + unit
	}
	return figure(after) + " of " + figure(before) + " " + unit + " kept"
}

// figure writes a count that came as a word; what is no whole number as it came.
func figure(word string) string {
	if n, err := strconv.Atoi(word); err == nil {
		return Thousands(n)
	}
	return word
}

// OutcomeStyle is the colour of what a stage did: red where it stopped the request,
// yellow where it changed it.
func OutcomeStyle(styles *themes.Styles, s wire.Stage) lipgloss.Style {
	action := scan.Text(scan.Get(s.Data, "action"))
	switch {
	case strings.HasPrefix(action, "block"), scan.Get(s.Data, "emptied_by") != nil:
		return styles.Bad
	case action == "", strings.HasPrefix(action, "pass"), strings.HasPrefix(action, "allow"), string(scan.Get(s.Data, "detected")) == "false":
		return styles.Dim
	}
	return styles.Warn
}
