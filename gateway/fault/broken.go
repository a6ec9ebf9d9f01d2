package fault

import (
	"bytes"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// Silence is how long fault/stall says nothing.
const Silence = 60 * time.Second

// SlowPace is the time between two deltas of fault/slow.
const SlowPace = 200 * time.Millisecond

func streamModels() []Model {
	reset := func(r *Run) error { return r.Writer.Reset() }
	stall := func(r *Run) error { return r.Writer.Wait(Silence) }
	return []Model{
		{Slug: "fault/cut", About: "Half the text, then the body ends", play: (*Run).sendHalf, plain: (*Run).plainHalf},
		{Slug: "fault/reset", About: "Half the text, then a TCP reset", play: then((*Run).sendHalf, reset), plain: then((*Run).plainHalf, reset)},
		{Slug: "fault/stall", About: "Half the text, 60 s of silence, then the body ends", play: then((*Run).sendHalf, stall), plain: then((*Run).plainHalf, stall)},
		{Slug: "fault/slow", About: "20 deltas, 200 ms apart", play: slow, Pace: SlowPace},
		{Slug: "fault/no-done", About: "Everything but [DONE]", play: noDone},
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

// then sends a part, and does what happens behind it.
func then(part, after func(*Run) error) func(*Run) error {
	return func(r *Run) error {
		if err := part(r); err != nil {
			return err
		}
		return after(r)
	}
}

// nothing happens behind a frame.
func nothing(output.Frame) error { return nil }

func slow(r *Run) error {
	r.Writer.Pace(SlowPace)
	return r.whole(nothing)
}

func noDone(r *Run) error { return r.each(nothing) }

// broken is the response of the two faults that end in an error.
func (r *Run) broken() response.Response {
	return r.Response.Fail(half, "provider_unavailable",
		response.Error{Code: "server_error", Message: "The provider stopped mid-response (" + r.Response.Model.Slug + " always does)"})
}

func failedEvent(r *Run) error {
	if err := r.Writer.Send(r.broken().Terminal(&r.seq)); err != nil {
		return err
	}
	return r.Writer.Raw([]byte(output.Done))
}

// errorEvent sends the flat form of the error event (wire-notes §5.1).
func errorEvent(r *Run) error {
	failed := r.broken().Error
	return r.Writer.Send(r.seq.Frame("error", func(b []byte) []byte {
		b = output.AppendString(append(b, `,"code":`...), failed.Code)
		b = output.AppendString(append(b, `,"message":`...), failed.Message)
		return append(b, `,"param":null`...)
	}))
}

func incomplete(r *Run) error {
	r.Response = r.Response.Cut(half)
	return r.whole(nothing)
}

// plainHalf sends half of the document. It breaks off within the text, so that a reader sees
// the JSON torn in the middle of a string.
func (r *Run) plainHalf() error {
	body := r.Response.Ended().AppendJSON(nil)
	head, _ := output.CutTokens(Text, half)
	end := bytes.Index(body, []byte(head)) + len(head)
	return r.Writer.Document(200, body[:end])
}

func plainFailed(r *Run) error { return r.Writer.Document(200, r.broken().AppendJSON(nil)) }

func plainIncomplete(r *Run) error {
	return r.Writer.Document(200, r.Response.Cut(half).Ended().AppendJSON(nil))
}

// plainError is an error body under status 200, which happens where a status was
// sent before the provider failed (wire-notes §7).
func plainError(r *Run) error {
	f := NewFailure(502, r.broken().Error.Message)
	return r.Writer.Document(200, f.Body(r.To))
}
