package expect

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Fault is something wrong with a check file.
type Fault struct {
	Line int
	Text string // with its place first
}

// Broken is the error of a check file: all that is wrong with it, in the order of the file.
type Broken struct{ Faults []Fault }

// Error is the faults, one a line.
func (b *Broken) Error() string {
	lines := make([]string, len(b.Faults))
	for i, f := range b.Faults {
		lines[i] = spelling.OneLine(f.Text)
	}
	return strings.Join(lines, "\n")
}

type file struct {
	path     string
	readFile func(name string) ([]byte, error) // reads a file that a check names
	faults   []Fault
	lab      bool // its checks need no expectation
	repeat   int  // of checks that have none; 0: 1
}

// Parse parses a check file (CONTRACT "Check files"). readFile reads a file that it names, with a path
// relative to the check file. The error is a *Broken.
func Parse(path string, data []byte, readFile func(name string) ([]byte, error)) ([]*Check, error) {
	f := &file{path: path, readFile: readFile}
	root, err := f.root(data)
	if err != nil {
		return nil, err
	}
	if v := root.get("variant"); v != nil {
		f.fault(v.line, "a file with variants is a lab; gatehouse lab runs it")
		return nil, f.broken()
	}
	f.known("", root, "check")
	checks := f.checks(root)
	if err := f.broken(); err != nil {
		return nil, err
	}
	return checks, nil
}

// root reads the file. The error is a *Broken.
func (f *file) root(data []byte) (*value, error) {
	root, err := readTOML(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, &Broken{[]Fault{{0, f.path + ":" + err.Error()}}}
	}
	return root, nil
}

// checks reads the checks of the file.
func (f *file) checks(root *value) (checks []*Check) {
	switch all := root.get("check"); {
	case all == nil && f.lab:
	case all == nil && f.faults == nil:
		f.fault(1, "no check in it; a check begins with [[check]]")
	case all != nil && (all.kind != list || len(all.list) == 0): // [check]
		f.fault(all.line, "write [[check]], with two brackets: a file may have several")
	case all != nil:
		for _, one := range all.list {
			checks = append(checks, f.check(one))
		}
	}
	return checks
}

// broken returns the faults that were found, as a *Broken; nil for none.
func (f *file) broken() error {
	if f.faults == nil {
		return nil
	}
	slices.SortStableFunc(f.faults, func(a, b Fault) int { return a.Line - b.Line })
	return &Broken{f.faults}
}

func (f *file) fault(line int, format string, args ...any) {
	f.faults = append(f.faults, Fault{line, fmt.Sprintf("%s:%d: ", f.path, line) + fmt.Sprintf(format, args...)})
}

// known finds the members of a table that nothing reads.
func (f *file) known(prefix string, v *value, names ...string) {
	for _, m := range v.members {
		if !slices.Contains(names, m.name) {
			f.fault(m.line, "unknown key %s%s%s", prefix, m.name, meant(m.name, names))
		}
	}
}

const maxNamed = 12

// meant returns what a name was probably meant to be, else the list of names.
func meant(word string, names []string) string {
	if len(names) > maxNamed && spelling.Nearest(word, names) == "" {
		return "; docs/checks.md lists what there is, and docs/lint.md the rules"
	}
	return spelling.Meant(word, names)
}

// is reports whether a value has a kind, and adds a fault if not.
func (f *file) is(name string, v *value, k kind, example string) bool {
	if v.kind != k {
		f.fault(v.line, "%s is %s; write %s", name, kinds[v.kind], example)
	}
	return v.kind == k
}

func (f *file) check(v *value) *Check {
	c := &Check{File: f.path, Line: v.line, Repeat: 1}
	if v.kind != table {
		f.fault(v.line, "check is a list of tables; write [[check]]")
		return c
	}
	f.known("check.", v, "name", "group", "request", "request_jq", "body", "keep_model", "key", "metadata", "profile", "base_url", "repeat", "pass", "recorded", "expect")
	f.named("check.", v, "name", `name = "stays cheap"`, &c.Name)
	f.named("check.", v, "group", `group = "limits"`, &c.Group)
	f.named("check.", v, "profile", `profile = "work"`, &c.Profile)
	f.named("check.", v, "base_url", `base_url = "https://host/api/v1"`, &c.BaseURL)
	f.named("check.", v, "recorded", `recorded = "last"`, &c.Recorded)
	if c.Name == "" {
		c.Name = "check on line " + strconv.Itoa(v.line)
	}
	f.runs(c, v)
	if m := v.get("request"); m != nil {
		c.Request, c.FromFile = f.request(m), m.kind == text
	}
	f.sending(c, v)
	if c.Request == nil && c.Recorded == "" && len(f.faults) == 0 {
		f.fault(c.Line, "%q has neither a request to send nor recorded, an exchange to look at", c.Name)
	}
	if e := v.get("expect"); e == nil && f.lab {
		c.Expect, c.CompletedOnly = f.completes(c.Line), true
	} else if e == nil || e.kind == table && len(e.members) == 0 {
		f.fault(c.Line, "%q expects nothing; write what must be under [check.expect], for example verdict = \"completed\"", c.Name)
	} else if f.is("check.expect", e, table, "[check.expect]") {
		c.Expect = f.members("", e, makers())
	}
	return c
}

// named reads a member that is a text, if it is there.
func (f *file) named(prefix string, v *value, name, example string, to *string) {
	m := v.get(name)
	if m == nil || !f.is(prefix+name, m, text, example) {
		return
	}
	if *to = m.text; strings.TrimSpace(m.text) == "" {
		f.fault(m.line, "%s%s is empty; write %s, or leave it out", prefix, name, example)
	}
}

// runs reads how often a check is sent, and how many of them may fail.
func (f *file) runs(c *Check, v *value) {
	c.Repeat = max(f.repeat, 1)
	if m := v.get("repeat"); m != nil {
		c.Repeat = max(f.count("check.repeat", m), 1)
	}
	m := v.get("pass")
	if m == nil {
		return
	}
	switch pass := f.count("check.pass", m); {
	case pass > c.Repeat:
		f.fault(m.line, "check.pass is %d, more than repeat, %d; write at most that", pass, c.Repeat)
	case pass > 0:
		c.Misses = c.Repeat - pass
	}
}

// count reads a number of exchanges; 0 for a fault.
func (f *file) count(name string, v *value) int {
	if !f.is(name, v, number, name[strings.LastIndexByte(name, '.')+1:]+" = 3") {
		return 0
	}
	n := v.float()
	if n < 1 || n > 1000 || n != math.Trunc(n) {
		f.fault(v.line, "%s is %s; write a whole number from 1 to 1000", name, v.text)
		return 0
	}
	return int(n)
}

// request reads the body: of a file next to the check file, or the table itself.
func (f *file) request(v *value) []byte {
	switch v.kind {
	case table:
		body, ok := v.json()
		if !ok {
			f.fault(v.line, "check.request has a value that JSON does not have; write the request as a file next to this one")
		}
		return body
	case text:
		data := f.read("check.request", v)
		if data == nil {
			return nil
		}
		body := bytes.Trim(data, " \t\r\n")
		switch k := scan.KindOf(body); {
		case !scan.Valid(body):
			f.fault(v.line, "check.request: %q is not JSON; write what is none as body", v.text)
		case k == scan.String || k == scan.Array: // as send takes it
			return slices.Concat([]byte(`{"input":`), body, []byte("}"))
		case k != scan.Object:
			f.fault(v.line, "check.request: %q is no JSON object, string or list", v.text)
		default:
			return body
		}
		return nil
	}
	f.fault(v.line, `check.request is %s; write the name of a file, request = "card.json", or the request as a table`, kinds[v.kind])
	return nil
}

// read reads a file that a value names; nil where it cannot.
func (f *file) read(name string, v *value) []byte {
	data, err := f.readFile(v.text)
	switch {
	case err != nil:
		f.fault(v.line, "%s: %v", name, err)
	case len(bytes.TrimSpace(data)) == 0:
		f.fault(v.line, "%s: %s is empty", name, v.text)
	default:
		return data
	}
	return nil
}

// texts reads a text or a list of texts; nil if there is none. missing is the remedy for an empty list.
func (f *file) texts(name string, v *value, example, missing string) (all []string) {
	return f.elements(name, v, example, missing, text)
}

// words is texts that may also be numbers, as spelled.
func (f *file) words(name string, v *value, example, missing string) (all []string) {
	return f.elements(name, v, example, missing, text, number)
}

func (f *file) elements(name string, v *value, example, missing string, kind ...kind) (all []string) {
	elements := []*value{v}
	if v.kind == list {
		elements = v.list
	}
	for _, e := range elements {
		if !slices.Contains(kind, e.kind) {
			f.fault(e.line, "%s has %s in it; write %s", name, kinds[e.kind], example)
			return nil
		}
		all = append(all, e.text)
	}
	if len(all) == 0 {
		f.fault(v.line, "%s is an empty list; write %s", name, missing)
	}
	return all
}
