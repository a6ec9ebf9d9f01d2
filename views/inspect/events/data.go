package events

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/frames"
	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// data is the lower half: what the selected frame holds.
type data struct {
	open, raw bool
	made      madeFor
	content   text.Long
	page      *page.Page // on content
	cut       int        // bytes that are not shown
	shownHit  shownHit
	autoRaw   bool // raw is shown because the hit is only there, not because the user chose it
}

type madeFor struct {
	offset int64
	length uint32
	raw    bool
	style  int
}

// shownData is how much of one frame is shown, in bytes; the tab Response has
// room for the rest.
const shownData = 512 << 10

// makeData makes the content of the selected frame, and a window of n rows on it.
func (m *Model) makeData(n int) {
	d, ref := &m.data, m.rows.Ref(m.frame)
	if want := (madeFor{ref.Offset, ref.Length, d.raw, m.styles.Version}); d.page == nil || d.made != want {
		d.made = want
		d.content, d.cut = m.dataOf(ref)
		d.page = page.New(d.content)
	}
	d.page.SetSize(m.dataWidth(), max(n, 0))
	d.page.Fill()
}

// dataOf returns what is shown of a frame, and how many bytes are not.
func (m *Model) dataOf(ref wire.FrameRef) (content text.Long, cut int) {
	var shown []byte
	if body := m.subject.Capture.Text(); m.data.raw {
		shown = body.Bytes(ref.Shown(), min(ref.End(), ref.Shown()+shownData))
		cut = int(ref.End()-ref.Shown()) - len(shown)
	} else {
		shown = m.cut(body, ref).Data
		cut = max(len(shown)-shownData, 0)
		shown = shown[:len(shown)-cut]
		if m.readAsJSON(m.frame) {
			return json.NewPretty(m.styles, m.lexers, rope.Plain(string(shown))), cut
		}
	}
	t := text.NewPlain(m.styles, m.styles.Text)
	t.Update(strings.TrimRight(string(shown), "\r\n"))
	return t, cut
}

// dataWidth returns how wide the text of the data is, in cells.
func (m *Model) dataWidth() int {
	width := m.Width
	if p := m.layout(); p.shown {
		width = p.dataRect.W
	}
	return max(width-2, 1)
}

// dataLines draws the selected frame in count lines: a heading that names the form, and the
// data.
func (m *Model) dataLines(count, width int) []string {
	d, s := &m.data, m.styles
	form, does := "data", "bytes"
	if d.raw {
		form, does = "bytes", "pretty"
	}
	hint := m.keys.Name(views.ActRaw) + " " + does + "  " + m.keys.Name(views.ActDataDown) + " " + m.keys.Name(views.ActDataUp) + " scroll"
	lines := []string{m.ruled("frame "+figures.Thousands(m.frame+1)+", "+form, hint, width)}
	lines = append(lines, m.note()...)
	for at, ok := d.page.Here(), d.content.Len() > 0; ok && len(lines) < count; at, ok = d.page.Step(at, 1) {
		line := d.page.Line(at)
		if m.hitShown() {
			if ranges := matches(d.content.Lines(at.Block()), m.find.Words, s.MatchHere)[at.Index()]; len(ranges) > 0 {
				line = lipgloss.StyleRanges(line, ranges...)
			}
		}
		lines = append(lines, " "+line)
	}
	if d.content.Len() == 0 {
		lines = append(lines, s.Dim.Render(" no data"))
	}
	if d.cut > 0 && len(lines) < count {
		lines = append(lines, s.Dim.Render(" … "+figures.Size(d.cut)+" more in this frame; "+m.keys.Name(views.ActCopy)+" copies all of it"))
	}
	return fitLines(lines, count)
}

// ruled returns the line above a part of the pane: its title and, if they fit, its keys.
func (m *Model) ruled(title, hint string, width int) string {
	s := m.styles
	title = " " + text.Truncate(title, max(width-3, 0), "…") + " "
	if hint = " " + hint + " "; hint == "  " || text.Width(title)+text.Width(hint)+2 > width {
		hint = ""
	}
	rule := max(width-text.Width(title)-text.Width(hint)-2, 0)
	return s.Rule.Render("─") + s.Strong.Render(title) + s.Rule.Render(strings.Repeat("─", rule)) + s.Dim.Render(hint) + s.Rule.Render("─")
}

// note returns what is shown above the data of a frame whose data alone may mislead.
func (m *Model) note() []string {
	if m.list().Type(m.frame) != frames.Comment {
		return nil
	}
	const words = "A comment keeps the connection alive between events; it is not part of the answer."
	return text.Paragraph(m.styles, m.styles.Dim, 1, max(m.dataWidth(), 10)+1, words)
}

// RowContent implements views.ContentPane: the selected frame.
func (m *Model) RowContent() (h views.RowContent, ok bool) {
	m.sync()
	if m.rows.Lines() == 0 {
		return h, false
	}
	body, ref := m.subject.Capture.Text(), m.rows.Ref(m.frame)
	h = views.RowContent{Title: "frame " + figures.Thousands(m.frame+1), Raw: text.Piece{Of: body, From: ref.Shown(), To: ref.End()}}
	if m.readAsJSON(m.frame) {
		h.JSON = m.cut(body, ref).Data
	}
	return h, true
}

// readAsJSON reports whether a frame's data is an event.
func (m *Model) readAsJSON(frame int) bool {
	switch m.list().Type(frame) {
	case frames.Comment, frames.Done, frames.Fields, frames.Data:
		return false
	}
	return true
}
