package page

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
)

// Bounds of a document that is shown with folds. What is beyond them is named.
const (
	maxJSON     = 1 << 20  // bytes of a document
	maxString   = 16 << 10 // bytes of one string
	maxFolds    = 12       // levels that fold
	maxUnfolded = 60       // rows that are unfolded at first
)

// section is a body.
type section struct {
	Name string
	JSON template.HTML
	Text string // of a body that is no JSON, or too long for folds
	Size string
	Cut  string // what is not shown
}

func sectionOf(body []byte) section {
	s := section{Name: "Body"}
	if len(body) == 0 {
		return s
	}
	s.Size = figures.Size(len(body))
	if len(body) <= maxJSON {
		var ok bool
		if s.JSON, ok = folded(body); ok {
			return s
		}
	}
	if s.Text = string(body); len(body) > maxJSON {
		s.Text = strings.ToValidUTF8(string(body[:maxJSON]), "")
		s.Cut = figures.Size(len(body)-maxJSON) + " more are not shown"
	}
	return s
}

// json writes a document with folds; text that is no JSON as it is.
func json(doc []byte) template.HTML {
	if written, ok := folded(doc); ok {
		return written
	}
	return plain(bounded(string(doc)))
}

// folded writes a document with folds; ok is false for text that is no JSON.
func folded(doc []byte) (_ template.HTML, ok bool) {
	x, err := tree.New(doc)
	if err != nil {
		return "", false
	}
	j := jsonWriter{x: x, folds: x.Unfold(maxUnfolded)}
	j.value(tree.Row{}, "")
	return template.HTML(`<div class="json">` + j.b.String() + `</div>`), true //nolint:gosec // the writer escapes all text
}

type jsonWriter struct {
	b     strings.Builder
	x     *tree.Index
	folds *tree.Folds
}

// value writes a value and what follows it.
func (j *jsonWriter) value(r tree.Row, after string) {
	if j.x.Container(r.Node) && r.Depth < maxFolds {
		j.container(r, after)
		return
	}
	switch v := j.x.Value(r.Node); j.x.Kind(r.Node) {
	case scan.Object, scan.Array:
		j.span("deep", string(v))
	case scan.String:
		j.text(v)
	case scan.Number:
		j.span("n", string(v))
	default:
		j.span("k", string(v))
	}
	j.b.WriteString(after)
}

func (j *jsonWriter) span(class, text string) {
	j.b.WriteString(`<span class="` + class + `">`)
	template.HTMLEscape(&j.b, []byte(text))
	j.b.WriteString("</span>")
}

// text writes a string as it is spelled, but for escapes of letters.
func (j *jsonWriter) text(v []byte) {
	spelled := scan.Readable(string(v))
	if len(spelled) <= maxString {
		j.span("s", spelled)
		return
	}
	cut := maxString / 4
	for !utf8.RuneStart(spelled[cut]) {
		cut--
	}
	j.span("s", spelled[:cut])
	j.span("more", "… "+figures.Size(len(spelled)-cut)+" more")
}

// container writes an object or array: on one line where it is short, else with a fold.
func (j *jsonWriter) container(r tree.Row, after string) {
	x, end := j.x, j.x.Next(r.Node)
	count, simple := 0, true
	for c := r.Node + 1; c < end; c = x.Next(c) {
		count++
		simple = simple && !x.Container(c)
	}
	brackets, thing := "[]", "element"
	if x.Kind(r.Node) == scan.Object {
		brackets, thing = "{}", "member"
	}
	const short = 72
	size := len(x.Value(r.Node))
	if count == 0 || simple && size <= short {
		j.b.WriteByte(brackets[0])
		for c := r.Node + 1; c < end; c = x.Next(c) {
			j.member(c, r.Depth+1, separator(x.Next(c) < end, ", "))
		}
		j.b.WriteString(brackets[1:] + after)
		return
	}
	open := ""
	if j.folds.Open(r) {
		open = " open"
	}
	fmt.Fprintf(&j.b, `<details%s><summary>%c<span class="more"> %s, %s %c%s</span></summary><ul>`, open, brackets[0], figures.Counted(count, thing), figures.Size(size), brackets[1], after)
	for c := r.Node + 1; c < end; c = x.Next(c) {
		j.b.WriteString("<li>")
		j.member(c, r.Depth+1, separator(x.Next(c) < end, ","))
		j.b.WriteString("</li>")
	}
	fmt.Fprintf(&j.b, "</ul>%c%s</details>", brackets[1], after)
}

// member writes a value after its name, if it has one.
func (j *jsonWriter) member(i, depth int, after string) {
	if name := j.x.Name(i); name != nil {
		j.span("m", scan.Readable(string(name)))
		j.b.WriteString(": ")
	}
	j.value(tree.Row{Node: i, Depth: depth}, after)
}

// separator returns what is between a value and the next, if there is one.
func separator(more bool, between string) string {
	if more {
		return between
	}
	return ""
}
