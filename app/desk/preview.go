package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/client"
)

// Preview shows exactly what would go out next.
func (d *Desk) Preview() tea.Cmd {
	if wrong := d.builder.TakeIn(); wrong != "" {
		return d.Notify("nothing to send, %s", wrong)
	}
	d.EditUnanswered()
	body, err := d.Body()
	if err != nil {
		return d.Notify("nothing to preview: %v", err)
	}
	call := d.Shown().call(body)
	var about screen.Preview
	if noInput(body) {
		about = screen.Preview{Lacks: "input", Does: "send all the same"}
	}
	return d.ShowPreview(about, func() (client.Call, error) { return call, nil })
}

// ShareDraft lists what can be copied and exported of the request that would be sent next.
func (d *Desk) ShareDraft() tea.Cmd {
	if wrong := d.builder.TakeIn(); wrong != "" {
		return d.Notify("nothing to send, %s", wrong)
	}
	d.EditUnanswered()
	body, err := d.Body()
	if err != nil {
		return d.Notify("nothing to export: %v", err)
	}
	return d.ShareUnsent(d.Shown().call(body))
}
