package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// unknownKeys turns what strict decoding found into warnings.
func unknownKeys(path string, found *toml.StrictMissingError) []Warning {
	var out []Warning
	for i := range found.Errors {
		e := &found.Errors[i]
		line, _ := e.Position()
		text := fmt.Sprintf("unknown key %s, ignored", strings.Join(e.Key(), "."))
		if names := siblings(e.Key()); len(names) > 0 {
			text += "; known here: " + strings.Join(names, ", ")
		}
		out = append(out, Warning{Path: path, Line: line, Text: text})
	}
	return out
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
	want := wanted(at.Key())
	if want == "" {
		return fmt.Errorf("%s:%d:%d: %s", path, line, column, message)
	}
	key := strings.Join(at.Key(), ".")
	if rest, ok := strings.CutPrefix(message, "cannot decode TOML "); ok {
		kind, _, _ := strings.Cut(rest, " into ")
		return fmt.Errorf("%s:%d: %s: %s stands here; write %s", path, line, key, article(kind), want)
	}
	return fmt.Errorf("%s:%d: %s: %s; write %s", path, line, key, message, want)
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
