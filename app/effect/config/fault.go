package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"gatehouse/state/text/spelling"
)

// unknownKey returns the fault of a key that strict decoding found.
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

// wrongValue converts a decoder's error to a fault with line, key, the value found and the
// value wanted.
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

// lines maps each key of a document that can be parsed, written with dots, to its line.
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

// otherCase returns a fault for each known key with capital letters. The decoder accepts
// them, but keys of TOML are case-sensitive: the same name can be there twice, and an edit
// would not find it.
func (f *File) otherCase(data []byte) (faults []Fault) {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return []Fault{wrongValue(f.Path, data, err)}
	}
	for _, key := range capitals(all, nil) {
		last, line := key[len(key)-1], f.lineOf(key)
		faults = append(faults, Fault{line, fmt.Sprintf("%s:%d: unknown key %s; write %s", f.Path, line, strings.Join(key, "."), strings.ToLower(last)), strings.Join(key, ".")})
	}
	return faults
}

// capitals returns the keys of a table at a path that differ from known ones in case.
func capitals(table map[string]any, path []string) (found [][]string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := append(slices.Clone(path), name)
		inner, isTable := table[name].(map[string]any)
		switch {
		case wanted(key) == "" && wanted(append(slices.Clone(path), strings.ToLower(name))) != "":
			found = append(found, key)
		case isTable:
			found = append(found, capitals(inner, key)...)
		}
	}
	return found
}

// lineOf returns the line of a key; in an inline table, that of the table.
func (f *File) lineOf(key []string) int {
	for n := len(key); n > 0; n-- {
		if line := f.lines[strings.Join(key[:n], ".")]; line > 0 {
			return line
		}
	}
	return 1
}
