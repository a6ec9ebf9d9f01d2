package capture

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/wire"
)

// minCookie is the shortest cookie in bytes that is looked for outside its header: many
// hold a language or a setting.
const minCookie = 16

// Clean takes the credentials out of a capture that another program has made: headers and
// parameters that carry them are masked, and where they are repeated elsewhere, in bodies
// too, they are overwritten by as many '*'. Of a body that was compressed, and holds one,
// the compressed bytes are not kept. In a capture of ours that nobody has changed they are
// masked already, and it stays as it is. known are further secrets. It returns all that it
// looked for. A request body that was sent encoded is decoded, see DecodeRequest.
func Clean(c *wire.Capture, known ...string) *Secrets {
	DecodeRequest(&c.Sent, nil)
	s := NewSecrets(credentials(c)...).And(known...)
	c.Sent.Header = s.cleanHeader(c.Sent.Header)
	if u, err := url.Parse(c.Sent.URL); err == nil {
		if clean := s.URL(u); clean != u.String() {
			c.Sent.URL = clean
		}
	} else {
		c.Sent.URL = s.Text(c.Sent.URL)
	}
	s.caller(c)
	s.delivery(c)
	stars := 0
	if e := c.Sent.Encoded; e != nil {
		e.Fault = s.Text(e.Fault)
	}
	c.Sent.Body, stars = s.Bytes(c.Sent.Body)
	c.Redacted += stars
	if c.Head != nil {
		c.Head.Header = s.cleanHeader(c.Head.Header)
	}
	if c.End != nil {
		c.End.Message, c.End.Trailer = s.Text(c.End.Message), s.cleanHeader(c.End.Trailer)
	}
	stars = s.overwrite(c.Text())
	c.Redacted += stars
	if stars > 0 && c.Decoded != nil {
		c.Body.Overwrite()
	}
	return s
}

// caller takes the secrets out of what a program said of itself, and of the path that it
// called. A key of the body may be in both.
func (s *Secrets) caller(c *wire.Capture) {
	if c.Caller != nil {
		c.Caller.UserAgent, c.Caller.Path = s.Text(c.Caller.UserAgent), s.Address(c.Caller.Path)
	}
}

// delivery takes the secrets out of what a program was told: a server's bytes in it may
// repeat a key.
func (s *Secrets) delivery(c *wire.Capture) {
	if c.Delivery != nil {
		c.Delivery.Message = s.Text(c.Delivery.Message)
	}
}

func (s *Secrets) cleanHeader(h http.Header) http.Header {
	if h == nil {
		return nil
	}
	clean, _ := s.Header(h)
	return clean
}

// overwrite takes the secrets out of a body, whose chunks stay as they are.
func (s *Secrets) overwrite(b *wire.Body) (stars int) {
	clean, stars := s.Bytes(b.All())
	if stars == 0 {
		return 0
	}
	var out wire.Body
	from := int64(0)
	for _, chunk := range b.Chunks() {
		out.Append(clean[from:chunk.End], chunk.AtUS)
		from = chunk.End
	}
	b.Replace(&out)
	return stars
}

// credentials are the values of the headers and parameters of a capture that carry them.
func credentials(c *wire.Capture) []string {
	all := Credentials(c.Sent)
	if c.Caller != nil {
		all = append(all, InAddress(c.Caller.Path)...)
	}
	if c.Head != nil {
		all = append(all, inHeader(c.Head.Header)...)
	}
	return all
}

// Credentials are the values of a request's headers, parameters and body members that carry
// them, and keys in its path.
func Credentials(sent wire.Sent) []string {
	all := append(inHeader(sent.Header), inBody(sent.Body)...)
	for _, address := range append([]string{sent.URL}, sent.Header["Referer"]...) {
		all = append(all, InAddress(address)...)
	}
	return all
}

// inHeader are the credentials in a header: its values that are one, also without the
// scheme, and the password of Basic (RFC 7617).
func inHeader(h http.Header) []string {
	var all []string
	for name, values := range h {
		for _, value := range values {
			switch {
			case name == "Cookie" || name == "Set-Cookie":
				all = append(all, cookies(name, value)...)
			case name == "Sec-Websocket-Protocol":
				all = append(all, inProtocols(value)...)
			case wire.Credential(name):
				_, token, _ := strings.Cut(value, " ")
				all = append(all, value, token)
				if plain, err := base64.StdEncoding.DecodeString(token); err == nil && len(token) > 0 {
					_, password, _ := strings.Cut(string(plain), ":")
					all = append(all, password)
				}
			}
		}
	}
	return spelledOut(all)
}

// inProtocols are the credentials among the subprotocols of a WebSocket, where browsers,
// which can set no other header, have them behind a name: openai-insecure-api-key.KEY.
func inProtocols(value string) (all []string) {
	for one := range strings.SplitSeq(value, ",") {
		one = strings.TrimSpace(one)
		for at := range len(one) {
			if one[at] == '.' && (wire.Credential(one[:at]) || strings.EqualFold(one[:at], "bearer")) {
				all = append(all, one[at+1:])
				break
			}
		}
	}
	return all
}

// spelledOut leaves out what only names a variable, as in a command.
func spelledOut(values []string) []string {
	return slices.DeleteFunc(values, func(value string) bool { return strings.HasPrefix(value, "$") })
}

// InAddress returns the credentials of an address: its password, keys in its path, and the
// values of the parameters that carry them.
func InAddress(address string) []string {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	all := keyShape.FindAllString(u.Path, -1)
	if password, ok := u.User.Password(); ok {
		all = append(all, password)
	}
	for name, values := range u.Query() {
		if wire.Credential(name) {
			all = append(all, values...)
		}
	}
	return spelledOut(all)
}

// cookies are the values of cookies that may be secrets.
func cookies(header, value string) []string {
	var all []string
	pairs := strings.Split(value, ";")
	if header == "Set-Cookie" { // the rest are attributes
		pairs = pairs[:1]
	}
	for _, pair := range pairs {
		if _, value, ok := strings.Cut(pair, "="); ok && len(value) >= minCookie {
			all = append(all, value)
		}
	}
	return all
}
