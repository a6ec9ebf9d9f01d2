package fault

import (
	"slices"

	"gatehouse/gateway/stream"
)

// pieces is in how many writes fault/slow sends a document.
const pieces = 20

// Reranks reports whether POST /rerank can have the fault: the statuses that the
// document gives it, and what can happen to any body.
func (m Model) Reranks() bool {
	return slices.Contains([]string{
		"fault/400", "fault/401", "fault/402", "fault/404", "fault/413", "fault/429",
		"fault/500", "fault/502", "fault/503", "fault/524", "fault/529",
		"fault/html-502", "fault/cut", "fault/reset", "fault/stall", "fault/slow",
	}, m.Slug)
}

// Document answers with a JSON document under status 200 and does to it what the
// model is named for. The error is the connection's.
func (m Model) Document(w *stream.Writer, body []byte) error {
	if m.Slug == "fault/slow" {
		return slowly(w, body)
	}
	if err := w.Document(200, body[:len(body)/2]); err != nil {
		return err
	}
	switch m.Slug {
	case "fault/reset":
		return w.Reset()
	case "fault/stall":
		return w.Wait(Silence)
	}
	return nil
}

func slowly(w *stream.Writer, body []byte) error {
	for i := range pieces {
		piece := body[len(body)*i/pieces : len(body)*(i+1)/pieces]
		if i == 0 {
			if err := w.Document(200, piece); err != nil {
				return err
			}
			continue
		}
		if err := w.Wait(SlowPace); err != nil {
			return err
		}
		if err := w.Raw(piece); err != nil {
			return err
		}
	}
	return nil
}
