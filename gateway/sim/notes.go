package sim

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
)

// maxListed is how many of many things an answer names.
const maxListed = 5

// notes is what an answer has to say beside the subject: item references that
// point nowhere, and what became of the tools.
func (t *turn) notes() []string {
	notes := t.Notes
	if dangling := t.Request.Dangling; len(dangling) > 0 {
		var ids []string
		for _, id := range dangling[:min(len(dangling), maxListed)] {
			ids = append(ids, "`"+codeLine(id, 40)+"`")
		}
		notes = append([]string{fmt.Sprintf("%s to no item of input and %s skipped: %s. The service stores no items.",
			refer(len(dangling)), was(len(dangling)), strings.Join(ids, ", "))}, notes...)
	}
	return notes
}

func refer(n int) string {
	if n == 1 {
		return "1 item_reference points"
	}
	return fmt.Sprintf("%d item references point", n)
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// withNotes adds the notes to a text, each as a separate quote.
func (t *turn) withNotes(text string) string {
	for _, note := range t.notes() {
		text += "\n\n> " + note
	}
	return text
}

// exact reports whether the text has to be what it is, to the letter.
func (t *turn) exact() bool {
	return t.structured() || t.Subject == aboutSize || t.Subject == aboutEcho
}

// Link is a source as the answer cites it.
func (s Source) Link() string {
	return "[" + oneLine(s.Title, 120) + "](" + strings.Map(unspaced, s.URL) + ")"
}

// unspaced drops what would end a link before its end.
func unspaced(r rune) rune {
	if r <= ' ' || r == '(' || r == ')' {
		return -1
	}
	return r
}

// citations finds the links to sources in a text.
func (t *turn) citations(text string) []output.Citation {
	var list []output.Citation
	at, runes := 0, 0
	for _, f := range t.Findings {
		for _, s := range f.Sources {
			link := s.Link()
			i := strings.Index(text[at:], link)
			if i < 0 {
				continue
			}
			runes += utf8.RuneCountInString(text[at : at+i])
			start := runes
			runes += utf8.RuneCountInString(link)
			at += i + len(link)
			list = append(list, output.Citation{URL: s.URL, Title: s.Title, Start: start, End: runes})
		}
	}
	return list
}
