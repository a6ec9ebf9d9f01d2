package fault

import (
	"bytes"
	"strings"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// Silence is the duration of the silence of fault/stall.
const Silence = 60 * time.Second

// SlowPace is the time between two deltas of fault/slow.
const SlowPace = 200 * time.Millisecond

func streamModels() []Model {
	reset := func(r *Run) error { return r.Writer.Reset() }
	stall := func(r *Run) error { return r.Writer.Wait(Silence) }
	return []Model{
		{Slug: "fault/cut", About: "Half the text, then the body ends", Reranks: true, play: (*Run).sendHalf, plain: (*Run).plainHalf},
		{Slug: "fault/reset", About: "Half the text, then a TCP reset", Reranks: true, play: then((*Run).sendHalf, reset), plain: then((*Run).plainHalf, reset)},
		{Slug: "fault/stall", About: "Half the text, 60 s of silence, then the body ends", Reranks: true, play: then((*Run).sendHalf, stall), plain: then((*Run).plainHalf, stall)},
		{Slug: "fault/slow", About: "20 deltas, 200 ms apart", Reranks: true, play: (*Run).sendAll, Pace: SlowPace},
		{Slug: "fault/no-done", About: "Everything but [DONE]", play: (*Run).sendEvents},
		{Slug: "fault/failed-event", About: "Half the text, then response.failed", play: then((*Run).sendHalf, failedEvent), plain: plainFailed},
		{Slug: "fault/error-event", About: "Half the text, then an error event", play: then((*Run).sendHalf, errorEvent), plain: plainError},
		{Slug: "fault/bad-json", About: "A frame in the middle is not JSON", play: badJSON},
		{Slug: "fault/comments", About: "Comments before and between the events", play: comments},
		{Slug: "fault/keepalive", About: "keepalive and response.keep_alive events", play: keepalive},
		{Slug: "fault/crlf", About: "CRLF line endings, split between CR and LF", play: crlf},
		{Slug: "fault/gap", About: "sequence_number jumps once", play: gap},
		{Slug: "fault/unknown-event", About: "An unknown event, item and part", play: unknownEvent},
		{Slug: "fault/incomplete", About: "Half the text, then incomplete (max_output_tokens)", play: incomplete, plain: plainIncomplete},
	}
}

// then runs two steps.
func then(part, after func(*Run) error) func(*Run) error {
	return func(r *Run) error {
		if err := part(r); err != nil {
			return err
		}
		return after(r)
	}
}

// sendEvents sends everything but [DONE].
func (r *Run) sendEvents() error { return r.Writer.Play(r.Response.Frames(&r.seq)) }

func (r *Run) sendAll() error { return then((*Run).sendEvents, (*Run).sendDone)(r) }

func (r *Run) sendDone() error { return r.Writer.Raw([]byte(output.Done)) }

// broken returns the response of the two faults that end in an error.
func (r *Run) broken() response.Response {
	return r.Response.Fail(half, "provider_unavailable", "The provider stopped mid-response ("+r.Response.Model.Slug+" always does)")
}

func failedEvent(r *Run) error {
	if err := r.Writer.Send(r.broken().Terminal(&r.seq)); err != nil {
		return err
	}
	return r.sendDone()
}

// errorEvent sends the flat form of the error event (wire-notes §5.1).
func errorEvent(r *Run) error {
	failed := r.broken().Error
	members := output.JSON(nil).Text("code", failed.Code).Text("message", failed.Message).Raw("param", "null")
	return r.Writer.Send(r.seq.Frame("error", members))
}

func incomplete(r *Run) error {
	r.Response = r.Response.Cut(half)
	return r.sendAll()
}

// plainHalf sends the document up to the fault: up to half of the text, so that the JSON ends
// inside a string.
func (r *Run) plainHalf() error {
	if r.document == nil {
		body := r.Response.Ended().AppendJSON(nil)
		head, _ := output.CutTokens(Text, half)
		r.document = body[:bytes.Index(body, []byte(head))+len(head)]
	}
	return r.Writer.Document(200, r.document)
}

func plainFailed(r *Run) error { return r.Writer.Document(200, r.broken().AppendJSON(nil)) }

func plainIncomplete(r *Run) error {
	return r.Writer.Document(200, r.Response.Cut(half).Ended().AppendJSON(nil))
}

// plainError sends an error body with status 200, as happens if the status was sent before the
// provider failed (wire-notes §7).
func plainError(r *Run) error {
	f := NewFailure(502, r.broken().Error.Message)
	return r.Writer.Document(200, f.Body(r.To))
}

// Document answers POST /rerank with a JSON document under status 200, with the model's fault:
// fault/slow sends it in 20 pieces. The error is the connection's.
func (m Model) Document(w *output.Writer, body []byte) error {
	if m.plain != nil {
		return m.plain(&Run{Writer: w, document: body[:len(body)/2]})
	}
	const pieces = 20
	err := w.Document(200, body[:len(body)/pieces])
	for i := 1; i < pieces && err == nil; i++ {
		if err = w.Wait(SlowPace); err == nil {
			err = w.Raw(body[len(body)*i/pieces : len(body)*(i+1)/pieces])
		}
	}
	return err
}

// The faults below disturb a stream that completes.

// badJSON sends an additional frame without a sequence number.
func badJSON(r *Run) error {
	return r.atHalf(func() error {
		return r.Writer.Raw([]byte("event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\n\n"))
	})
}

func comments(r *Run) error {
	comment := []byte(": " + strings.ToUpper(r.To.Word) + " PROCESSING\n\n")
	if err := r.Writer.Raw(comment); err != nil {
		return err
	}
	return r.sendWith(func(f output.Frame) error {
		if !f.Delta || r.Writer.Deltas()%4 != 0 {
			return nil
		}
		return r.Writer.Raw(comment)
	})
}

func keepalive(r *Run) error {
	return r.sendWith(func(f output.Frame) error {
		if !f.Delta || r.Writer.Deltas()%5 != 0 {
			return nil
		}
		typ := "keepalive"
		if r.Writer.Deltas()%2 == 0 {
			typ = "response.keep_alive"
		}
		return r.Writer.Send(r.seq.Frame(typ, nil))
	})
}

// crlf sends each frame in two writes, split in turn after the CR of its first, second and last
// line.
func crlf(r *Run) error {
	send := func(f output.Frame, line int) error {
		parts := bytes.SplitAfter(bytes.ReplaceAll(f.Bytes, []byte("\n"), []byte("\r\n")), []byte("\r"))
		cut := 1 + line%(len(parts)-1)
		f.Bytes = bytes.Join(parts[:cut], nil)
		if err := r.Writer.Send(f); err != nil {
			return err
		}
		return r.Writer.Raw(bytes.Join(parts[cut:], nil))
	}
	n := 0
	for f := range r.Response.Frames(&r.seq) {
		if err := send(f, n); err != nil {
			return err
		}
		n++
	}
	return send(output.Frame{Bytes: []byte(output.Done)}, 0)
}

func gap(r *Run) error {
	return r.atHalf(func() error {
		r.seq.Skip(3)
		return nil
	})
}

func unknownEvent(r *Run) error {
	return r.atHalf(func() error {
		return r.Writer.Send(r.seq.Frame("response.hologram.rotated", output.JSON(nil).Int("degrees", 90)))
	})
}

// hologram is an item of an unknown type, with a part of an unknown type.
type hologram struct{ id string }

const hologramPart = `{"type":"output_hologram","facets":6}`

func (h hologram) Tokens() int         { return 0 }
func (h hologram) Cut(int) output.Item { return h }
func (h hologram) Empty() output.Item  { return h }

func (h hologram) AppendJSON(b output.JSON, status string) output.JSON {
	return append(b, '{').Text("type", "hologram").Text("id", h.id).Text("status", status).
		Raw("content", "["+hologramPart+"]").End()
}

// Play sends the unknown part between its two events, which are known.
func (h hologram) Play(s *output.Stage) bool {
	members := output.JSON(nil).Text("item_id", h.id).Int("output_index", s.Index).Int("content_index", 0).Raw("part", hologramPart)
	return s.Yield(s.Sequence.Frame("response.content_part.added", members)) &&
		s.Yield(s.Sequence.Frame("response.content_part.done", members))
}
