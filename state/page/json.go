package page

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
)

// Bounds of a document that is shown with folds. What is beyond them is named.
const (
	mostJSON   = 1 << 20  // bytes of a document
	mostString = 16 << 10 // bytes of one string
	mostFolds  = 12       // levels that fold
	openBelow  = 1500     // bytes of an object or array that is open at first
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
	if len(body) <= mostJSON && scan.Valid(body) {
		s.JSON = json(body)
		return s
	}
	if s.Text = string(body); len(body) > mostJSON {
		s.Text = strings.ToValidUTF8(string(body[:mostJSON]), "")
		s.Cut = figures.Size(len(body)-mostJSON) + " more are not shown"
	}
	return s
}

// json writes a document with folds; text that is no JSON as it is.
func json(doc []byte) template.HTML {
	if !scan.Valid(doc) {
		return plain(bounded(string(doc)))
	}
	var j jsonWriter
	j.value(doc[scan.SkipSpace(doc, 0):], 0, "")
	return template.HTML(`<div class="json">` + j.b.String() + `</div>`) //nolint:gosec // the writer escapes all text
}

type jsonWriter struct{ b strings.Builder }

// value writes a value and what follows it.
func (j *jsonWriter) value(v []byte, depth int, after string) {
	switch kind := scan.KindOf(v); kind {
	case scan.Object, scan.Array:
		if depth < mostFolds {
			j.container(v, kind == scan.Object, depth, after)
			return
		}
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
	if len(spelled) <= mostString {
		j.span("s", spelled)
		return
	}
	cut := mostString / 4
	for !utf8.RuneStart(spelled[cut]) {
		cut--
	}
	j.span("s", spelled[:cut])
	j.span("more", "… "+figures.Size(len(spelled)-cut)+" more")
}

// container writes an object or array: on one line where it is short, else with a fold.
func (j *jsonWriter) container(v []byte, object bool, depth int, after string) {
	var rows []func(after string)
	simple := true
	row := func(name string, value []byte) {
		kind := scan.KindOf(value)
		simple = simple && kind != scan.Object && kind != scan.Array
		rows = append(rows, func(after string) {
			if object {
				j.span("m", string(scan.Quote(name)))
				j.b.WriteString(": ")
			}
			j.value(value, depth+1, after)
		})
	}
	if object {
		for m := range scan.Members(v) {
			row(m.Key, m.Value)
		}
	} else {
		for _, e := range scan.Elements(v) {
			row("", e)
		}
	}
	brackets := "[]"
	if object {
		brackets = "{}"
	}
	const short = 72
	if len(rows) == 0 || simple && len(v) <= short {
		j.line(brackets, rows)
		j.b.WriteString(after)
		return
	}
	open := ""
	if depth == 0 || len(v) < openBelow {
		open = " open"
	}
	thing := "element"
	if object {
		thing = "member"
	}
	fmt.Fprintf(&j.b, `<details%s><summary>%c<span class="more"> %s, %s %c%s</span></summary><ul>`, open, brackets[0], figures.Counted(len(rows), thing), figures.Size(len(v)), brackets[1], after)
	for i, write := range rows {
		j.b.WriteString("<li>")
		if i < len(rows)-1 {
			write(",")
		} else {
			write("")
		}
		j.b.WriteString("</li>")
	}
	fmt.Fprintf(&j.b, "</ul>%c%s</details>", brackets[1], after)
}

func (j *jsonWriter) line(brackets string, rows []func(string)) {
	j.b.WriteByte(brackets[0])
	for i, write := range rows {
		if i > 0 {
			j.b.WriteString(", ")
		}
		write("")
	}
	j.b.WriteByte(brackets[1])
}
