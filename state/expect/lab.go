package expect

import (
	"bytes"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/lab"
)

// Lab is a lab file: its checks are cases, and each is sent to every variant.
type Lab struct {
	Cases    []*Check
	Variants []Variant
	Required []string // names of the variants whose cases must all pass
	Marks    []lab.Mark
}

// Variant is a way to send the requests of a lab: how they are changed, and where they go.
type Variant struct {
	Name    string
	Line    int
	Patch   []byte // a JSON merge patch (RFC 7386) on the request; nil: it is sent as it is
	Profile string // as --profile; empty: that of the case
	BaseURL string // as --base-url
}

// ParseLab parses a lab file (CONTRACT "Lab files"), as Parse does a check file. It may lack checks and variants while
// it is being written. A case that expects nothing must be completed.
func ParseLab(path string, data []byte, readFile func(name string) ([]byte, error)) (*Lab, error) {
	f := &file{path: path, readFile: readFile, lab: true}
	root, err := f.root(data)
	if err != nil {
		return nil, err
	}
	f.known("", root, "check", "variant", "repeat", "required", "mark")
	l := &Lab{}
	if m := root.get("repeat"); m != nil {
		f.repeat = f.count("repeat", m)
	}
	l.Cases = f.checks(root)
	l.variants(f, root.get("variant"))
	if m := root.get("required"); m != nil {
		l.Required = f.texts("required", m, `required = ["fast"]`, "a name, or leave it out")
		for _, name := range l.Required {
			if !slices.ContainsFunc(l.Variants, func(v Variant) bool { return v.Name == name }) {
				f.fault(m.line, "required: no variant is called %q", name)
			}
		}
	}
	l.marks(f, root.get("mark"))
	f.uniqueCases(l.Cases)
	if err := f.broken(); err != nil {
		return nil, err
	}
	return l, nil
}

// variants reads the variants, whose names must differ.
func (l *Lab) variants(f *file, all *value) {
	switch {
	case all == nil:
		return
	case all.kind != list || len(all.list) == 0:
		f.fault(all.line, "write [[variant]], with two brackets: a file may have several")
		return
	}
	for _, v := range all.list {
		if !f.is("variant", v, table, "[[variant]]") {
			return
		}
		f.known("variant.", v, "name", "request", "profile", "base_url")
		one := Variant{Line: v.line}
		f.named("variant.", v, "name", `name = "fast"`, &one.Name)
		f.named("variant.", v, "profile", `profile = "work"`, &one.Profile)
		f.named("variant.", v, "base_url", `base_url = "https://host/api/v1"`, &one.BaseURL)
		switch {
		case one.Name == "":
			f.fault(v.line, `a variant has no name; write name = "fast"`)
		case slices.ContainsFunc(l.Variants, func(o Variant) bool { return o.Name == one.Name }):
			f.fault(v.line, "two variants are called %q; rename one", one.Name)
		}
		if m := v.get("request"); m != nil {
			one.Patch = f.patch(m)
		}
		l.Variants = append(l.Variants, one)
	}
}

// patch reads a merge patch: a table, or a text of JSON, which unlike TOML has null.
func (f *file) patch(m *value) (patch []byte) {
	switch ok := true; {
	case m.kind == text:
		if patch = []byte(m.text); scan.KindOf(patch) != scan.Object || !scan.Valid(patch) {
			f.fault(m.line, `variant.request is no JSON object; write request = '{"tools":null}', or a table`)
		}
	case f.is("variant.request", m, table, `request = { model = "sim/writer" }`):
		if patch, ok = m.json(); !ok {
			f.fault(m.line, "variant.request has a value that JSON does not have")
		}
	}
	return patch
}

// marks reads the user's marks.
func (l *Lab) marks(f *file, all *value) {
	if all == nil || !f.is("mark", all, list, "[[mark]]") {
		return
	}
	for _, v := range all.list {
		if !f.is("mark", v, table, "[[mark]]") {
			return
		}
		f.known("mark.", v, "answer", "mark")
		one := lab.Mark{Mark: -1}
		f.named("mark.", v, "answer", `answer = "the id of an exchange"`, &one.Answer)
		if m := v.get("mark"); m != nil && f.is("mark.mark", m, number, "mark = 2") && slices.Contains([]string{"0", "1", "2", "3"}, m.text) {
			one.Mark = int(m.text[0] - '0')
		}
		if one.Answer == "" || one.Mark < 0 {
			f.fault(v.line, `a mark has the id of an answer and a number from 0 to 3; write answer = "…" and mark = 2`)
		}
		l.Marks = append(l.Marks, one)
	}
}

// CaseText returns a check of a request as a lab file has it.
func CaseText(name string, request []byte) string {
	return "\n[[check]]\nname = " + quoted(name) + "\nbody = " + quoted(string(request)) + "\n"
}

// VariantText returns a variant as a lab file has it. It goes to a profile; "" is none.
func VariantText(name string, patch []byte, profile string) string {
	words := "\n[[variant]]\nname = " + quoted(name) + "\n"
	switch {
	case bytes.Contains(patch, []byte("null")): // which TOML lacks
		words += "request = " + quoted(string(patch)) + "\n"
	case patch != nil:
		words += "request = " + inline(patch) + "\n"
	}
	if profile != "" {
		words += "profile = " + quoted(profile) + "\n"
	}
	return words
}

// MarkText returns a mark as a lab file has it.
func MarkText(m lab.Mark) string {
	return "\n[[mark]]\nanswer = " + quoted(m.Answer) + "\nmark = " + strconv.Itoa(m.Mark) + "\n"
}

// uniqueCases finds cases of the same name, which a grid could not tell apart.
func (f *file) uniqueCases(all []*Check) {
	for i, c := range all {
		if slices.ContainsFunc(all[:i], func(o *Check) bool { return o.Name == c.Name }) {
			f.fault(c.Line, "two checks are called %q; rename one", c.Name)
		}
	}
}

// Of returns a case as it is checked for a variant, but for its request, which the patch changes.
func (v Variant) Of(c *Check) *Check {
	of := *c
	if v.Profile != "" || v.BaseURL != "" {
		of.Profile, of.BaseURL, of.BeforeFlags = v.Profile, v.BaseURL, true
	}
	return &of
}

// completes is what a case of a lab must be that expects nothing else.
func (f *file) completes(line int) []Expectation {
	return makers()["verdict"](f, "verdict", &value{kind: text, line: line, text: string(state.Completed)})
}

// One returns a lab of one request, which must be completed, without variants. name is where it comes from.
func One(name string, request []byte) *Lab {
	c := &Check{File: name, Line: 1, Name: "request", Request: request, FromFile: true, Repeat: 1}
	c.Expect, c.CompletedOnly = (&file{path: name}).completes(1), true
	return &Lab{Cases: []*Check{c}}
}
