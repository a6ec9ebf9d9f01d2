package app

import (
	"gatehouse/app/screen"
	"gatehouse/client"

	tea "charm.land/bubbletea/v2"
)

// preview shows exactly what would go out next. The address may not be known
// yet, so it is asked for beside the screen.
func (m *Model) preview() tea.Cmd {
	if wrong := m.settle(); wrong != "" {
		return m.Notify("nothing would go out, %s", wrong)
	}
	m.takeBack()
	c := m.desk.chat()
	body, err := m.bodyWith(c, m.text())
	if err != nil {
		return m.Notify("there is nothing to preview: %v", err)
	}
	call := c.call(body)
	return m.ShowPreview(screen.Preview{}, func() (client.Call, error) { return call, nil })
}

// bodyWith is the body that would be sent next with this text as the
// composer's.
func (m *Model) bodyWith(c *chat, text string) ([]byte, error) {
	was := c.conv.Current
	if p, version := c.parent(), c.conv.Version; p != was {
		c.conv.Select(p)
		defer func() {
			c.conv.Select(was)
			c.conv.Version = version // nothing has changed
		}()
	}
	return c.conv.Body(text, m.bodyOptions())
}
