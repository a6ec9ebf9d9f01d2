package fault

import (
	"time"

	"gatehouse/gateway/event"
	"gatehouse/gateway/response"
)

// Silence is how long fault/stall says nothing.
const Silence = 60 * time.Second

// SlowPace is the time between two deltas of fault/slow.
const SlowPace = 200 * time.Millisecond

func streamModels() []Model {
	return []Model{
		{Slug: "fault/cut", About: "Half the text, then the body ends", play: cut, plain: plainCut},
		{Slug: "fault/reset", About: "Half the text, then a TCP reset", play: reset, plain: plainReset},
		{Slug: "fault/stall", About: "Half the text, 60 s of silence, then the body ends", play: stall, plain: plainStall},
		{Slug: "fault/slow", About: "20 deltas, 200 ms apart", play: slow, Pace: SlowPace},
		{Slug: "fault/no-done", About: "Everything but [DONE]", play: noDone},
		{Slug: "fault/failed-event", About: "Half the text, then response.failed", play: failedEvent, plain: plainFailed},
		{Slug: "fault/error-event", About: "Half the text, then an error event", play: errorEvent, plain: plainError},
		{Slug: "fault/bad-json", About: "A frame in the middle is not JSON", play: badJSON},
		{Slug: "fault/comments", About: "Comments before and between the events", play: comments},
		{Slug: "fault/keepalive", About: "keepalive and response.keep_alive events", play: keepalive},
		{Slug: "fault/crlf", About: "CRLF line endings, split between CR and LF", play: crlf},
		{Slug: "fault/gap", About: "sequence_number jumps once", play: gap},
		{Slug: "fault/unknown-event", About: "An unknown event, item and part", play: unknownEvent},
		{Slug: "fault/incomplete", About: "Half the text, then incomplete (max_output_tokens)", play: incomplete, plain: plainIncomplete},
	}
}

func cut(r *Run) error { return r.sendHalf() }

func reset(r *Run) error {
	if err := r.sendHalf(); err != nil {
		return err
	}
	return r.Writer.Reset()
}

func stall(r *Run) error {
	if err := r.sendHalf(); err != nil {
		return err
	}
	return r.Writer.Wait(Silence)
}

func slow(r *Run) error {
	r.Writer.Pace(SlowPace)
	return r.atHalf(func() error { return nil })
}

func noDone(r *Run) error { return r.each(func(event.Frame) error { return nil }) }

// broken is the response of the two faults that end in an error.
func (r *Run) broken() response.Response {
	return r.Response.Fail(half, "provider_unavailable",
		response.Error{Code: "server_error", Message: "The provider stopped mid-response (" + r.Response.Model.Slug + " always does)"})
}

func failedEvent(r *Run) error {
	if err := r.sendHalf(); err != nil {
		return err
	}
	if err := r.Writer.Send(r.broken().Terminal(&r.seq)); err != nil {
		return err
	}
	return r.Writer.Raw([]byte(event.Done))
}

// errorEvent sends the flat form of the error event (wire-notes §5.1).
func errorEvent(r *Run) error {
	if err := r.sendHalf(); err != nil {
		return err
	}
	failed := r.broken().Error
	return r.Writer.Send(r.seq.Frame("error", func(b []byte) []byte {
		b = event.AppendString(append(b, `,"code":`...), failed.Code)
		b = event.AppendString(append(b, `,"message":`...), failed.Message)
		return append(b, `,"param":null`...)
	}))
}

func incomplete(r *Run) error {
	r.Response = r.Response.Cut(half)
	if err := noDone(r); err != nil {
		return err
	}
	return r.Writer.Raw([]byte(event.Done))
}
