package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestEndsNameWhatFailed: the proxy where it was the proxy, the port where it speaks
// another protocol, and no server that is down if it closed a reused connection.
func TestEndsNameWhatFailed(t *testing.T) {
	const secure = "https://gw.test/api/v1"
	for name, c := range map[string]struct {
		base              string
		end               wire.End
		title, says, tips string
	}{
		"refused": {base, wire.End{Cause: wire.EndConnect, Detail: wire.DetailRefused}, "connection refused", "The connection to " + base + " was refused", "check that the server is running"},
		"proxy down": {"http://gw.test/api/v1", wire.End{Cause: wire.EndConnect, Detail: wire.DetailRefused, Proxy: "127.0.0.1:3128"},
			"the proxy refused the connection", "go through the proxy 127.0.0.1:3128. Most likely, nothing is listening there.", "that HTTP_PROXY is right|add gw.test to NO_PROXY"},
		"proxy unknown":        {secure, wire.End{Cause: wire.EndDNS, Proxy: "prox:3128"}, "no connection to the proxy", "prox:3128, whose name", "check HTTPS_PROXY for a mistyped name"},
		"proxy credentials":    {secure, wire.End{Cause: wire.EndConnect, Detail: wire.DetailProxyAuth, Proxy: "prox:3128"}, "the proxy requires credentials (407)", "The proxy prox:3128 requires a valid user and password", "HTTPS_PROXY: http://user:pass@proxy works"},
		"proxy forbids":        {secure, wire.End{Cause: wire.EndConnect, Detail: wire.DetailProxyWrong, Proxy: "prox:3128"}, "the proxy refused the request", "refused to open a tunnel", "ask the proxy's operator"},
		"proxy without a host": {"http://gw.test/x", wire.End{Cause: wire.EndConnect, Detail: wire.DetailProxyNone}, "the proxy's address cannot be used", "HTTP_PROXY contains no host", "write HTTP_PROXY as http://host:port, or unset it"},
		"hung up":              {"http://gw.test:8443/v1", wire.End{Cause: wire.EndConnect, Detail: wire.DetailHungUp}, "the server closed the connection", "without sending a byte", "the port may speak TLS: try https://gw.test:8443/v1"},
		"not sent":             {base, wire.End{Cause: wire.EndConnect, Detail: wire.DetailUnsent}, "not sent", "nothing was sent", "F7 chooses another connection"},
		"kept connection":      {base, wire.End{Cause: wire.EndConnect, Detail: wire.DetailReused}, "the server closed the connection", "reused from an earlier request", "send the same request again"},
		"not TLS":              {secure, wire.End{Cause: wire.EndTLS, Detail: wire.DetailNotTLS}, "the port does not speak TLS", "as a port for plain HTTP does", "use http://gw.test/api/v1 as the base URL"},
		"own authority":        {secure, wire.End{Cause: wire.EndTLS, Detail: wire.DetailAuthority}, "the certificate is not trusted", "is self-signed, or signed by an authority that this machine does not trust", "name it as ca_file in the profile"},
		"another host":         {secure, wire.End{Cause: wire.EndTLS, Detail: wire.DetailOtherHost}, "the certificate is for another host", "does not name this host", "a host that the certificate names"},
		"expired":              {secure, wire.End{Cause: wire.EndTLS, Detail: wire.DetailExpired}, "the certificate is not valid now", "has expired or is not valid yet", "check the clock"},
		"TLS":                  {base, wire.End{Cause: wire.EndConnect, Detail: wire.DetailTLS}, "the port speaks TLS", "accepts only TLS", "use https://127.0.0.1:8080/api/v1 as the base URL"},
	} {
		p := End(c.end, false, Context{BaseURL: c.base, ConnectKeys: "F7"})
		tips := strings.Join(p.SuggestionTexts(), "|")
		if p.Title != c.title || !strings.Contains(p.Meaning, c.says) || !strings.Contains(tips, c.tips) {
			t.Errorf("%s: %+v", name, p)
		}
		if name != "refused" && name != "hung up" && strings.Contains(tips, "the server is running") {
			t.Errorf("%s blames the server: %q", name, tips)
		}
	}
}

// TestInvalidJSONIsNotTheBaseURLsFault: NaN in a score, a comma too many.
func TestInvalidJSONIsNotTheBaseURLsFault(t *testing.T) {
	for body, want := range map[string]string{
		`{"results":[{"index":0,"relevance_score":NaN}]}`:       "NaN or Infinity",
		`[{"index":0,"score":-Infinity},{"index":1,"score":1}]`: "NaN or Infinity",
		`{"results":[{"index":0,"relevance_score":0.5,}]}`:      "returned invalid JSON",
	} {
		x := state.NewRerank("x", []byte(`{"model":"m"}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
		p, _ := Exchange(x, Context{BaseURL: base})
		if p.Title != "the answer is not valid JSON (200)" || !strings.Contains(p.Meaning, want) || !strings.Contains(p.Message, "line 1, column") || strings.Contains(strings.Join(p.SuggestionTexts(), "|"), "base URL") {
			t.Errorf("%s: %+v", body, p)
		}
	}
}

// TestUnsupportedEncodingIsNamed: a repeat would not help.
func TestUnsupportedEncodingIsNamed(t *testing.T) {
	for _, stream := range []bool{true, false} {
		x := state.NewExchange("x", []byte(`{"model":"m"}`))
		head := wire.Arrival{Kind: wire.ArrivedHead, Stream: stream, Head: &wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"lzma"}}}}
		end := wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte("\x5d\x00\x80")}
		if stream {
			x.Apply(head, wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameTorn, Data: end.Body}}, end)
		} else {
			x.Apply(head, end)
		}
		p, ok := Exchange(x, Context{BaseURL: base})
		if !ok || !strings.HasPrefix(p.Title, "the response uses an unsupported encoding") || !strings.Contains(p.Meaning, "lzma") || p.Advises(Resend) {
			t.Errorf("stream %v: %+v", stream, p)
		}
	}
}

// answered explains an answer outside 2xx with header fields.
func answered(t *testing.T, base string, status int, body string, header http.Header) Explanation {
	t.Helper()
	x := state.NewExchange("x", []byte(`{"model":"m"}`))
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: status, Header: header}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
	p, ok := Exchange(x, Context{BaseURL: base, KeySent: true})
	if !ok {
		t.Fatal("nothing is explained")
	}
	return p
}

// TestAnswersNotFromTheGateway: a proxy in between reports by its status and words what is
// wrong; neither is an unknown page.
func TestAnswersNotFromTheGateway(t *testing.T) {
	const plain = "http://gw.test/v1"
	basic := http.Header{"Www-Authenticate": {`Basic realm="gw"`}}
	for name, c := range map[string]struct {
		status      int
		body        string
		header      http.Header
		title, tips string
	}{
		"407 as HTML":   {407, "<title>Proxy Authentication Required</title>", nil, "the proxy requires credentials (407)", "HTTP_PROXY (or into proxy in the profile): http://user:pass@proxy works"},
		"Go's TLS port": {400, "Client sent an HTTP request to an HTTPS server.\n", nil, "the port speaks TLS (400)", "use https://gw.test/v1 as the base URL"},
		"nginx' port":   {400, "<title>400 The plain HTTP request was sent to HTTPS port</title>", nil, "the port speaks TLS (400)", "use https://gw.test/v1 as the base URL"},
		"basic":         {401, "<title>401 Authorization Required</title>", basic, "not authenticated (401)", `set auth = "basic"`},
		"basic, JSON":   {401, `{"error":{"code":401,"message":"no"}}`, basic, "not authenticated (401)", `set auth = "basic"`},
		"basic, bearer": {401, `{"error":{"code":401,"message":"no"}}`, http.Header{"Www-Authenticate": {"Basic", "Bearer"}}, "not authenticated (401)", "check the key"},
		"bearer":        {401, `{"error":{"code":401,"message":"no"}}`, http.Header{"Www-Authenticate": {`Bearer realm="basic"`}}, "not authenticated (401)", "check the key"},
	} {
		p := answered(t, plain, c.status, c.body, c.header)
		if p.Title != c.title || !strings.Contains(p.SuggestionTexts()[0], c.tips) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestARefusedKeyAfterARedirect is that of the other target, not the program's.
func TestARefusedKeyAfterARedirect(t *testing.T) {
	f := wire.Failure{Status: 401, Document: true, Body: []byte(`{"error":{"code":401,"message":"no"}}`)}
	p := Failure(f, Context{Redirected: "other", KeySent: true})
	if !strings.Contains(p.Meaning, "The program's key was not sent") || !strings.Contains(p.SuggestionTexts()[0], "the key of the profile other") {
		t.Errorf("%+v", p)
	}
}
