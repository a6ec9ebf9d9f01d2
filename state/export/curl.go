// Package export writes exchanges, their requests and comparisons of rankings in
// the formats in which they can be copied: one function a format, and a table of
// them. A command never holds a key, but the name of an environment variable.
package export

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

// Request is a request to write.
type Request struct {
	Method string // POST when empty
	URL    string
	Header http.Header // as sent; an Authorization in it is not written, and of other credentials the name of a variable
	Body   []byte
	Key    bool // a key goes with it
	Local  bool // it is meant for the embedded gateway, whose port is another in every run
}

// KeyVariable is the environment variable that holds the key of an export.
const KeyVariable = "GATEHOUSE_API_KEY"

// Variable is the environment variable that an export names in the place of a
// header field's value: X-Api-Key's is X_API_KEY.
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

// localHost is where `gatehouse gateway` listens unless told otherwise.
const localHost = "127.0.0.1:8080"

// Curl writes a request as a command for curl 7.76 or later in a POSIX shell,
// which sends the very bytes of the body. It ends in a newline. With a file
// the command sends what is in that file instead.
func Curl(r Request, file string) string {
	var b strings.Builder
	if r.Local {
		b.WriteString("# start it with: gatehouse gateway\n")
		if r.Key {
			b.WriteString("# any key works: export " + KeyVariable + "=any\n")
		}
	}
	piped := file == "" && len(r.Body) > maxArgument
	if piped {
		b.WriteString("printf %s " + quote(string(r.Body)) + " |\n")
	}
	b.WriteString("curl -sS --fail-with-body -N")
	target := r.target()
	if strings.ContainsAny(target, "[]{}") {
		b.WriteString(" --globoff")
	}
	method := cmp.Or(r.Method, http.MethodPost)
	if method != http.MethodPost || len(r.Body) == 0 && file == "" {
		b.WriteString(" -X " + word(method))
	}
	b.WriteString(" " + quote(target))
	if r.basic() {
		b.WriteString(` \
  -u "$` + KeyVariable + `"`)
	}
	for _, line := range r.fields() {
		b.WriteString(" \\\n  -H " + line)
	}
	switch {
	case file == "-": // a file of that name, not standard input
		b.WriteString(" \\\n  --data-binary @./-")
	case file != "":
		b.WriteString(" \\\n  --data-binary " + word("@"+file))
	case piped:
		b.WriteString(" \\\n  --data-binary @-")
	case len(r.Body) > 0:
		b.WriteString(" \\\n  --data-raw " + quote(string(r.Body)))
	}
	b.WriteByte('\n')
	return b.String()
}

// CurlOf is Curl of a request as it was sent.
func CurlOf(sent wire.Sent, local bool) string {
	return Curl(Request{
		Method: sent.Method, URL: sent.URL, Header: sent.Header, Body: sent.Body,
		Key: sent.Header.Get("Authorization") != "", Local: local,
	}, "")
}

// maxArgument is what a body may have in bytes to be an argument: Linux takes
// 128 KiB in one. A shell's own printf has no such bound.
const maxArgument = 100_000

// target is the address to write.
func (r *Request) target() string {
	if !r.Local {
		return r.URL
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return r.URL
	}
	u.Scheme, u.Host, u.User = "http", localHost, nil
	return u.String()
}

// basic reports whether the key is user:password (RFC 7617).
func (r *Request) basic() bool {
	return r.Key && strings.HasPrefix(r.Header.Get("Authorization"), "Basic ")
}

// fields are the header fields, quoted, in the order of their names; without
// those that curl writes itself.
func (r *Request) fields() []string {
	var lines []string
	if r.Key && !r.basic() {
		lines = append(lines, `"Authorization: Bearer $`+KeyVariable+`"`)
	}
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		switch http.CanonicalHeaderKey(name) {
		case "Authorization", "Content-Length", "Host", "Accept-Encoding", "User-Agent", "Connection":
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range r.Header[name] {
			if wire.Credential(name) {
				lines = append(lines, `"`+name+": $"+Variable(name)+`"`)
				continue
			}
			lines = append(lines, quote(field(name, value)))
		}
	}
	return lines
}

// field writes a header field as curl takes it: without a value it would take
// the field away, unless it ends in a semicolon.
func field(name, value string) string {
	value = strings.Map(func(c rune) rune {
		if c == '\r' || c == '\n' {
			return ' '
		}
		return c
	}, value)
	if strings.TrimSpace(value) == "" {
		return name + ";"
	}
	return name + ": " + value
}

// quote makes a text one word of a POSIX shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// word is quote, where it is needed.
func word(s string) string {
	plain := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("@/._-+,:", c) >= 0
	}
	for i := range len(s) {
		if !plain(s[i]) {
			return quote(s)
		}
	}
	return s
}
