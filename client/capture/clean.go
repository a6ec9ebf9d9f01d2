package capture

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// minCookie is the length from which a cookie counts as a secret outside its header, in
// bytes: many hold a language or a setting.
const minCookie = 16

// Clean removes the credentials from an imported capture: headers and parameters that hold
// them are masked, and repetitions elsewhere, also in bodies, are overwritten by as many
// '*'. If the text of a compressed body holds one, its compressed bytes are overwritten. In
// a capture of gatehouse they are masked already. known are further secrets. Clean returns
// all secrets that it searched for. It decodes an encoded request body, see DecodeRequest.
func Clean(c *wire.Capture, known ...string) *Secrets {
	DecodeRequest(&c.Sent, nil)
	all := Credentials(c.Sent)
	if c.Caller != nil {
		all = append(all, InAddress(c.Caller.Path)...)
	}
	if c.Head != nil {
		all = append(all, inHeader(c.Head.Header)...)
	}
	s := NewSecrets(all...).With(known...)
	c.Sent.Header = s.cleanHeader(c.Sent.Header)
	if _, err := url.Parse(c.Sent.URL); err == nil {
		c.Sent.URL = s.Address(c.Sent.URL)
	} else {
		c.Sent.URL = s.Text(c.Sent.URL)
	}
	s.cleanCaller(c)
	s.cleanChanged(c)
	s.cleanDelivery(c)
	if e := c.Sent.Encoded; e != nil {
		e.Fault = s.Text(e.Fault)
	}
	var stars int
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

// cleanCaller removes the secrets from what is recorded of the program: a key in the body may
// be there too.
func (s *Secrets) cleanCaller(c *wire.Capture) {
	if c.Caller != nil {
		c.Caller.UserAgent, c.Caller.Path = s.Text(c.Caller.UserAgent), s.Address(c.Caller.Path)
	}
}

// cleanChanged removes the secrets from what the program had sent.
func (s *Secrets) cleanChanged(c *wire.Capture) {
	if c.Changed == nil {
		return
	}
	body, stars := s.Bytes([]byte(c.Changed.Body))
	clean := *c.Changed
	clean.Body = string(body)
	c.Changed = &clean
	if c.Changed.URL != "" {
		c.Changed.URL = s.Address(c.Changed.URL)
	}
	c.Redacted += stars
}

// cleanDelivery removes the secrets from the message to the program: it may quote bytes of
// the server that repeat a key.
func (s *Secrets) cleanDelivery(c *wire.Capture) {
	if c.Delivery != nil {
		c.Delivery.Message = s.Text(c.Delivery.Message)
	}
}

// cleanHeader returns a header without the secrets; nil for none.
func (s *Secrets) cleanHeader(h http.Header) http.Header {
	if h == nil {
		return nil
	}
	clean, _ := s.Header(h)
	return clean
}

// overwrite overwrites the secrets in a body, whose chunks do not change.
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

// Credentials returns the values of a request's headers, parameters and body members that
// hold them, and keys in its path.
func Credentials(sent wire.Sent) []string {
	all := append(inHeader(sent.Header), inBody(sent.Body)...)
	for _, address := range append([]string{sent.URL}, sent.Header["Referer"]...) {
		all = append(all, InAddress(address)...)
	}
	return all
}

// inHeader returns the credentials in a header: its values that are one, also without the
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
	return withoutVariables(all)
}

// inProtocols returns the credentials among the subprotocols of a WebSocket. Browsers, which
// can set no other header, send them there after a name: openai-insecure-api-key.KEY.
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

// withoutVariables removes names of variables, as in a command.
func withoutVariables(values []string) []string {
	return slices.DeleteFunc(values, func(value string) bool { return strings.HasPrefix(value, "$") })
}

// InAddress returns the credentials of an address: its password, keys in its path, and the
// values of the parameters that hold them.
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
	return withoutVariables(all)
}

// cookies returns the values of cookies that may be secrets.
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

// inBody returns the credentials in a JSON body: the strings of members with the name of a
// secret, also in strings that hold JSON, such as a tool's arguments.
func inBody(body []byte) []string {
	var all []string
	document(body, 0, func(value string) { all = append(all, value) })
	return all
}

// document adds the credentials in a body or string that may be JSON.
func document(body []byte, depth int, add func(string)) {
	switch scan.KindOf(body) {
	case scan.Object, scan.Array, scan.String:
		if scan.Check(body) == nil {
			members(body, depth, add)
		}
	}
}

// maxSecretDepth limits how deep credentials are searched for: a program sets them near the
// top.
const maxSecretDepth = 12

func members(value []byte, depth int, add func(string)) {
	if depth == maxSecretDepth {
		return
	}
	switch scan.KindOf(value) {
	case scan.Object:
		for m := range scan.Members(value) {
			if wire.SecretName(m.Key) && scan.KindOf(m.Value) == scan.String {
				if text := scan.Text(m.Value); isSecretValue(text) {
					add(text)
				}
			}
			members(m.Value, depth+1, add)
		}
	case scan.Array:
		for _, element := range scan.Elements(value) {
			members(element, depth+1, add)
		}
	case scan.String:
		// A document may also begin with an escape: a line break, a quote.
		if at := scan.SkipSpace(value, 1); at < len(value) && strings.IndexByte(`{[\`, value[at]) >= 0 {
			document([]byte(scan.Text(value)), depth+1, add)
		}
	}
}

// minBodySecret is the shortest secret of a body in bytes: a shorter text may be anywhere in
// an answer.
const minBodySecret = 8

// isSecretValue reports whether the value of a member with a secret's name can be one: not
// the name of a variable, a masked word, or a sentence.
func isSecretValue(text string) bool {
	return len(text) >= minBodySecret && !strings.HasPrefix(text, "$") && strings.Trim(text, "*") != "" && !strings.ContainsAny(text, " \t\n")
}

// keyShape matches a key in an address by the prefixes that services use.
var keyShape = regexp.MustCompile(`\b(?:sk-|pk-|rk-|sk_|gsk_|ghp_|gho_|github_pat_|xai-|hf_|AIza|AKIA|xox[abp]-)[A-Za-z0-9_-]{12,}`)
