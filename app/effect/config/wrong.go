package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/profile"
)

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
