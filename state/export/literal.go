package export

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// A notation is how a language writes a JSON value in its source.
type notation struct {
	language    string
	indent      string
	yes, no     string
	null        string
	pad         string                      // inside the braces of an object on one line
	key         func(name string) string    // of a member, with what separates it from its value
	text        func(content string) string // a string, of the JSON string's content
	wholeNumber bool                        // integers of any size stay what they are
}

// literalWidth is the width in bytes up to which an object or a list is written on one line.
const literalWidth = 88

// literal writes a JSON value. The error is errDeep, or a *numberError.
func (n *notation) literal(value []byte, indent string, used, depth int) (string, error) {
	if depth > maxDepth {
		return "", errDeep
	}
	value = value[scan.SkipSpace(value, 0):]
	switch scan.KindOf(value) {
	case scan.String:
		return n.text(string(scan.StringContent(value))), nil
	case scan.Number:
		return n.number(strings.TrimRight(string(value), " \t\r\n"))
	case scan.Object, scan.Array:
		return n.nested(value, indent, used, depth)
	}
	switch value[0] {
	case 't':
		return n.yes, nil
	case 'f':
		return n.no, nil
	}
	return n.null, nil
}

func (n *notation) number(spelled string) (string, error) {
	whole := n.wholeNumber && !strings.ContainsAny(spelled, ".eE")
	if !whole && !exact(spelled) {
		return "", &numberError{spelled, n.language}
	}
	return spelled, nil
}

// nested writes an object or a list: on one line where it fits behind what the line has
// already, else a line for each member.
func (n *notation) nested(value []byte, indent string, used, depth int) (string, error) {
	open, end := "{", "}"
	if scan.KindOf(value) == scan.Array {
		open, end = "[", "]"
	}
	inner := indent + n.indent
	var parts []string
	add := func(key string, value []byte) error {
		text, err := n.literal(value, inner, len(inner)+len(key)+1, depth+1)
		parts = append(parts, key+text)
		return err
	}
	var err error
	if open == "[" {
		for _, element := range scan.Elements(value) {
			if err = add("", element); err != nil {
				return "", err
			}
		}
	} else {
		for _, m := range lastOfEach(value) {
			if err = add(n.key(m.Key), m.Value); err != nil {
				return "", err
			}
		}
	}
	if len(parts) == 0 {
		return open + end, nil // a line for each member would be a comma alone
	}
	line := open + strings.Join(parts, ", ") + end
	if open == "{" {
		line = open + n.pad + strings.Join(parts, ", ") + n.pad + end
	}
	if used+len(line) <= literalWidth && !strings.Contains(line, "\n") {
		return line, nil
	}
	return open + "\n" + inner + strings.Join(parts, ",\n"+inner) + ",\n" + indent + end, nil
}

// lastOfEach are the members of an object; of those with one name the last, which is the
// one that a reader of JSON takes.
func lastOfEach(object []byte) []scan.Member {
	var members []scan.Member
	at := map[string]int{}
	for m := range scan.Members(object) {
		if i, twice := at[m.Key]; twice {
			members[i] = m
			continue
		}
		at[m.Key] = len(members)
		members = append(members, m)
	}
	return members
}

// visible writes the content of a string with what cannot be seen in a source as escapes.
func visible(content string, escape func(r rune) string) string {
	var b strings.Builder
	for i := 0; i < len(content); {
		r, size := utf8.DecodeRuneInString(content[i:])
		if r == ' ' || unicode.IsPrint(r) {
			b.WriteString(content[i : i+size])
		} else {
			b.WriteString(escape(r))
		}
		i += size
	}
	return b.String()
}
