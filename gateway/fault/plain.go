package fault

import (
	"bytes"

	"gatehouse/gateway/failure"
	"gatehouse/gateway/token"
)

// plainHalf sends half of the document. It breaks off within the text, so that a reader sees
// the JSON torn in the middle of a string.
func (r *Run) plainHalf() error {
	body := r.Response.Ended().AppendJSON(nil)
	head, _ := token.Cut(Text, half)
	end := bytes.Index(body, []byte(head)) + len(head)
	return r.Writer.Document(200, body[:end])
}

func plainCut(r *Run) error { return r.plainHalf() }

func plainReset(r *Run) error {
	if err := r.plainHalf(); err != nil {
		return err
	}
	return r.Writer.Reset()
}

func plainStall(r *Run) error {
	if err := r.plainHalf(); err != nil {
		return err
	}
	return r.Writer.Wait(Silence)
}

func plainFailed(r *Run) error { return r.Writer.Document(200, r.broken().AppendJSON(nil)) }

func plainIncomplete(r *Run) error {
	return r.Writer.Document(200, r.Response.Cut(half).Ended().AppendJSON(nil))
}

// plainError is an error body under status 200, which happens where a status was
// sent before the provider failed (wire-notes §7).
func plainError(r *Run) error {
	f := failure.New(502, r.broken().Error.Message)
	return r.Writer.Document(200, f.Body(r.To))
}
