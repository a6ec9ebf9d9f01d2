package form

import (
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
)

// parse reads typed text as a value of a field. A number stays spelled as it was typed. wrong is why
// the text is no value.
func parse(f *field.Field, text string) (value []byte, wrong string) {
	if len(f.Values) > 0 {
		return parsePair(f, text)
	}
	switch f.Kind {
	case field.Integer, field.Number:
		return parseNumber(f, strings.TrimSpace(text))
	case field.Text:
		return scan.Quote(text), ""
	case field.Choice:
		if text = strings.TrimSpace(text); f.Closed && !slices.ContainsFunc(f.Options, func(o field.Option) bool { return o.Value == text }) {
			return nil, "“" + text + "” is not one of the values; e sets it anyway, as JSON"
		}
		return scan.Quote(text), ""
	}
	return parseJSON(text)
}

// parseJSON reads a value that is typed as JSON.
func parseJSON(text string) (value []byte, wrong string) {
	text = strings.TrimSpace(text)
	if err := scan.Check([]byte(text)); err != nil {
		return nil, err.Error()
	}
	return []byte(text), ""
}

func parseNumber(f *field.Field, text string) (value []byte, wrong string) {
	value = []byte(text)
	switch {
	case text == "null" && f.Nullable:
		return value, ""
	case scan.KindOf(value) != scan.Number || scan.Check(value) != nil:
		if comma := []byte(strings.Replace(text, ",", ".", 1)); scan.KindOf(comma) == scan.Number && scan.Check(comma) == nil {
			return nil, "“" + text + "” is not a JSON number; write " + string(comma)
		}
		return nil, "“" + text + "” is not a number"
	case f.Kind == field.Integer && !isInteger(text):
		return nil, text + " is not a whole number"
	}
	return value, ""
}

// isInteger reports whether a JSON number has no fraction. One too large for a float counts as an
// integer.
func isInteger(text string) bool {
	if !strings.ContainsAny(text, ".eE") {
		return true
	}
	f, err := strconv.ParseFloat(text, 64)
	return err != nil || f == float64(int64(f)) || f > 1<<62 || f < -1<<62
}

// parsePair reads a pair's value: as JSON of one of the kinds it may be of,
// else as text.
func parsePair(f *field.Field, text string) (value []byte, wrong string) {
	if value, wrong := parseJSON(text); wrong == "" && fitsPair(f, value) {
		return value, ""
	}
	if slices.Contains(kinds(f), field.Text) {
		return scan.Quote(text), ""
	}
	return nil, "“" + text + "” is not of an allowed type"
}

// pairText writes a pair's value so that parsing it gives the value again.
func pairText(f *field.Field, value []byte) string {
	if scan.KindOf(value) != scan.String {
		return strings.TrimSpace(string(value))
	}
	text := scan.Text(value)
	if back, wrong := parse(f, text); wrong != "" || scan.KindOf(back) != scan.String || scan.Text(back) != text {
		return string(value)
	}
	return text
}
