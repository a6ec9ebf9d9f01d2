package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Wrong is the error of settings that cannot be used: of the file, or of the profile that was
// chosen in it. The program then connects to nothing, for any other place is not the one that
// was asked for.
type Wrong struct {
	Err  error
	Rest *File // the profiles of a wrong file that have no fault themselves, and the names of the others; nil: the file is right
}

func (w *Wrong) Error() string { return w.Err.Error() }

func (w *Wrong) Unwrap() error { return w.Err }

// unknownKey turns what strict decoding found first into an error.
func unknownKey(path string, found *toml.StrictMissingError) error {
	e := &found.Errors[0]
	line, _ := e.Position()
	key := e.Key()
	last := key[len(key)-1]
	text := fmt.Sprintf("%s:%d: unknown key %s", path, line, strings.Join(key, "."))
	names := siblings(key)
	if table := Nearest(key[0], tables()); len(key) > 1 && table != key[0] && table != "" { // [tool.x]
		return fmt.Errorf("%s; did you mean %s?", text, strings.Join(append([]string{table}, key[1:]...), "."))
	}
	switch near := Nearest(last, names); {
	case isKeyInClear(last):
		text += ": a key in the file would be in plain text; " + keyPlaces
	case near != "":
		text += "; did you mean " + near + "?"
	case len(names) > 0:
		text += "; known here: " + strings.Join(names, ", ")
	}
	return errors.New(text)
}

// wrongValue turns a decoder's error into one that a person can act on: place,
// key, what stands there, what may stand there.
func wrongValue(path string, data []byte, err error) error {
	var at *toml.DecodeError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "toml: "))
	}
	line, column := at.Position()
	message := strings.TrimPrefix(at.Error(), "toml: ")
	if strings.Contains(message, "strings cannot have new lines") {
		message = "the closing quote is missing"
	}
	if name, ok := singular(data, line); ok {
		return fmt.Errorf("%s:%d: unknown table [profile.%s]; write [profiles.%s]", path, line, name, name)
	}
	want := wanted(at.Key())
	if want == "" {
		return fmt.Errorf("%s:%d:%d: %s", path, line, column, message)
	}
	key := strings.Join(at.Key(), ".")
	line = max(line, lines(data)[key]) // of an array in an array the decoder gives the first line
	if rest, ok := strings.CutPrefix(message, "cannot decode TOML "); ok {
		kind, _, _ := strings.Cut(rest, " into ")
		return fmt.Errorf("%s:%d: %s is %s; write %s", path, line, key, article(kind), want)
	}
	return fmt.Errorf("%s:%d: %s: %s; write %s", path, line, key, message, want)
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
	for p.NextExpression() {
		e := p.Expression()
		var key []string
		line := 0
		for it := e.Key(); it.Next(); {
			n := it.Node()
			key = append(key, string(n.Data))
			line = p.Shape(n.Raw).Start.Line
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
