package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state/export"
	"gatehouse/views/preview"
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
	link, ctx, call := m.Link, m.Life.Ctx, c.call(body)
	return func() tea.Msg {
		way, err := link.Client(ctx)
		if err != nil {
			return previewed{err: err}
		}
		sent, err := way.Preview(call)
		return previewed{sent: sent, err: err}
	}
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

// curl writes a request as a command. The local gateway has another port in
// every run, so the command goes to where "gatehouse gateway" listens.
func (m *Model) curl(sent wire.Sent) string {
	return export.Curl(export.Request{
		Method: sent.Method, URL: sent.URL, Header: sent.Header, Body: sent.Body,
		Key: sent.Header.Get("Authorization") != "", Local: m.Link.Simulated,
	}, "")
}

// previewed brings what would go out: to whom, where it is to one of several, and
// what sending it from there does, where that is more.
type previewed struct {
	to, does string
	sent     wire.Sent
	err      error
}

func (p previewed) apply(m *Model) tea.Cmd {
	if p.err != nil {
		return m.Notify("there is nothing to preview: %v", p.err)
	}
	pane, title := preview.New(m.Styles, m.Keys, p.sent, func() string { return m.curl(p.sent) }), "What goes out"
	if p.to != "" {
		pane.SetDoes(p.does)
		title += " to " + p.to
	}
	return m.OpenOverlay(title, pane)
}
