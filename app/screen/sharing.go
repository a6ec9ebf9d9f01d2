package screen

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/app/progress"
	"gatehouse/app/share"
	"gatehouse/state/export"
	"gatehouse/state/figures"
	"gatehouse/state/redact"
	"gatehouse/views"
	"gatehouse/views/approve"
	"gatehouse/views/picker"
)

// document is a document that was made.
type document struct {
	export.Document
	of       *Sharing // nil for a part
	data     []byte
	name     string         // suggested for a file
	found    share.Redacted // what was masked in it
	lost     []string       // what of the request it does not have
	unmasked bool           // the person wants nothing masked
	all      bool           // it holds the whole session
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
		made := documentMade{host: h, file: i.File, document: &document{Document: d, of: of, unmasked: i.Unmasked, all: i.All}}
		list := []export.Exchange{of.Of}
		if i.All {
			if list, made.err = of.All.Load(w); made.err != nil {
				return made
			}
		}
		made.err = made.make(w, h, list)
		return made
	})
}

// ShareText makes a file of a part, in the background.
func (h *Host) ShareText(i views.ShareText) tea.Cmd {
	h.Overlays.Close()
	name := fileName(h.sharing, "-"+strings.ReplaceAll(i.What, " ", "-")+i.Ext)
	d := &document{Document: export.Document{Name: i.What, Ext: i.Ext}, name: name}
	return func() tea.Msg {
		d.data = []byte(i.Text())
		return documentMade{host: h, document: d, file: true}
	}
}

// make makes the document. What is handed over has what is private masked, also in the
// name of its file.
func (d *document) make(w *progress.Work, h *Host, list []export.Exchange) (err error) {
	masked := d.Redact && !d.unmasked
	if d.Whole && !masked {
		list = share.Afresh(list)
	}
	if masked {
		if d.found, err = h.redacted(w, list); err != nil {
			return err
		}
		list = d.found.List
	}
	d.name = fileName(list[0].Title, d.Ext)
	d.lost = d.Lost(list)
	d.data, err = share.Write(w, d.Document, list)
	return err
}

// fileName is a name for a file, made of the first words of a title.
func fileName(title, ext string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return files.Name(Short(cmp.Or(strings.Join(words[:min(len(words), 5)], "-"), "exchange"), 48) + ext)
}

// documentMade brings a document.
type documentMade struct {
	host *Host
	*document
	file bool
	err  error
}

// Land implements Effect.
func (m documentMade) Land() tea.Cmd {
	h := m.host
	var unsearchable *redact.UnsearchableError
	switch {
	case errors.As(m.err, &unsearchable):
		return h.showUnsearchable(m.document, unsearchable)
	case m.err != nil:
		return h.Notify("%s: not created: %v", m.Name, m.err)
	case !m.file:
		return tea.Batch(h.Copy(m.Name, string(m.data)), h.ShowUntranslated(m.lost))
	case len(m.lost) > 0:
		return h.ShowUntranslated(m.lost, approve.Choice{Words: "write it without", Intent: views.AskDocumentPath{Of: m.document}}, doNotWrite())
	}
	if len(m.found.Found) > 0 {
		return h.showHits(m.document)
	}
	return h.askDocumentPath(m.document)
}

// AskDocumentPath asks where to write a document that was made.
func (h *Host) AskDocumentPath(i views.AskDocumentPath) tea.Cmd {
	h.Overlays.Close()
	if d, ok := i.Of.(*document); ok {
		return h.askDocumentPath(d)
	}
	return nil
}

func (h *Host) askDocumentPath(d *document) tea.Cmd {
	note := d.Name + ", " + figures.Size(len(d.data)) + d.privacy()
	return h.AskNewPath("Write to a file", h.InFolder(d.name), note, func(path string) views.Intent { return views.SaveDocument{Of: d, Path: path} })
}

// SaveDocument writes a document that was made.
func (h *Host) SaveDocument(i views.SaveDocument) tea.Cmd {
	h.Overlays.Close()
	if strings.TrimSpace(i.Path) == "" {
		return h.Notify("not written: no path given")
	}
	d, ok := i.Of.(*document)
	if !ok {
		return nil
	}
	return h.Work(progress.Writing(i.Path), func(w *progress.Work) tea.Msg {
		return documentWritten{host: h, path: i.Path, document: d, err: files.WriteShown(w, i.Path, d.data, i.Replace)}
	})
}

// documentWritten says what became of writing.
type documentWritten struct {
	host *Host
	*document
	path string
	err  error
}

// Land implements Effect.
func (w documentWritten) Land() tea.Cmd {
	h := w.host
	switch {
	case errors.Is(w.err, files.ErrExists):
		return h.askReplaceDocument(w)
	case w.err != nil:
		return h.Notify("not written: %v", w.err)
	}
	h.Folder = filepath.Dir(w.path)
	return h.Notify("wrote %s, %s%s", w.path, figures.Size(len(w.data)), w.privacy())
}

// askReplaceDocument asks before a file is overwritten by a document.
func (h *Host) askReplaceDocument(w documentWritten) tea.Cmd {
	p := picker.New(h.Styles, h.Keys)
	p.SetItems([]picker.Item{
		{Label: "Another path", Words: "keep the existing file", Choose: func() views.Intent { return views.AskDocumentPath{Of: w.document} }},
		{Label: "Replace it", Words: w.path, Choose: func() views.Intent { return views.SaveDocument{Of: w.document, Path: w.path, Replace: true} }},
	})
	return h.OpenOverlay("The file exists", p)
}
