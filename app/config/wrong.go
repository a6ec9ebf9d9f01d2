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
	Line int    // of the file; 0: it is not of the file, or not of a line
	Text string // what it is, one line, with its place first and a remedy where there is one
	key  string // that it is about, written with dots; empty: not known
}

func (f Fault) Error() string { return f.Text }

// Wrong is the error of settings that cannot be used: of the file, or of the profile that was
// chosen in it. The program then connects to nothing, for any other place is not the one that
// was asked for.
type Wrong struct {
	Faults []Fault // at least one, in the order of the file
	Rest   *File   // the profiles of a wrong file that have no fault themselves, and the names of the others; nil: the file is right
	Read   *File   // what could be read of a wrong file, faults or not; nil: the file is right
}

// Error is the first fault, on one line; it says how many more there are.
func (w *Wrong) Error() string {
	text := w.Faults[0].Text
	switch n := len(w.Faults) - 1; {
	case n >= mostFaults: // then not all were looked for
		text += " (and many more faults)"
	case n == 1:
		text += " (and 1 more fault)"
	case n > 1:
		text += fmt.Sprintf(" (and %d more faults)", n)
	}
	return text
}

// Told are the faults as they are told one by one: behind mostFaults of them, one says only
// that there are more.
func (w *Wrong) Told() []Fault {
	if len(w.Faults) <= mostFaults {
		return w.Faults
	}
	return append(slices.Clone(w.Faults[:mostFaults]), Fault{Text: "and many more faults; correct these first"})
}

// Unwrap returns the faults that are told.
func (w *Wrong) Unwrap() []error {
	told := w.Told()
	all := make([]error, len(told))
	for i, f := range told {
		all[i] = f
	}
	return all
}

// With is an error with more faults; err is a *Wrong, or nil. Without any it is nil.
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

// Fault is an error about a key of the file, written with dots, that names its line.
func (f *File) Fault(key, text string) error { return &Wrong{Faults: []Fault{f.FaultOf(key, text)}} }

// FaultOf is what is wrong with a key of the file, written with dots.
func (f *File) FaultOf(key, text string) Fault {
	line := f.lines[key]
	if line > 0 {
		return Fault{line, fmt.Sprintf("%s:%d: %s: %s", f.Path, line, key, text), key}
	}
	return Fault{0, fmt.Sprintf("%s: %s: %s", f.Path, key, text), key}
}

// about reports whether one of some faults is about a table or something in it.
func about(table string, faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.key == table || strings.HasPrefix(f.key, table+".") })
}

// Unchosen is the fault of a wrong file whose default is no profile, none where another one
// was asked for.
func (w *Wrong) Unchosen(env Environment, flags Flags) []Fault {
	name := w.Read.Profile
	if name == "" || first(flags.Profile, env.Profile) != "" || slices.Contains(w.Rest.Faulty, name) {
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
