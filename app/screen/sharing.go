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
	copied   bool           // it goes to the clipboard, not to a file
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
		made := &document{Document: d, of: of, unmasked: i.Unmasked, all: i.All, copied: !i.File}
		list, err := []export.Exchange{of.Of}, error(nil)
		if i.All {
			list, err = of.All.Load(w)
		}
		if err == nil {
			err = made.make(w, h, list)
		}
		return EffectFunc(func() tea.Cmd { return h.documentMade(made, err) })
	})
}

// ShareText makes a file of a part, in the background.
func (h *Host) ShareText(i views.ShareText) tea.Cmd {
	h.Overlays.Close()
	name := files.NameOf(h.sharing, "exchange", "-"+strings.ReplaceAll(i.What, " ", "-")+i.Ext)
	d := &document{Document: export.Document{Name: i.What, Ext: i.Ext}, name: name}
	return func() tea.Msg {
		d.data = []byte(i.Text())
		return EffectFunc(func() tea.Cmd { return h.documentMade(d, nil) })
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

// make makes the document of exchanges.
func (d *document) make(w *progress.Work, h *Host, list []export.Exchange) (err error) {
	if d.Several || !d.copied {
		if list, err = d.mask(w, h, list); err != nil {
			return err
		}
	}
	d.lost = d.Lost(list)
	d.data, err = share.Write(w, d.Document, list)
	return err
}

// mask returns the exchanges that the document is made of, masked if it has all of them, and names
// the file; the name is always masked.
func (d *document) mask(w *progress.Work, h *Host, list []export.Exchange) ([]export.Exchange, error) {
	found, unsearched := h.redacted(w, d.Document, list)
	title := ""
	switch {
	case d.As == checkWord:
		title = export.CheckName(list[0])
	case unsearched == nil:
		title = found.List[0].Title
	}
	d.name = files.NameOf(title, "exchange", d.Ext)
	switch {
	case !d.Several:
		return list, nil
	case d.unmasked:
		return share.Afresh(list), nil
	}
	d.found = found
	return found.List, unsearched
}

// documentMade copies a document, or asks where to save it as a file.
func (h *Host) documentMade(d *document, err error) tea.Cmd {
	var unsearchable *redact.UnsearchableError
	switch {
	case errors.As(err, &unsearchable):
		return h.showUnsearchable(d, unsearchable)
	case err != nil:
		return h.Notify("%s: not created: %v", d.Name, err)
	case len(d.found.Found) > 0:
		return h.showHits(d)
	case d.copied:
		return tea.Batch(h.Copy(d.Name+d.aside(), string(d.data)), h.ShowUntranslated(d.lost))
	case len(d.lost) > 0:
		return h.ShowUntranslated(d.lost, approve.Choice{Words: "write it without", Intent: d.handOver(h), Key: "y"}, d.refusal())
	}
	return h.AskSave(d.file(h))
}

// handOver returns the intent that copies the document, or asks where to save it.
func (d *document) handOver(h *Host) views.Intent {
	if d.copied {
		return views.Copy{What: d.Name + d.aside(), Text: string(d.data)}
	}
	return views.AskSave{Of: d.file(h)}
}

// verb returns what is done with the document.
func (d *document) verb() string {
	if d.copied {
		return "copy"
	}
	return "write"
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
	b.WriteString("Looked for: " + redact.Kinds + ".\n\n")
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
	with := m.verb() + " it"
	if n := m.found.Count(); n > 0 {
		with += " with " + figures.Counted(n, "place") + " masked"
	}
	return h.OpenOverlay(m.Name+": private data", approve.New(h.Styles, h.Keys, b.String(),
		approve.Choice{Words: with, Intent: m.handOver(h), Key: "y"}, m.unmaskedChoice(), m.refusal()))
}

// showUnsearchable asks what to do with a document that cannot be searched completely.
func (h *Host) showUnsearchable(m *document, why *redact.UnsearchableError) tea.Cmd {
	about := fmt.Sprintf("%s was not created: exchange %s cannot be searched, because %s.", m.Name, why.ID, why.Why)
	write := m.unmaskedChoice()
	write.Key = "y"
	return h.OpenOverlay(m.Name+": not searched", approve.New(h.Styles, h.Keys, about, write, m.refusal()))
}

// unmaskedChoice returns the choice to mask nothing, with what that means.
func (d *document) unmaskedChoice() approve.Choice {
	return approve.Choice{
		Words:  d.verb() + " it unmasked: anyone who has it can read all of this",
		Intent: views.ShareDocument{Of: d.of, As: d.As, All: d.all, File: !d.copied, Unmasked: true},
	}
}

func (d *document) refusal() approve.Choice {
	return approve.Choice{Words: "do not " + d.verb() + " it", Intent: views.Close{}, Key: "n"}
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

// privacy reports what of a document was masked, or that the user wanted nothing masked.
func (d *document) privacy() string {
	switch n := d.found.Count(); {
	case d.unmasked:
		return ", nothing masked"
	case n > 0:
		return ", " + figures.Counted(n, "place") + " masked"
	}
	return ""
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
