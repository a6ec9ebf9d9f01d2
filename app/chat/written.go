package chat

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/capture"
	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// showText goes to what a frame of the shown exchange wrote in the transcript.
func (s *Screen) showText(frame int) tea.Cmd {
	exchange, conv := s.look.Exchange(), s.desk.Shown().Conv
	if exchange == nil || exchange.State == nil {
		return nil
	}
	x := s.look.Shown(exchange)
	w, ok := x.FramePosition(frame)
	if !ok {
		return s.Notify("frame %d has no text in the transcript", frame+1)
	}
	turn := exchange.Turn
	if turn == nil {
		return exchange.Change("")
	}
	if !s.desk.Shown().OnPath(turn) {
		conv.Select(conv.Leaf(turn))
	}
	cmd := s.Refreshed(s.SetFocus(TranscriptPane))
	found := w.Length == 0 || x.HasDelta(deltaOf(turn.Capture, frame), w)
	if !found {
		w.Length = 0 // nothing there is to be marked as what the frame wrote
	}
	if !s.transcript.ShowFrameText(turn.ID, frame, w) {
		return tea.Batch(cmd, s.Notify("the text of frame %d is not in the transcript", frame+1))
	}
	switch {
	case found:
		return cmd
	case x.Items[w.Item].Replaced():
		return tea.Batch(cmd, s.Notify("the text of frame %d was replaced by the item's final text", frame+1))
	}
	return tea.Batch(cmd, s.Notify("the text of frame %d could not be located", frame+1))
}

// deltaOf is what a frame carries of an item; empty where it carries none.
func deltaOf(c *wire.Capture, frame int) string {
	if c == nil {
		return ""
	}
	refs := c.Frames.All()
	if frame >= len(refs) {
		return ""
	}
	event, err := read.Event(capture.FrameAt(c.Text(), refs[frame]).Data)
	if err != nil {
		return ""
	}
	return event.Delta
}
