package desk

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// FindPrevious looks up the workspaces of earlier launches, in the background.
func (d *Desk) FindPrevious() tea.Cmd {
	if !d.History.On() || d.Session != nil || d.FirstFile != "" {
		return nil
	}
	return func() tea.Msg {
		a := d.History.Archive(d.Life.Ctx)
		if a == nil {
			return nil
		}
		runs, err := a.Runs(d.Life.Ctx)
		if err != nil {
			return nil // there is nothing to offer
		}
		return screen.EffectFunc(func() tea.Cmd { d.autosave.previous = runs; return nil })
	}
}

// Previous describes the workspace to continue with by its title and its contents; both are
// empty for none. more is how many older ones there are.
func (d *Desk) Previous() (title, details string, more int) {
	all := d.autosave.previous
	if len(all) == 0 || d.autosave.continued {
		return "", "", 0
	}
	return workspaceTitle(all[0]), workspaceDetails(all[0]), len(all) - 1
}

// workspaceTitle names a workspace by the first words of what it showed.
func workspaceTitle(r archive.Run) string {
	if r.Title == "" {
		return "the last run"
	}
	return "“" + r.Title + "”"
}

// workspaceDetails describes the contents of a workspace and its age.
func workspaceDetails(r archive.Run) string {
	if r.Detail == "" {
		return screen.Ago(time.Since(r.Updated))
	}
	return r.Detail + ", " + screen.Ago(time.Since(r.Updated))
}

// Continue restores the last workspace; after that, it lists the others.
func (d *Desk) Continue() tea.Cmd {
	if d.autosave.continued && len(d.autosave.previous) > 0 {
		return d.ListPrevious()
	}
	return d.ContinueRun(0)
}

// ContinueRun restores one of the last workspaces, counted from 0, the newest.
func (d *Desk) ContinueRun(index int) tea.Cmd {
	all := d.autosave.previous
	if index >= len(all) {
		return d.Notify("nothing to continue; %s lists past exchanges", d.Keys.Name(views.ActHistory))
	}
	r := all[index]
	d.autosave.previous, d.autosave.continued = slices.Delete(slices.Clone(all), index, index+1), true // it is continued once
	return d.Work(progress.Step{Verb: "restoring", What: workspaceTitle(r)}, func(w *progress.Work) tea.Msg { return d.load(w, r) })
}

// ListPrevious lists the last workspaces, the newest first, to restore one.
func (d *Desk) ListPrevious() tea.Cmd {
	if len(d.autosave.previous) == 0 {
		return d.ContinueRun(0) // which reports that
	}
	var items []picker.Item
	for i, r := range d.autosave.previous {
		items = append(items, picker.Item{
			Label: cmp.Or(r.Title, "(empty)"), Words: r.Detail, Right: screen.Ago(time.Since(r.Updated)),
			Choose: func() views.Intent { return views.ContinueRun{Index: i} },
		})
	}
	return d.OpenList("Continue", items)
}

func (d *Desk) load(w *progress.Work, r archive.Run) resumed {
	out := resumed{desk: d, from: r}
	if out.err = json.Unmarshal(r.State, &out.run); out.err != nil {
		return out
	}
	for i, id := range out.run.Sessions {
		c, err := d.loadChat(w, id)
		if out.err = w.Err(); out.err != nil {
			return out
		}
		if err != nil {
			out.missing = append(out.missing, err)
			if i < out.run.Shown {
				out.run.Shown--
			}
			continue
		}
		out.chats = append(out.chats, c)
	}
	return out
}

// loadChat reads a conversation with its exchanges. What is wrong with w alone is not
// returned.
func (d *Desk) loadChat(w *progress.Work, id string) (*Chat, error) {
	ctx := w.Context()
	a := d.History.Archive(ctx)
	if a == nil {
		return nil, archive.ErrNone
	}
	s, err := a.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	var saved savedChat
	if err := json.Unmarshal(s.State, &saved); err != nil {
		return nil, err
	}
	turns := make([]talk.SavedTurn, len(s.Turns))
	for i, t := range s.Turns {
		if err := json.Unmarshal(t.State, &turns[i]); err != nil {
			return nil, err
		}
	}
	c, done, abouts := &Chat{ID: id, outputs: newOutputs()}, 0, map[*wire.Capture]history.About{}
	c.Conv, err = talk.Restore(saved.Conv, turns, func(id string) (*state.Exchange, *wire.Capture) {
		e, x, capture, err := screen.Load(ctx, a, id, func(int) error { return w.Err() })
		if err != nil || w.Counted("restoring", done+1, len(turns), "exchanges") != nil {
			return nil, nil
		}
		done++
		abouts[capture] = e.About
		return x, capture
	})
	if err != nil {
		return nil, err
	}
	d.Know(c, abouts)
	c.Headers, c.Path, c.fresh = Headers{c.Conv.HeadersDraft()}, saved.Path, saved.Fresh
	c.copied = &history.About{Connection: saved.Connection, BaseURL: saved.BaseURL}
	c.text, c.unsent = string(saved.Text), string(saved.Unsent)
	for _, p := range saved.UnsentParts {
		c.unsentParts = append(c.unsentParts, p)
	}
	if t := c.Conv.Find(saved.Editing); t != nil {
		c.setEditing(t)
	}
	return c, nil
}

// resumed loads the conversations of a previous launch.
type resumed struct {
	desk  *Desk
	from  archive.Run
	run   savedWorkspace
	chats []*Chat
	err   error

	missing []error // of what could not be read
}

// Apply implements screen.Effect. What could not be read stays in the history, for a next
// attempt.
func (r resumed) Apply() tea.Cmd {
	d := r.desk
	if r.err != nil {
		d.autosave.previous = append([]archive.Run{r.from}, d.autosave.previous...)
		return d.Notify("not continued: %v; %s lists past exchanges", r.err, d.Keys.Name(views.ActHistory))
	}
	for _, s := range d.Screens() {
		if owner, ok := s.(screen.Resumer); ok && r.run.Screens[owner.StateName()] != nil {
			if err := owner.Resume(r.run.Screens[owner.StateName()]); err != nil {
				r.missing = append(r.missing, err)
			}
		}
	}
	for _, err := range r.missing {
		d.Warn("not continued: " + err.Error())
	}
	for _, c := range r.chats {
		d.reconnect(c)
	}
	cmd := d.showRestored(r.chats, r.run.Shown)
	if a := d.History.Opened(); a != nil {
		d.Autosave() // before the other is dropped: nothing is lost if the program is killed just now
		if len(r.missing) == 0 && !d.Link.NoHistory {
			a.DropRun(r.from.ID)
		}
	}
	if c := d.Shown(); c.Conv.Len() == 0 && c.isBuilt() {
		return tea.Batch(cmd, d.Notify("continued; %s opens the request you were building", d.Keys.Name(views.ActBuild)))
	}
	return tea.Batch(cmd, d.Notify("continued where you were"))
}

// reconnect gives a restored conversation the connection that it had. If none leads there, it gets
// that of the shown one, and the user is asked before anything is sent.
func (d *Desk) reconnect(c *Chat) {
	c.Link, c.asks = d.Link, true
	if c.copied.Connection == "" && c.copied.BaseURL == "" && c.Conv.Current != nil { // as an older version saved it
		*c.copied = d.exchange(c, c.Conv.Current).About
	}
	if c.copied.Connection == "" && c.copied.BaseURL == "" {
		c.copied = nil
		return
	}
	if link, ok := d.LinkOf(*c.copied, ""); ok {
		c.Link, c.copied = link, nil
		d.warnExposed(link)
	}
}

// showRestored adds restored conversations, and shows one of them. They replace an empty
// conversation.
func (d *Desk) showRestored(chats []*Chat, index int) tea.Cmd {
	if len(chats) == 0 {
		return nil
	}
	d.TakeVariant()
	index = min(max(index, 0), len(chats)-1)
	if len(d.Chats) > 1 || !d.Document(d.Shown()).IsEmpty() {
		index += len(d.Chats)
		d.Chats = append(d.Chats, chats...)
		return d.Show(index)
	}
	d.Builder.Leave()
	d.Chats, d.shown = chats, index
	d.Composer.SetText(d.Shown().text)
	return tea.Batch(d.focusComposer(), d.Use(d.Shown().Link))
}
