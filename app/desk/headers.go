package desk

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
	"gatehouse/state/text/spelling"
)

// Headers are what a conversation's requests carry besides the document. They
// are a small document too, so that a form can be drawn from it.
type Headers struct{ doc *talk.Draft }

// HeadersPointer is where forms have the headers. No request has a member of
// this name, so an edit of a header is never taken for one of the document.
const HeadersPointer = "/(headers)"

// The members of the document of headers, and the values of the first.
const (
	headerMetadata = "metadata"
	headerSession  = "x-session-id"
	headerOthers   = "others"

	metadataOff    = "off"
	metadataOn     = "on"
	metadataLegacy = "on by the deprecated name"
)

func newHeaders(metadata bool) Headers {
	d, err := talk.ParseDraft([]byte("{}"))
	if err != nil {
		panic("desk: " + err.Error()) // {} is a document
	}
	h := Headers{doc: d}
	if metadata {
		h.setMetadata(metadataOn)
	}
	return h
}

func (h Headers) clone() Headers {
	d := *h.doc
	return Headers{doc: &d}
}

func (h Headers) text(name string) string { return scan.Text(scan.Get(h.doc.Bytes(), name)) }

// Mode returns how routing metadata is asked for.
func (h Headers) Mode() client.MetadataMode {
	switch h.text(headerMetadata) {
	case metadataOn:
		return client.MetadataOn
	case metadataLegacy:
		return client.MetadataLegacy
	}
	return client.MetadataOff
}

func (h Headers) setMetadata(value string) {
	if err := h.doc.SetString("/"+headerMetadata, value); err != nil {
		panic("desk: " + err.Error()) // an object can hold a string
	}
}

// fields returns the header fields that are sent as they are named.
func (h Headers) fields() http.Header {
	out := http.Header{}
	if id := h.text(headerSession); id != "" {
		out.Set("X-Session-Id", id)
	}
	for m := range scan.Members(scan.Get(h.doc.Bytes(), headerOthers)) {
		out.Set(m.Key, scan.Text(m.Value))
	}
	return out
}

// Document returns the headers as a JSON object.
func (h Headers) Document() []byte { return h.doc.Bytes() }

// Count returns how many header fields are sent for what is set here.
func (h Headers) Count() int {
	n := len(h.fields())
	if h.Mode() != client.MetadataOff {
		n++
	}
	return n
}

// edit puts a value at a place of the document of headers. A header that the
// user may not set is refused, and nothing changes.
func (h Headers) edit(pointer string, value json.RawMessage) error {
	next := h.clone()
	if value == nil {
		next.doc.Delete(pointer)
	} else if err := next.doc.Set(pointer, value); err != nil {
		return err
	}
	return h.replace(next)
}

// replace sets the headers to next if all of them may be sent.
func (h Headers) replace(next Headers) error {
	doc := next.doc.Bytes()
	for _, name := range []string{headerMetadata, headerSession} {
		if v := scan.Get(doc, name); v != nil && scan.KindOf(v) != scan.String {
			return fmt.Errorf("%s: a header's value must be a string", name)
		}
	}
	others := scan.Get(doc, headerOthers)
	if others != nil && scan.KindOf(others) != scan.Object {
		return fmt.Errorf("%s: must be an object of header names and values", headerOthers)
	}
	for m := range scan.Members(others) {
		if scan.KindOf(m.Value) != scan.String {
			return fmt.Errorf("%s: a header's value must be a string", m.Key)
		}
		if err := config.Header(m.Key, scan.Text(m.Value)); err != nil {
			return err
		}
	}
	if err := config.Header("X-Session-Id", next.text(headerSession)); err != nil {
		return err
	}
	*h.doc = *next.doc
	return nil
}

// flags returns the flags with which the send command sends these headers, which
// a saved request does not hold. A variable replaces a credential.
func (h Headers) flags(word string) []string {
	var out []string
	switch h.Mode() {
	case client.MetadataOn:
		out = append(out, "--metadata")
	case client.MetadataLegacy:
		out = append(out, headerFlag("X-"+word+"-Experimental-Metadata", "enabled"))
	}
	fields := h.fields()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, value := range fields[name] {
			out = append(out, headerFlag(name, value))
		}
	}
	return out
}

// headerFlag writes a header for the shell. A value that carries a credential
// is not shown: the user puts it into the variable.
func headerFlag(name, value string) string {
	if wire.Credential(name) {
		return `--header "` + http.CanonicalHeaderKey(name) + ": $" + export.Variable(name) + `"`
	}
	return "--header " + spelling.ShellQuote(http.CanonicalHeaderKey(name)+": "+value)
}

// HeaderFields returns the headers as a form shows them. inBody reports whether the
// document has a session_id.
func HeaderFields(inBody bool) []field.Field {
	session := field.Field{
		Name: headerSession, Kind: field.Text, MaxLength: 256,
		Help: "Sticky routing: all requests of a session go to the same provider. A session_id in the body takes precedence.",
	}
	if inBody {
		session.Inert = func([]byte, []byte) string { return "is overridden by session_id in the body" }
	}
	return []field.Field{
		{
			Name: headerMetadata, Kind: field.Choice, Closed: true, Default: metadataOff,
			Help: "Request routing metadata with the response.",
			Options: []field.Option{
				{Value: metadataOff}, {Value: metadataOn, Help: "X-Service-Metadata: enabled (\"Service\" is the service's own word)"},
				{Value: metadataLegacy, Help: "X-Service-Experimental-Metadata: enabled"},
			},
		},
		session,
		{Name: headerOthers, Kind: field.Pairs, Help: "Other headers by name. Authorization cannot be set here; the key comes from the connection."},
	}
}

// AskMetadata has the requests of a conversation ask for routing metadata, if
// they do not yet.
func (c *Chat) AskMetadata() {
	if c.Headers.Mode() == client.MetadataOff {
		c.Headers.setMetadata(metadataOn)
	}
}

// ToggleMetadata has the requests of the shown conversation ask for routing
// metadata, or not any more.
func (d *Desk) ToggleMetadata() tea.Cmd {
	c := d.Shown()
	if c.Headers.Mode() == client.MetadataOff {
		c.Headers.setMetadata(metadataOn)
		return d.Notify("this conversation now requests routing metadata")
	}
	c.Headers.setMetadata(metadataOff)
	return d.Notify("this conversation no longer requests routing metadata")
}
