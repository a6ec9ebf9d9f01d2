package screen

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/redact"
	"gatehouse/views"
	"gatehouse/views/approve"
)

// errNoRules is the error of a document that is redacted where no rules are given.
var errNoRules = errors.New("no masking rules are set")

// redacted masks what is private in exchanges.
func (h *Host) redacted(w *progress.Work, list []export.Exchange) (share.Redacted, error) {
	if h.Redact == nil {
		return share.Redacted{}, errNoRules
	}
	rules, err := h.Redact()
	if err != nil {
		return share.Redacted{}, err
	}
	return share.Redact(w, rules, list)
}

// showHits shows what is masked in a document, and where, before it is written.
func (h *Host) showHits(m *document) tea.Cmd {
	var b strings.Builder
	for _, f := range m.found.Found {
		if len(m.found.List) > 1 {
			b.WriteString("exchange " + f.ID + "\n")
		}
		for _, hit := range f.Hits {
			fmt.Fprintf(&b, "%-21s %5s  %s\n", hit.What(), figures.Size(hit.Length), hit.Place)
		}
	}
	for _, d := range m.found.Decoded {
		b.WriteString("The " + d.Body + " of exchange " + d.ID + " was compressed; it is written decompressed.\n")
	}
	with := "write it"
	if n := m.found.Count(); n > 0 {
		with = "write it with " + figures.Counted(n, "place") + " masked"
	}
	return h.OpenOverlay(m.Name+": private data", approve.New(h.Styles, h.Keys, b.String(),
		approve.Choice{Words: with, Intent: views.AskSave{Of: m.file(h)}}, m.asItIs(), doNotWrite()))
}

// showUnsearchable asks what to do with a document that cannot be searched whole.
func (h *Host) showUnsearchable(m *document, why *redact.UnsearchableError) tea.Cmd {
	about := fmt.Sprintf("%s was not created: exchange %s cannot be searched for private data, because %s.", m.Name, why.ID, why.Why)
	return h.OpenOverlay(m.Name+": not searched", approve.New(h.Styles, h.Keys, about, doNotWrite(), m.asItIs()))
}

// asItIs is the choice to mask nothing, with what that means.
func (d *document) asItIs() approve.Choice {
	return approve.Choice{
		Words:  "write it unmasked: anyone with the file can read all of this",
		Intent: views.ShareDocument{Of: d.of, As: d.As, All: d.all, File: true, Unmasked: true},
	}
}

func doNotWrite() approve.Choice {
	return approve.Choice{Words: "do not write it", Intent: views.Close{}}
}

// privacy reports what of a document was masked; empty for one that is never redacted.
func (d *document) privacy() string {
	switch {
	case !d.Redact:
		return ""
	case d.unmasked:
		return ", nothing masked"
	case d.found.Count() == 0:
		return ", no private data found"
	}
	return ", " + figures.Counted(d.found.Count(), "place") + " masked"
}

// ShowUntranslated lists what a request for /responses lacks of the one that it was made
// of, a line each: nothing where there is none. Without a choice it can be closed.
func (h *Host) ShowUntranslated(lines []string, choices ...approve.Choice) tea.Cmd {
	if len(lines) == 0 {
		return nil
	}
	if choices == nil {
		choices = []approve.Choice{{Words: "continue without", Intent: views.Close{}}}
	}
	title := "Not translated to /responses: " + figures.Counted(len(lines), "value")
	return h.OpenOverlay(title, approve.New(h.Styles, h.Keys, strings.Join(lines, "\n"), choices...))
}
