package sim

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
)

const maxListed = 5

// notes returns what an answer reports in addition to its subject: item references without an item,
// and the tools that were not called.
func (t *turn) notes() []string {
	notes := t.Notes
	if dangling := t.Request.Dangling; len(dangling) > 0 {
		var ids []string
		for _, id := range dangling[:min(len(dangling), maxListed)] {
			ids = append(ids, "`"+codeLine(id, 40)+"`")
		}
		refer, were := "1 item_reference points", "was"
		if n := len(dangling); n > 1 {
			refer, were = fmt.Sprintf("%d item references point", n), "were"
		}
		notes = append([]string{fmt.Sprintf("%s to no item of input and %s skipped: %s. The service stores no items.",
			refer, were, strings.Join(ids, ", "))}, notes...)
	}
	return notes
}

// Link returns the source as the answer cites it.
func (s Source) Link() string {
	address := strings.Map(func(r rune) rune {
		if r <= ' ' || r == '(' || r == ')' {
			return -1 // it would end the link early
		}
		return r
	}, s.URL)
	return "[" + oneLine(s.Title, 120) + "](" + address + ")"
}

// citations returns the links to sources in a text.
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
