package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gatehouse/client/profile"
	"gatehouse/state/text/spelling"
)

// unknownKey returns the fault of a key that strict decoding found.
func unknownKey(path string, found *toml.DecodeError) Fault {
	line, _ := found.Position()
	key := found.Key()
	last := key[len(key)-1]
	f := Fault{Line: line, key: strings.Join(key, ".")}
	f.Text = fmt.Sprintf("%s:%d: unknown key %s", path, line, f.key)
	if table := spelling.Nearest(key[0], tables()); len(key) > 1 && table != key[0] && table != "" { // [tool.x]
		f.Text += "; did you mean " + strings.Join(append([]string{table}, key[1:]...), ".") + "?"
		return f
	}
	if isKeyInClear(last) {
		f.Text += ": a key in the file would be in plain text; " + keyPlaces
	} else {
		f.Text += spelling.Meant(last, siblings(key))
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
	want := expectedValue(at.Key())
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
	at := map[string]int{}
	line, counted := 1, 0
	for _, s := range statements(data) {
		line += bytes.Count(data[counted:s.from], []byte("\n"))
		counted = s.from
		at[strings.Join(s.path, ".")] = line
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
		case expectedValue(key) == "" && expectedValue(append(slices.Clone(path), strings.ToLower(name))) != "":
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

// maxFaults is how many faults are listed: a file with more is no config.
const maxFaults = 50

// decode reads a text, and returns all unknown keys, or the fault at which decoding stops; complete is
// false then.
func (f *File) decode(data []byte) (faults []Fault, complete bool) {
	err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(f)
	var unknown *toml.StrictMissingError
	switch {
	case errors.As(err, &unknown):
		for i := range unknown.Errors {
			faults = append(faults, unknownKey(f.Path, &unknown.Errors[i]))
		}
	case err != nil:
		return []Fault{wrongValue(f.Path, data, err)}, false
	}
	return faults, true
}

// Fault is one thing that is wrong with the settings.
type Fault struct {
	Line int    // of the file; 0: unknown, or not in the file
	Text string // one line: place, fault and, where known, a remedy
	key  string // written with dots; empty: unknown
}

func (f Fault) Error() string { return f.Text }

// Wrong is the error of settings that cannot be used: of the file, or of its profile that was
// chosen. The program then connects to nothing: any other address is not the one asked for.
type Wrong struct {
	Faults []Fault // at least one, in the order of the file
	Rest   *File   // profiles without a fault, and names of the others; nil: not known, or the file is right
	Read   *File   // all of the file; nil: it cannot be decoded, or is right
}

// Error returns the first fault and the number of the others, on one line.
func (w *Wrong) Error() string {
	text := w.Faults[0].Text
	switch n := len(w.Faults) - 1; {
	case n >= maxFaults: // not all were searched
		text += " (and many more faults)"
	case n == 1:
		text += " (and 1 more fault)"
	case n > 1:
		text += fmt.Sprintf(" (and %d more faults)", n)
	}
	return text
}

// Listed returns the faults to list: after maxFaults of them, one that says that there are
// more.
func (w *Wrong) Listed() []Fault {
	if len(w.Faults) <= maxFaults {
		return w.Faults
	}
	return append(slices.Clone(w.Faults[:maxFaults]), Fault{Text: "and many more faults; correct these first"})
}

// Unwrap returns the listed faults.
func (w *Wrong) Unwrap() (all []error) {
	for _, f := range w.Listed() {
		all = append(all, f)
	}
	return all
}

// With adds faults to err, which is a *Wrong or nil. Without any fault it returns nil.
func With(err error, more ...Fault) error {
	var w *Wrong
	switch {
	case err != nil && !errors.As(err, &w):
		return err
	case w == nil && len(more) == 0:
		return nil
	case w == nil:
		w = &Wrong{}
	}
	all := slices.Concat(w.Faults, more)
	slices.SortStableFunc(all, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	all = slices.CompactFunc(all, func(a, b Fault) bool { return a.Text == b.Text })
	return &Wrong{all, w.Rest, w.Read}
}

// Fault returns an error about a key of the file, written with dots, that names its line.
func (f *File) Fault(key, text string) error { return &Wrong{Faults: []Fault{f.FaultOf(key, text)}} }

// FaultOf returns a fault of a key of the file, written with dots.
func (f *File) FaultOf(key, text string) Fault {
	line := f.lines[key]
	if line > 0 {
		return Fault{line, fmt.Sprintf("%s:%d: %s: %s", f.Path, line, key, text), key}
	}
	return Fault{0, fmt.Sprintf("%s: %s: %s", f.Path, key, text), key}
}

// about reports whether one of the faults is about a table or a key in it.
func about(table string, faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.key == table || strings.HasPrefix(f.key, table+".") })
}

// Unchosen returns the fault of a wrong file whose default is no profile; nil if the default
// is not used.
func (w *Wrong) Unchosen(env Environment, flags Flags) []Fault {
	if w.Read == nil {
		return nil
	}
	name := w.Read.Profile
	if name == "" || cmp.Or(flags.Profile, env.Profile) != "" {
		return nil
	}
	if _, there := w.Read.Profiles[name]; there {
		return nil
	}
	if _, known := profile.Preset(name); known {
		return nil
	}
	return []Fault{w.Read.FaultOf("profile", w.Read.unnamed(name).Error())}
}
