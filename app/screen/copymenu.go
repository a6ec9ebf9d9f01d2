package screen

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/process"
	"gatehouse/app/effect/progress"
	"gatehouse/app/effect/share"
	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/share/export"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// Sharing is the subject of the copy and export menu.
type Sharing struct {
	Of    export.Exchange
	From  *Exchange     // whose that is; nil for one that was not sent
	Name  string        // of the exchange if All is set; empty: "this exchange"
	All   *Session      // that it belongs to; nil: none
	Parts []picker.Item // of what is shown, before the documents
}

// Session is the exchanges that belong together.
type Session struct {
	Name string                                          // with the number of exchanges
	Load func(*progress.Work) ([]export.Exchange, error) // in the background, in the order of making
}

// SessionOf returns a session of exchanges that are there; nil for fewer than two.
func SessionOf(name string, list []export.Exchange) *Session {
	if len(list) < 2 {
		return nil
	}
	for i := range list {
		list[i].Title = list[0].Title
	}
	return &Session{
		Name: name + ", " + figures.Counted(len(list), "exchange"),
		Load: func(*progress.Work) ([]export.Exchange, error) { return list, nil },
	}
}

// OpenCopyMenu opens the list of what can be copied and exported.
func (h *Host) OpenCopyMenu(s Sharing) tea.Cmd {
	one := append(s.Parts, documents(&s)...)
	if len(one) == 0 {
		return h.Notify("nothing to copy yet")
	}
	h.sharing = s.Of.Title
	if s.All == nil {
		return h.OpenList("Copy and export", one)
	}
	p := picker.New(h.Styles, h.Keys)
	p.SetChoices("session", []string{cmp.Or(s.Name, "this exchange"), s.All.Name}, func(choice int) []picker.Item {
		if choice == 1 {
			return sessionDocuments(&s)
		}
		return one
	})
	return h.OpenOverlay("Copy and export", p)
}

// OpenSessionExport opens the list of what can be made of all exchanges that belong together.
func (h *Host) OpenSessionExport(s Sharing) tea.Cmd {
	h.sharing = s.Of.Title
	return h.OpenList("Export "+s.All.Name, sessionDocuments(&s))
}

// ShareUnsent lists what can be made of a request before it is sent. The address may not
// be known yet, so it is asked for in the background.
func (h *Host) ShareUnsent(call client.Call) tea.Cmd {
	link, ctx := h.Link, h.Life.Ctx
	about := link.About("", 0, state.Responses)
	return func() tea.Msg {
		var x export.Exchange
		c, err := link.Client(ctx)
		if err == nil {
			x, err = share.Destination{Client: c, About: about}.Unsent(call)
		}
		return EffectFunc(func() tea.Cmd {
			if err != nil {
				return h.Notify("nothing to export: %v", err)
			}
			return h.OpenCopyMenu(Sharing{Of: x})
		})
	}
}

// SharingOf returns what can be shared of an exchange. Shown is the exchange as it is shown,
// which may be as it was earlier; nil for none. Prompt is the text that the user wrote
// for it.
func (h *Host) SharingOf(of *Exchange, shown *state.Exchange, prompt string) Sharing {
	x := Exported(of, shown, prompt)
	s := Sharing{Of: x, From: of, All: of.Session()}
	for _, c := range export.Copies(x) {
		s.Parts = append(s.Parts, picker.Item{
			Label: c.Name, Words: FirstLine(c.About), Right: figures.Size(c.Size), Verb: "copy",
			Choose: func() views.Intent { return views.Copy{What: c.Name, Text: c.Text()} },
			File:   FileOf(c),
		})
	}
	return s
}

// FileOf makes a file of what can be copied.
func FileOf(c export.Copy) func() views.Intent {
	return func() views.Intent { return views.ShareText{What: c.Name, Ext: cmp.Or(c.Ext, ".txt"), Text: c.Text} }
}

// Exported returns an exchange as documents are made of it.
func Exported(of *Exchange, shown *state.Exchange, prompt string) export.Exchange {
	x := export.Exchange{State: of.State, Shown: shown, Capture: of.Capture, Prompt: prompt, About: of.About}
	x.Local = x.About.Connection == history.Local
	if x.State != nil && x.Capture != nil {
		x.Title = history.Asked(x.State, x.Capture)
	}
	return x
}

// documents returns the rows of the documents that can be made of an exchange: those with
// all of it once it has ended.
func documents(s *Sharing) (rows []picker.Item) {
	_, asked := s.Of.Sent()
	ended := HasEnded(s.Of.State)
	for _, d := range export.Documents() {
		if (d.Several && ended || !d.Several && asked) && d.Offered(s.Of) {
			rows = append(rows, documentRow(s, d, false))
		}
	}
	return rows
}

// HasEnded reports whether nothing of an exchange can change any more. One that was read
// from a file may not know how its connection ended.
func HasEnded(x *state.Exchange) bool {
	return x != nil && !x.Running() && (x.End != nil || !x.Known.Request)
}

// sessionDocuments returns the rows of the documents that hold a session.
func sessionDocuments(s *Sharing) (rows []picker.Item) {
	for _, d := range export.Documents() {
		if d.Several {
			rows = append(rows, documentRow(s, d, true))
		}
	}
	return rows
}

// documentRow returns the row of a document. Enter writes a redacted one to a file, and copies any
// other.
func documentRow(s *Sharing, d export.Document, all bool) picker.Item {
	take := func(file bool) func() views.Intent {
		return func() views.Intent { return views.ShareDocument{Of: s, As: d.As, All: all, File: file} }
	}
	row := picker.Item{Label: d.Name, Words: d.About, Right: d.Ext, Verb: "copy", Choose: take(false), File: take(true)}
	if d.Redact {
		row.Verb, row.Choose = "file", take(true)
	}
	return row
}

// Copy puts text on the clipboard in every way there is: by OSC 52, which also
// works over SSH, and by the system's program. What is too large for the
// terminal and was taken by no program is saved to a temporary file (0600).
func (h *Host) Copy(what, text string) tea.Cmd {
	if text == "" {
		return h.Notify("nothing to copy yet")
	}
	c := copied{host: h, what: what, size: len(text), terminal: len(text) <= process.MaxOSC52}
	ctx, getenv := h.Life.Ctx, h.Getenv
	native := func() tea.Msg { return c.native(ctx, getenv, text) }
	if !c.terminal {
		return native
	}
	return tea.Batch(tea.SetClipboard(text), native)
}

// CopyMade copies a text that takes time to make: it is made in the background.
func (h *Host) CopyMade(what string, text func() string) tea.Cmd {
	return func() tea.Msg {
		made := text()
		return EffectFunc(func() tea.Cmd { return h.Copy(what, made) })
	}
}

// copied is the result of copying a text.
type copied struct {
	host     *Host
	what     string
	size     int    // in bytes
	terminal bool   // it was sent to the terminal
	program  string // that took it; empty: none
	failed   error  // of a program that is there but did not take it
	path     string // where it was saved instead
	err      error  // of saving it
}

// native tries the system's program, then a file if nothing else is left. It runs in
// the background.
func (c copied) native(ctx context.Context, getenv func(string) string, text string) tea.Msg {
	command, err := process.Clipboard(getenv, exec.LookPath)
	if err == nil {
		if c.failed = process.Copy(ctx, command, text); c.failed == nil {
			c.program = command[0]
		}
	}
	if c.program == "" && !c.terminal {
		name := "gatehouse-" + files.Name(strings.ReplaceAll(c.what, " ", "-")+".txt")
		c.path, c.err = files.Save(os.TempDir(), name, []byte(text))
	}
	return c
}

func (c copied) Apply() tea.Cmd { return c.host.Notify("%s", c.notice()) }

// notice describes what was copied, its size and the methods. The terminal does not report
// whether it accepted the text: many ask first, or have OSC 52 switched off.
func (c copied) notice() string {
	did := fmt.Sprintf("copied %s: %s; by ", figures.Size(c.size), c.what)
	failed := ""
	if c.failed != nil {
		failed = "; " + c.failed.Error()
	}
	switch {
	case c.program != "" && c.terminal:
		return did + "OSC 52 and " + c.program
	case c.program != "":
		return did + c.program + ", too large for OSC 52"
	case c.terminal:
		return did + "OSC 52, if the terminal allows it" + failed
	case c.err != nil:
		return fmt.Sprintf("not copied: %s, %s, is too large for OSC 52%s; %v", c.what, figures.Size(c.size), failed, c.err)
	}
	return fmt.Sprintf("%s, %s, is too large for OSC 52: saved as %s%s", c.what, figures.Size(c.size), c.path, failed)
}
