package desk

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// ChooseModel opens the list of models for the shown conversation.
func (d *Desk) ChooseModel() tea.Cmd {
	title := "Models of " + d.Link.Title
	if d.Link.Local {
		title += " (simulated)"
	}
	return d.OpenModels(&screen.ModelList{
		Title: title, None: "the server names no model", Choose: setModel,
		Another: &picker.Item{Label: "(none)", Words: "let the server choose", Choose: func() views.Intent { return setModel("") }},
	}, d.Shown().Conv.Draft.Model())
}

// ModelsChanged chooses the only model of a gateway for conversations without one.
func (d *Desk) ModelsChanged() {
	if len(d.Link.Models.List) != 1 {
		return
	}
	for _, c := range d.Chats {
		if c.Link == d.Link && c.Conv.Draft.Model() == "" {
			c.Conv.Draft.SetModel(d.Link.Models.List[0].ID)
		}
	}
}

func setModel(slug string) views.Intent { return views.SetModel{Slug: slug} }

// SetModel sets the model of the shown conversation's next requests.
func (d *Desk) SetModel(slug string) tea.Cmd {
	conv := d.Shown().Conv
	var value json.RawMessage // nil: the server chooses
	if slug != "" {
		value = scan.Quote(slug)
	}
	set := d.change(func(text string) (string, error) { return conv.Edit("/model", value, text, d.bodyOptions()) })
	if slug == "" {
		return set
	}
	return tea.Batch(d.UseModel(slug), set)
}

// sessionMember is the request's member that makes routing stay with one
// provider (document, "Responses request body"): at most 256 characters.
const sessionMember = "/session_id"

// newSessionID makes an id that no other conversation has.
func newSessionID() string { return "gatehouse-" + screen.NewID() }

// GiveSession gives the shown conversation a session_id, or reports that it has
// one.
func (d *Desk) GiveSession() tea.Cmd {
	conv := d.Shown().Conv
	if id, ok := conv.Draft.Get(sessionMember); ok && !scan.IsNull(id) {
		return d.Notify("session_id is %s", id)
	}
	id := newSessionID()
	cmd := d.change(func(text string) (string, error) {
		return conv.Edit(sessionMember, scan.Quote(id), text, d.bodyOptions())
	})
	return tea.Batch(cmd, d.Notify("session_id is %s, starting with the next request", id))
}
