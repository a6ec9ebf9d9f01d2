package screen

import (
	tea "charm.land/bubbletea/v2"
)

// WatchSpans says where the spans of this run go, and shows what there is to say of them, as
// long as the program runs.
func (h *Host) WatchSpans() tea.Cmd {
	if h.Spans == nil {
		return nil
	}
	return tea.Batch(h.Notify("each exchange is sent as spans to %s", h.Spans.Where()), h.nextSpanReport)
}

// nextSpanReport waits for what there is to say.
func (h *Host) nextSpanReport() tea.Msg {
	select {
	case line := <-h.SpanReports:
		return Landing(func() tea.Cmd {
			h.Warn(line)
			return h.nextSpanReport
		})
	case <-h.Life.Ctx.Done():
		return nil
	}
}
