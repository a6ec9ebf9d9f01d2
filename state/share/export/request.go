// Package export writes exchanges, their requests and comparisons of rankings in formats to copy and
// save: formats of files are rows of Documents; copies of parts of an exchange are in Formats. What
// is written contains the name of an environment variable instead of a key.
package export

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidwall/sjson"

	"gatehouse/client/wire"
)

// Request is a request to write.
type Request struct {
	Method string // POST when empty
	URL    string
	Header http.Header // as sent; an Authorization in it is not written, and of other credentials the name of a variable
	Body   []byte
	Key    bool // an Authorization goes with it
	Local  bool // it is meant for the embedded gateway, whose port is another in every run
}

// RequestOf returns a request as it was sent.
func RequestOf(sent wire.Sent, local bool) Request {
	sent = overHTTP(sent)
	return Request{
		Method: sent.Method, URL: sent.URL, Header: sent.Header, Body: sent.Body,
		Key: sent.Header.Get("Authorization") != "" || user(sent.URL), Local: local,
	}
}

// user reports whether an address has a user, whom HTTP clients send in Authorization.
func user(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.User != nil
}

// KeyVariable is the environment variable that holds the key of an export.
const KeyVariable = "GATEHOUSE_API_KEY"

// localHost is the default address of `gatehouse gateway`, LocalBase its base URL.
const (
	localHost = "127.0.0.1:8080"
	LocalBase = "http://" + localHost + "/api/v1"
)

// Variable returns the environment variable that an export names instead of a header field's value:
// X-Api-Key's is X_API_KEY.
func Variable(header string) string {
	name := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return c - 'a' + 'A'
		}
		if c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, header)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "_" + name
	}
	return name
}

// A Field is a header field of a request to write. A credential has the variable that holds it
// instead of a value: all of the value, or for Authorization what follows the scheme.
type Field struct {
	Name, Value string
	Variable    string
	Scheme      Scheme // of Authorization
}

// Scheme is how a key is sent in Authorization.
type Scheme string

// The schemes. With Basic the key is user:password, and is sent in base64 (RFC 7617).
const (
	Bearer Scheme = "Bearer"
	Basic  Scheme = "Basic"
)

// Fields returns the header fields to write, Authorization first, then in the order of their
// names; without those that every client writes itself, without Content-Encoding, since a
// recorded body is decoded, and without names that no header can have, as a browser's recording
// has for HTTP/2.
func (r *Request) Fields() []Field {
	var fields []Field
	if r.Key {
		scheme := Bearer
		if sent := r.Header.Get("Authorization"); strings.HasPrefix(sent, "Basic ") || sent == "" && user(r.URL) {
			scheme = Basic
		}
		fields = append(fields, Field{Name: "Authorization", Variable: KeyVariable, Scheme: scheme})
	}
	omitted := []string{"Authorization", "Content-Length", "Content-Encoding", "Host", "Accept-Encoding", "User-Agent", "Connection"}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		if slices.Contains(omitted, http.CanonicalHeaderKey(name)) || !fieldName(name) {
			continue
		}
		for _, value := range r.Header[name] {
			f := Field{Name: name, Value: lineEnds.Replace(value)}
			if wire.Credential(name) {
				f = Field{Name: name, Variable: Variable(name)}
			}
			fields = append(fields, f)
		}
	}
	return fields
}

// fieldName reports whether a header can have that name (RFC 9110, section 5.6.2).
func fieldName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	}) < 0
}

// lineEnds replaces the line ends in a header's value, which none can have.
var lineEnds = strings.NewReplacer("\r", " ", "\n", " ")

// notes say how to run what is written, a line each without a comment's sign.
func (r *Request) notes() []string {
	if !r.Local {
		return nil
	}
	notes := []string{"start it with: gatehouse gateway"}
	if r.Key {
		notes = append(notes, "any key works: export "+KeyVariable+"=any")
	}
	return notes
}

// method returns the method to write.
func (r *Request) method() string { return cmp.Or(r.Method, http.MethodPost) }

// overHTTP returns a message that asked for a response on a WebSocket as the request that asks for
// the same over HTTP: programs for one request speak no WebSocket.
func overHTTP(sent wire.Sent) wire.Sent {
	if !sent.OnSocket() || !sent.PostsTo(wire.EndpointResponses) {
		return sent
	}
	sent.Method, sent.Header = http.MethodPost, sent.Header.Clone()
	for name := range sent.Header {
		if strings.HasPrefix(name, "Sec-Websocket-") {
			delete(sent.Header, name)
		}
	}
	sent.Header.Del("Connection")
	sent.Header.Del("Upgrade")
	sent.Header.Set("Content-Type", "application/json")
	for _, name := range wire.MessageMembers() {
		if body, err := sjson.DeleteBytes(sent.Body, name); err == nil {
			sent.Body = body
		}
	}
	if body, err := sjson.SetBytes(sent.Body, "stream", true); err == nil {
		sent.Body = body
	}
	return sent
}
