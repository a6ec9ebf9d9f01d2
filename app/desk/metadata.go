package desk

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client"
)

// AskMetadata has the requests of a conversation ask for routing metadata, if
// they do not yet.
func (c *Chat) AskMetadata() {
	if c.Headers.Mode() == client.MetadataOff {
		c.Headers.setMetadata(metadataOn)
	}
}

// ToggleMetadata has the requests of the shown conversation ask for routing
// metadata, or not any more.
func (d *Desk) ToggleMetadata() tea.Cmd {
	c := d.Shown()
	if c.Headers.Mode() == client.MetadataOff {
		c.Headers.setMetadata(metadataOn)
		return d.Notify("this conversation now requests routing metadata")
	}
	c.Headers.setMetadata(metadataOff)
	return d.Notify("this conversation no longer requests routing metadata")
}
