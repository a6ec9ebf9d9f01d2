package screen

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/state/answer/figures"
	"gatehouse/state/share/export"
	"gatehouse/state/share/redact"
	"gatehouse/views"
	"gatehouse/views/overlay/approve"
)

// document is a document that was made.
type document struct {
	export.Document
	of       *Sharing // nil for a part
	data     []byte
	name     string         // suggested for a file
	found    share.Redacted // what was masked in it
	lost     []string       // what of the request it does not have
	unmasked bool           // the user wants nothing masked
	all      bool           // it holds all exchanges of the session
}

// ShareDocument makes a document in the background, of what the menu was opened for.
func (h *Host) ShareDocument(i views.ShareDocument) tea.Cmd {
	h.Overlays.Close()
	d, ok := export.DocumentAs(i.As)
	of, shared := i.Of.(*Sharing)
	if !ok || !shared {
		return nil
	}
	what := "the exchange"
	if i.All {
		what = "the session"
	}
	return h.Work(progress.Step{Verb: "reading", What: what}, func(w *progress.Work) tea.Msg {
		made := &document{Document: d, of: of, unmasked: i.Unmasked, all: i.All}
		list, err := []export.Exchange{of.Of}, error(nil)
		if i.All {
			list, err = of.All.Load(w)
		}
		if err == nil {
			err = made.make(w, h, list)
		}
		return EffectFunc(func() tea.Cmd { return h.documentMade(made, i.File, err) })
	})
}

// ShareText makes a file of a part, in the background.
func (h *Host) ShareText(i views.ShareText) tea.Cmd {
	h.Overlays.Close()
	name := files.NameOf(h.sharing, "exchange", "-"+strings.ReplaceAll(i.What, " ", "-")+i.Ext)
	d := &document{Document: export.Document{Name: i.What, Ext: i.Ext}, name: name}
	return func() tea.Msg {
		d.data = []byte(i.Text())
		return EffectFunc(func() tea.Cmd { return h.documentMade(d, true, nil) })
	}
}

// MakeCheck makes a check of an exchange and opens it in the user's editor. The result is
// saved under a path that is asked for, and can be run then.
func (h *Host) MakeCheck(x *Exchange) tea.Cmd {
	d, _ := export.DocumentAs(checkWord)
	of := Exported(x, x.State, "")
	text, err := d.Write([]export.Exchange{of})
	if err != nil {
		return h.Notify("%v", err)
	}
	return h.InEditor("check.toml", string(text), func(text string) tea.Cmd {
		made := &document{Document: d, of: &Sharing{Of: of, From: x}, data: []byte(text + "\n"), name: files.NameOf(export.CheckName(of), "exchange", "-check"+d.Ext)}
		return h.AskSave(made.file(h))
	})
}

// checkWord is the word of the document that is a check.
const checkWord = "check"

// make makes the document. What is handed over has what is private masked, also in the
// name of its file.
func (d *document) make(w *progress.Work, h *Host, list []export.Exchange) (err error) {
	masked := d.Redact && !d.unmasked
	if d.Several && !masked {
		list = share.Afresh(list)
	}
	if masked {
		if d.found, err = h.redacted(w, d.Document, list); err != nil {
			return err
		}
		list = d.found.List
	}
	title := list[0].Title
	if d.As == checkWord {
		title = export.CheckName(list[0])
	}
	d.name = files.NameOf(title, "exchange", d.Ext)
	d.lost = d.Lost(list)
	d.data, err = share.Write(w, d.Document, list)
	return err
}

// documentMade copies a document, or asks where to save it as a file.
func (h *Host) documentMade(d *document, file bool, err error) tea.Cmd {
	var unsearchable *redact.UnsearchableError
	switch {
	case errors.As(err, &unsearchable):
		return h.showUnsearchable(d, unsearchable)
	case err != nil:
		return h.Notify("%s: not created: %v", d.Name, err)
	case !file:
		return tea.Batch(h.Copy(d.Name+d.aside(), string(d.data)), h.ShowUntranslated(d.lost))
	case len(d.lost) > 0:
		return h.ShowUntranslated(d.lost, approve.Choice{Words: "write it without", Intent: views.AskSave{Of: d.file(h)}, Key: "y"}, doNotWrite())
	case len(d.found.Found) > 0:
		return h.showHits(d)
	}
	return h.AskSave(d.file(h))
}

// file returns the document as it is saved.
func (d *document) file(h *Host) *ToSave {
	path, aside := h.InFolder(d.name), d.aside()
	if d.As == checkWord { // several are made of one question
		path = files.Free(path)
	}
	return &ToSave{
		Title: "Write to a file", Path: path, Note: d.Name + ", " + figures.Size(len(d.data)) + aside,
		Take: func(string) (Contents, error) {
			return Contents{
				Write: func() ([]byte, error) { return d.data, nil },
				Saved: func(path, notice string) tea.Cmd {
					notice += aside
					if d.As == checkWord {
						notice += h.bindCheck(path, d.of)
					}
					return h.Notify("%s", notice)
				},
			}, nil
		},
	}
}

func (h *Host) redacted(w *progress.Work, d export.Document, list []export.Exchange) (share.Redacted, error) {
	if h.Redact == nil {
		return share.Redacted{}, errors.New("no masking rules are set")
	}
	rules, err := h.Redact()
	if err != nil {
		return share.Redacted{}, err
	}
	if !d.Lengths {
		rules = rules.Labelled()
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
		approve.Choice{Words: with, Intent: views.AskSave{Of: m.file(h)}, Key: "y"}, m.unmaskedChoice(), doNotWrite()))
}

// showUnsearchable asks what to do with a document that cannot be searched completely.
func (h *Host) showUnsearchable(m *document, why *redact.UnsearchableError) tea.Cmd {
	about := fmt.Sprintf("%s was not created: exchange %s cannot be searched for private data, because %s.", m.Name, why.ID, why.Why)
	write := m.unmaskedChoice()
	write.Key = "y"
	return h.OpenOverlay(m.Name+": not searched", approve.New(h.Styles, h.Keys, about, write, doNotWrite()))
}

// unmaskedChoice returns the choice to mask nothing, with what that means.
func (d *document) unmaskedChoice() approve.Choice {
	return approve.Choice{
		Words:  "write it unmasked: anyone with the file can read all of this",
		Intent: views.ShareDocument{Of: d.of, As: d.As, All: d.all, File: true, Unmasked: true},
	}
}

func doNotWrite() approve.Choice {
	return approve.Choice{Words: "do not write it", Intent: views.Close{}, Key: "n"}
}

// aside returns what someone who has the document should know, to be written after its name.
func (d *document) aside() string {
	aside := d.privacy()
	if d.of != nil {
		if note := d.Note([]export.Exchange{d.of.Of}); note != "" {
			aside += "; " + note
		}
	}
	return aside
}

// privacy reports what of a document was masked; empty for one that holds a request alone.
func (d *document) privacy() string {
	switch {
	case !d.Redact && !d.Several:
		return ""
	case d.unmasked, !d.Redact:
		return ", nothing masked"
	case d.found.Count() == 0:
		return ", no private data found"
	}
	return ", " + figures.Counted(d.found.Count(), "place") + " masked"
}

// ShowUntranslated lists what a request for /responses lacks of the one that it was made
// from, a line each; nothing if it lacks nothing. Without a choice it can be closed.
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
