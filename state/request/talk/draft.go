package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// Draft is the request document without `input`: one JSON object whose unknown members,
// member order and spelling of values survive every edit. Paths in it are JSON Pointers
// (RFC 6901): /plugins/0/id.
type Draft struct {
	doc     []byte
	version uint64
}

// ErrInput is the error of a draft with `input`: items belong to the conversation.
var ErrInput = errors.New("input is no part of the draft: the conversation holds it")

// NewDraft returns the draft of a new conversation, with `stream` alone.
func NewDraft() *Draft { return &Draft{doc: []byte("{\n  \"stream\": true\n}")} }

// ParseDraft reads a draft: one JSON object without `input`.
func ParseDraft(doc []byte) (*Draft, error) {
	d := &Draft{}
	if err := d.Replace(doc); err != nil {
		return nil, err
	}
	d.version = 0
	return d, nil
}

// Replace replaces the document, for raw editing.
func (d *Draft) Replace(doc []byte) error {
	if err := scan.Check(doc); err != nil {
		return err
	}
	if scan.KindOf(doc) != scan.Object {
		return fmt.Errorf("%w: a request is a JSON object", ErrPath)
	}
	if scan.Get(doc, "input") != nil {
		return ErrInput
	}
	d.setDoc(bytes.Clone(trimSpace(doc)))
	return nil
}

// Contents counts what the draft holds besides the model and stream, for a conversation
// without text: "3 plugins, 1 tool, 2 settings"; empty for nothing.
func (d *Draft) Contents() string {
	var words []string
	count := func(n int, what string) {
		switch {
		case n == 1:
			words = append(words, "1 "+what)
		case n > 1:
			words = append(words, strconv.Itoa(n)+" "+what+"s")
		}
	}
	settings := 0
	for m := range scan.Members(d.doc) {
		switch m.Key {
		case "model", "stream", "input":
		case "plugins":
			count(len(scan.List(m.Value)), "plugin")
		case "tools":
			count(len(scan.List(m.Value)), "tool")
		default:
			settings++
		}
	}
	count(settings, "setting")
	return strings.Join(words, ", ")
}

// Bytes returns the document. It is shared and must not be written to; an edit makes
// another.
func (d *Draft) Bytes() []byte { return d.doc }

// Version is raised by every edit.
func (d *Draft) Version() uint64 { return d.version }

// Get returns the value at pointer, as spelled. Of a repeated name the last counts.
func (d *Draft) Get(pointer string) (json.RawMessage, bool) {
	path, err := parsePointer(pointer)
	if err != nil {
		return nil, false
	}
	s, left := locate(d.doc, path)
	if len(left) > 0 {
		return nil, false
	}
	return d.doc[s.from:s.to:s.to], true
}

// Set sets a JSON value at pointer. A missing member is added after the others of its
// object, missing objects on the way are made, and - addresses the end of an array, as in
// RFC 6901.
func (d *Draft) Set(pointer string, value json.RawMessage) error {
	if err := scan.Check(value); err != nil {
		return err
	}
	path, err := parsePointer(pointer)
	switch {
	case err != nil:
		return err
	case len(path) == 0:
		return d.Replace(value)
	case path[0] == "input":
		return ErrInput
	}
	doc, err := setAt(d.doc, path, trimSpace(value))
	if err == nil {
		d.setDoc(doc)
	}
	return err
}

// SetString puts a string at pointer; see Set.
func (d *Draft) SetString(pointer, text string) error { return d.Set(pointer, scan.Quote(text)) }

// Delete deletes the value at pointer and reports whether it was there.
func (d *Draft) Delete(pointer string) bool {
	path, err := parsePointer(pointer)
	if err != nil {
		return false
	}
	doc, ok := deleteAt(d.doc, path)
	if ok {
		d.setDoc(doc)
	}
	return ok
}

// setDoc replaces the document by another that is a draft too.
func (d *Draft) setDoc(doc []byte) {
	d.doc = doc
	d.version++
}

// Model returns the draft's model; empty for none.
func (d *Draft) Model() string { return scan.Text(scan.Get(d.doc, "model")) }

// SetModel sets the draft's model; an empty slug deletes the member.
func (d *Draft) SetModel(slug string) error {
	if slug == "" {
		d.Delete("/model")
		return nil
	}
	return d.SetString("/model", slug)
}

// OfferedTools returns the tools that the model was offered for the answer of a turn, as
// `tools` of a request for POST /responses; nil for none. Of a loaded answer these are
// the tools of the draft.
func (c *Conversation) OfferedTools(t *Turn) []byte {
	x := t.SentExchange()
	switch {
	case x == nil:
		tools, _ := c.Draft.Get("/tools")
		return tools
	case x.Kind().IsForeign():
		if t.translated == nil { // its request does not change
			t.translated = append([]byte{}, Recorded{State: x, Capture: t.Capture}.translated()...)
		}
		return scan.Get(t.translated, "tools")
	}
	return scan.Get(x.Request, "tools")
}
