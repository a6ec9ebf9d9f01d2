package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"gatehouse/state/spelling"
)

// unknownKey is the fault of a key that strict decoding found.
func unknownKey(path string, found *toml.DecodeError) Fault {
	line, _ := found.Position()
	key := found.Key()
	last := key[len(key)-1]
	f := Fault{Line: line, key: strings.Join(key, ".")}
	f.Text = fmt.Sprintf("%s:%d: unknown key %s", path, line, f.key)
	names := siblings(key)
	if table := spelling.Nearest(key[0], tables()); len(key) > 1 && table != key[0] && table != "" { // [tool.x]
		f.Text += "; did you mean " + strings.Join(append([]string{table}, key[1:]...), ".") + "?"
		return f
	}
	if isKeyInClear(last) {
		f.Text += ": a key in the file would be in plain text; " + keyPlaces
	} else {
		f.Text += spelling.Meant(last, names)
	}
	return f
}

// wrongValue makes of a decoder's error a fault that a person can act on: place,
// key, what stands there, what may stand there.
func wrongValue(path string, data []byte, err error) Fault {
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return Fault{Text: fmt.Sprintf("%s: %s", path, strings.TrimPrefix(err.Error(), "toml: "))}
	}
	line, column := at.Position()
	f := Fault{Line: line, key: strings.Join(at.Key(), ".")}
	message := strings.TrimPrefix(at.Error(), "toml: ")
	if strings.Contains(message, "strings cannot have new lines") {
		message = "the closing quote is missing"
	}
	if name, ok := singular(data, line); ok {
		f.Text = fmt.Sprintf("%s:%d: unknown table [profile.%s]; write [profiles.%s]", path, line, name, name)
		return f
	}
	want := wanted(at.Key())
	if want == "" {
		f.Text = fmt.Sprintf("%s:%d:%d: %s", path, line, column, message)
		return f
	}
	f.Line = max(line, lines(data)[f.key]) // of an array in an array the decoder gives the first line
	if rest, ok := strings.CutPrefix(message, "cannot decode TOML "); ok {
		kind, _, _ := strings.Cut(rest, " into ")
		f.Text = fmt.Sprintf("%s:%d: %s is %s; write %s", path, f.Line, f.key, article(kind), want)
		return f
	}
	f.Text = fmt.Sprintf("%s:%d: %s: %s; write %s", path, f.Line, f.key, message, want)
	return f
}

// singular returns the name in a line that begins a table [profile.NAME], which reads as a
// member of the text profile.
func singular(data []byte, line int) (name string, ok bool) {
	rows := strings.Split(string(data), "\n")
	if line < 1 || line > len(rows) {
		return "", false
	}
	table, ok := strings.CutPrefix(strings.ReplaceAll(rows[line-1], " ", ""), "[profile.")
	name, _, closed := strings.Cut(table, "]")
	return name, ok && closed
}

func article(kind string) string {
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// lines maps each key of a document that can be parsed, written with dots, to
// its line, so that what is wrong beyond types can be placed too.
func lines(data []byte) map[string]int {
	var p unstable.Parser
	p.Reset(data)
	at := map[string]int{}
	var table []string
	line, counted := 1, 0
	for p.NextExpression() {
		e := p.Expression()
		var key []string
		for it := e.Key(); it.Next(); {
			n := it.Node()
			key = append(key, string(n.Data))
			line += bytes.Count(data[counted:n.Raw.Offset], []byte("\n"))
			counted = int(n.Raw.Offset)
		}
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = key
			at[strings.Join(key, ".")] = line
		case unstable.KeyValue:
			at[strings.Join(append(table[:len(table):len(table)], key...), ".")] = line
		}
	}
	return at
}
