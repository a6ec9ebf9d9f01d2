package proxy

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// redirect sends a request to another target, with that target's credentials and none of the program's: fields
// and parameters that hold or repeat one are left out, in the body they are overwritten. The error is why
// that is not possible.
func (x *forwardedExchange) redirect(out *http.Request, t Target, asked []byte, body *[]byte) error {
	base, err := t.base()
	if err != nil {
		return err
	}
	path := x.r.URL.EscapedPath()
	if x.target.Name != "" {
		path = strings.TrimPrefix(path, "/"+x.target.Name)
	}
	if strings.HasSuffix(base.Path, "/v1") && strings.HasPrefix(path, "/v1/") {
		path = path[len("/v1"):] // programs differ in what they append to a base URL
	}
	secrets := x.credentials(asked, *body)
	query := withoutCredentials(x.r.URL.RawQuery, secrets)
	to, err := under(base, path, query)
	if err != nil {
		return err
	}
	plain := &url.URL{Scheme: "http", Host: "h", Path: to.Path}
	if secrets.Text(path) != path || secrets.URL(plain) != plain.String() {
		return errors.New("the path holds a credential of the program, which no other address may get; let the program send it in a header field")
	}
	for name, values := range out.Header {
		one := http.Header{name: values}
		if clean, _ := secrets.Header(one); wire.Credential(name) || len(values) > 0 && !reflect.DeepEqual(clean, one) {
			out.Header.Del(name)
		}
	}
	*body, _ = secrets.Bytes(*body)
	if t.Credentials != nil {
		t.Credentials(out.Header)
	}
	out.URL, out.Host, out.Trailer, x.target = to, to.Host, nil, t
	return nil
}

// credentials returns those of the program in its request, whose body it asked with, and those in a body.
func (x *forwardedExchange) credentials(asked, body []byte) *capture.Secrets {
	all := capture.Credentials(wire.Sent{URL: x.r.URL.String(), Header: x.r.Header, Body: asked})
	return capture.NewSecrets(append(all, capture.Credentials(wire.Sent{Body: body})...)...)
}

// withoutCredentials returns a query without the parameters that hold or repeat a credential, the others as
// they are spelled.
func withoutCredentials(query string, secrets *capture.Secrets) string {
	var kept []string
	for one := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(one, "=")
		plain, err := url.QueryUnescape(name)
		text, wrong := url.QueryUnescape(value)
		if err == nil && wrong == nil && !wire.Credential(plain) && secrets.Text(plain+text) == plain+text {
			kept = append(kept, one)
		}
	}
	return strings.Join(kept, "&")
}
