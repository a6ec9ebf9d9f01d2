package build

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/form"
	"gatehouse/views/kit/picker"
	"gatehouse/views/kit/text"
)

// previewPlugin adds to a plugin's form what the plugin will do with the
// catalogue of the connected service.
func (s *Screen) previewPlugin(f *form.Form, plugin []byte) {
	c := s.Link.Models.Catalogue
	at, err := strconv.Atoi(strings.TrimPrefix(f.Base, "/plugins/"))
	if err != nil {
		at = -1
	}
	if idle := preview.Idle(scan.Get(s.doc, "plugins"), at); idle != "" {
		f.Intro = append(f.Intro, sentence("does nothing: "+idle))
		return
	}
	if isAutoRouter(plugin) && len(c.Models) > 0 {
		auto := c.Auto(plugin)
		f.Extra = autoRouterLines(auto, f.Base)
		for _, note := range auto.Notes {
			f.Intro = append(f.Intro, sentence(note))
		}
		return
	}
	last := ""
	if n := len(f.Fields); n > 0 {
		last = f.Fields[n-1].Name
	}
	for i, line := range c.Lines(plugin) {
		e := form.Extra{After: last, Text: text.SanitizeLine(line)}
		if i == 0 {
			e.Name = "result"
		}
		f.Extra = append(f.Extra, e)
	}
}

// sentence writes a remark as the sentences of a form's introduction are.
func sentence(remark string) string {
	first, size := utf8.DecodeRuneInString(remark)
	return text.SanitizeLine(string(unicode.ToUpper(first)) + remark[size:] + ".")
}

// isAutoRouter reports whether a plugin selects models by patterns and a band of
// prices.
func isAutoRouter(plugin []byte) bool {
	id := scan.Text(scan.Get(plugin, "id"))
	return id == "auto-router" || id == "auto-beta-router"
}

func autoRouterLines(a preview.Auto, pointer string) []form.Extra {
	out := []form.Extra{{
		After: "excluded_models", Name: "matches", Text: fmt.Sprintf("%d of %s", countSelected(a.Matches), figures.Counted(len(a.Matches), "model")),
		Choose: func() views.Intent { return views.ShowCandidates{Pointer: pointer} },
	}}
	if a.Empty != "" {
		return append(out, form.Extra{After: "excluded_models", Text: text.SanitizeLine("no model is left, which is a 404: " + a.Empty)})
	}
	if a.Band.By != "" {
		in := fmt.Sprintf("%s: %s", a.Band.Words(), figures.Counted(len(a.InBand()), "model"))
		if a.Nearest {
			in = fmt.Sprintf("%s: no candidate, so the nearest below", a.Band.Words())
		}
		setting, _, _ := strings.Cut(a.Band.By, " ")
		out = append(out, form.Extra{After: setting, Name: "band", Text: in})
	}
	return out
}

func countSelected(matches []preview.Match) int {
	n := 0
	for _, m := range matches {
		if m.Candidate {
			n++
		}
	}
	return n
}

// showCandidates lists every text model with what an auto router's patterns do with it.
func (s *Screen) showCandidates(pointer string) tea.Cmd {
	from, to, ok := talk.SpanOf(s.doc, pointer)
	if !ok {
		return s.Notify("there is no plugin at %s", pointer)
	}
	return s.OpenList("Models that the router chooses among", candidateItems(s.Link.Models.Catalogue.Auto(s.doc[from:to])))
}

// candidateItems returns the text models, those that the patterns select first.
func candidateItems(a preview.Auto) []picker.Item {
	position := map[string]string{} // among the candidates, by slug
	for _, c := range a.Candidates {
		words := fmt.Sprintf("at %.0f", c.Percentile)
		if c.InBand && a.Band.By != "" {
			words += ", in the band"
		}
		position[c.Model.Slug] = words
	}
	var selected, others []picker.Item
	for _, match := range a.Matches {
		item := picker.Item{Label: match.Model.Slug, Right: position[match.Model.Slug], Choose: func() views.Intent { return views.Close{} }}
		switch {
		case match.ExcludedBy != "":
			item.Words = "✗ excluded by " + match.ExcludedBy
		case match.Candidate && match.ByPattern != "":
			item.Words = "✓ by " + match.ByPattern
		case match.Candidate:
			item.Words = "✓"
		default:
			item.Words = "– no pattern lets it through"
		}
		if match.Candidate {
			selected = append(selected, item)
		} else {
			others = append(others, item)
		}
	}
	return append(selected, others...)
}
