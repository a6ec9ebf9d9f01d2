package talk

import (
	"bytes"
	"cmp"
	"errors"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
)

// FromFile is a request made of a file and of what is set in it (CONTRACT "send").
type FromFile struct {
	File         []byte   // nil: a request without input is made
	Prompts      []string // appended as user messages
	Stream       *bool    // nil: not set
	Model        string   // "": not set
	Fallback     string   // the model of a request that is made here and has none
	MessageModel MessageModel
}

// ErrNotJSON is the error of settings for a file that cannot be changed.
var ErrNotJSON = errors.New("the request is not a JSON object, or is nested more than 10,000 levels deep, so flags cannot change it")

// Body returns the bytes to send. A request object stays byte for byte, without the white space around
// it, except for the members that are set. Malformed JSON is returned too: the checks describe what is
// wrong with it.
func (f FromFile) Body() ([]byte, error) {
	doc := bytes.Trim(f.File, " \t\r\n")
	root := gjson.ParseBytes(doc)
	switch {
	case f.File == nil:
		f.Stream = cmp.Or(f.Stream, new(true))
		doc = []byte(`{}`)
		f.Model = cmp.Or(f.Model, f.Fallback)
	case !scan.Valid(doc):
		return doc, f.unset()
	case root.IsArray() || root.Type == gjson.String:
		doc = append(append([]byte(`{"input":`), doc...), '}')
		f.Model = cmp.Or(f.Model, f.Fallback)
	case !root.IsObject():
		return doc, f.unset()
	case IsResponse(doc), IsResult(doc):
		after, err := continueAfter(doc, f.MessageModel)
		if err != nil {
			return nil, err
		}
		doc = after
		if !gjson.GetBytes(doc, "model").Exists() {
			f.Model = cmp.Or(f.Model, f.Fallback)
		}
	}
	return f.set(doc)
}

// unset returns an error if something is set.
func (f FromFile) unset() error {
	if f.Prompts != nil || f.Stream != nil || f.Model != "" {
		return ErrNotJSON
	}
	return nil
}

func (f FromFile) set(doc []byte) (_ []byte, err error) {
	if f.Model != "" {
		if doc, err = sjson.SetRawBytes(doc, "model", scan.Quote(f.Model)); err != nil {
			return nil, err
		}
	}
	if f.Stream != nil {
		if doc, err = sjson.SetBytes(doc, "stream", *f.Stream); err != nil {
			return nil, err
		}
	}
	for _, prompt := range f.Prompts {
		if doc, err = appendMessage(doc, prompt); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// appendMessage appends a user message to the input.
func appendMessage(doc []byte, text string) ([]byte, error) {
	message := UserMessage(text)
	input := gjson.GetBytes(doc, "input")
	switch {
	case input.Type == gjson.Null: // absent too
		return sjson.SetRawBytes(doc, "input", []byte("["+string(message)+"]"))
	case input.Type == gjson.String: // its spelling stays
		return sjson.SetRawBytes(doc, "input", []byte(`[{"type":"message","role":"user","content":`+input.Raw+"},"+string(message)+"]"))
	case input.IsArray():
		return sjson.SetRawBytes(doc, "input.-1", message)
	}
	return nil, errors.New("input is neither a string nor an array, so -p cannot append a message")
}

// continueAfter returns the request that continues after a saved response. It has no stream member:
// nothing in the response asks for one.
func continueAfter(response []byte, rule MessageModel) ([]byte, error) {
	conversation, err := Open(response)
	if err != nil {
		return nil, err
	}
	doc, err := conversation.Body("", BodyOptions{MessageModel: rule})
	if err != nil {
		return nil, err
	}
	return sjson.DeleteBytes(doc, "stream")
}
