package main

import (
	"bytes"
	"errors"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
	"gatehouse/state/output"
	"gatehouse/state/talk"
)

// document makes the body of a request from a file and flags (CONTRACT
// "send").
type document struct {
	file         []byte            // nil: no file was given
	prompts      []string          // -p, one message each
	stream       *bool             // --stream, --no-stream; nil: neither
	model        string            // --model; empty: not given
	fallback     string            // the model for a document that names none and is made here
	messageModel talk.MessageModel // when assistant messages name their model
}

// errNotJSON is the error of flags that must change what cannot be read.
var errNotJSON = errors.New("the request is not a JSON object, or is nested more than 10,000 levels deep, so flags cannot change it")

// body returns the bytes to send. A request object is returned as it stands,
// without the white space around it, but for the members that flags set; what
// is no JSON at all is returned too, since the checks tell more about it.
func (d document) body() ([]byte, error) {
	doc := bytes.Trim(d.file, " \t\r\n")
	root := gjson.ParseBytes(doc)
	switch {
	case d.file == nil:
		yes := true
		if d.stream == nil {
			d.stream = &yes
		}
		doc = []byte(`{}`)
		d.model = firstOf(d.model, d.fallback)
	case !scan.Valid(doc):
		return doc, d.unset()
	case root.IsArray() || root.Type == gjson.String:
		doc = append(append([]byte(`{"input":`), doc...), '}')
		d.model = firstOf(d.model, d.fallback)
	case !root.IsObject():
		return doc, d.unset()
	case talk.IsResponse(doc), talk.IsResult(doc):
		after, err := continueAfter(doc, d.messageModel)
		if err != nil {
			return nil, err
		}
		doc = after
		if !gjson.GetBytes(doc, "model").Exists() {
			d.model = firstOf(d.model, d.fallback)
		}
	}
	return d.set(doc)
}

// unset refuses flags that would have to change a document that cannot be.
func (d document) unset() error {
	if d.prompts != nil || d.stream != nil || d.model != "" {
		return errNotJSON
	}
	return nil
}

// set lays the flags over the document.
func (d document) set(doc []byte) (_ []byte, err error) {
	if d.model != "" {
		if doc, err = sjson.SetRawBytes(doc, "model", scan.Quote(d.model)); err != nil {
			return nil, err
		}
	}
	if d.stream != nil {
		value := []byte("false")
		if *d.stream {
			value = []byte("true")
		}
		if doc, err = sjson.SetRawBytes(doc, "stream", value); err != nil {
			return nil, err
		}
	}
	for _, prompt := range d.prompts {
		if doc, err = appendMessage(doc, prompt); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// appendMessage puts a user message behind the document's input.
func appendMessage(doc []byte, text string) ([]byte, error) {
	message := talk.UserMessage(text)
	input := gjson.GetBytes(doc, "input")
	switch {
	case input.Type == gjson.Null: // absent too
		return sjson.SetRawBytes(doc, "input", output.List(message))
	case input.Type == gjson.String:
		before := `{"type":"message","role":"user","content":` + input.Raw + `}` // as it is spelled
		return sjson.SetRawBytes(doc, "input", output.List([]byte(before), message))
	case input.IsArray():
		return sjson.SetRawBytes(doc, "input.-1", message)
	}
	return nil, errors.New("input is neither a string nor an array, so -p cannot append a message")
}

// continueAfter makes the request that goes on after a saved response. It has
// no stream member: nothing in the response asks for one.
func continueAfter(response []byte, rule talk.MessageModel) ([]byte, error) {
	conversation, err := talk.Open(response)
	if err != nil {
		return nil, err
	}
	doc, err := conversation.Body("", talk.BodyOptions{MessageModel: rule})
	if err != nil {
		return nil, err
	}
	return sjson.DeleteBytes(doc, "stream")
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
