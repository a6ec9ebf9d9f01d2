package explain

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Failure explains the failure of an answered request. Two can be to blame for what is no
// fault of the request: the gateway, to which it was sent, and the provider, whom the
// gateway asked. It is named only if the answer identifies it.
func Failure(f wire.Failure, c Context) Explanation {
	status := cmp.Or(f.Status, statusOf(f))
	row := meaningOf(status)
	p := Explanation{Title: row.title, Meaning: row.meaning, Suggestions: row.advice}
	switch {
	case status == http.StatusForbidden, f.Guardrail:
		p = forbidden(f, c)
	case f.Status == http.StatusProxyAuthRequired:
		p = c.fill(p, wire.End{})
	case f.Status == http.StatusUnauthorized && c.asksBasic():
		p.Meaning = "The service requires a user and password (Basic auth), not a bearer key."
		p.Suggestions = otherAdvice(`set auth = "basic" in the profile and give user:password as its key`, "check the user and the password")
	case f.Status == http.StatusBadRequest && f.Document && strings.HasPrefix(c.BaseURL, "http://") && tlsWords.Match(f.Body):
		p = c.fill(portSpeaksTLS, wire.End{})
	case notFromGateway(f) && status >= 400:
		p = foreignError(f, status)
	case f.Status == http.StatusUnauthorized && c.Redirected != "":
		p.Meaning = "A rule sent the request to " + c.Redirected + " with the key of that profile, or without one if it has none, and the server does not accept that. The program's key was not sent."
		p.Suggestions = otherAdvice("check the key of the profile " + c.Redirected + ", to which the rule sends it")
	case f.Status == http.StatusUnauthorized && c.NoRequest:
	case f.Status == http.StatusUnauthorized && c.KeySent:
		p.Meaning = "The server does not accept the key that was sent."
	case f.Status == http.StatusUnauthorized:
		p.Meaning = "No key was sent."
	case status >= 200 && status < 300:
		p = notAResponse(f)
	case status >= 300 && status < 400:
		p = redirected(c)
	case status == 0:
		p = Explanation{
			Title:       "the request failed",
			Meaning:     "The gateway reported an error without a documented status.",
			Suggestions: []Advice{{Words: "read the message"}, resend},
		}
		if c.NoHead {
			p.Meaning = "The gateway reported an error. Its status is not known: the headers were not saved."
		}
	}
	if f.Status == 0 && !f.Document && c.HasOutput {
		p = failedInAnswer(p, status, c)
	}
	if c.Operation == rerank && row.rerank != nil {
		p.Suggestions = row.rerank
	}
	if c.Stream || c.Operation == rerank {
		p.Suggestions = withoutKinds(p.Suggestions, AsStream)
	}
	p.Title += code(f)
	p.Message = f.Message
	if f.Document && len(bytes.TrimSpace(f.Body)) == 0 {
		p.Message = "" // the words for an empty body are ours, and would be quoted as the gateway's
		if c.NoAnswer {
			p.Meaning += " The body of the answer was not recorded."
		} else {
			p.Meaning += " The body is empty."
		}
	}
	if f.Retry != nil { // the advice below names the delay
		p.Suggestions = withoutKinds(p.Suggestions, Resend, ResendLater)
	}
	p.Suggestions = append(specificHints(f, status, c), p.Suggestions...)
	return p
}

// tlsWords are the answers of Go, nginx and Apache to plain HTTP on a TLS port.
var tlsWords = regexp.MustCompile(`(?i)HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled`)

var basicScheme = regexp.MustCompile(`(?:^|,)\s*basic(?:\s|,|$)`)

// asksBasic reports whether the service asks for a user and a password only, and not for a
// bearer key (RFC 9110, section 11.6.1).
func (c Context) asksBasic() bool {
	asks := strings.ToLower(c.Challenge)
	return basicScheme.MatchString(asks) && !strings.Contains(asks, "bearer")
}

// failedInAnswer explains a failure inside an answer, which has no status.
func failedInAnswer(p Explanation, status int, c Context) Explanation {
	stored := " What arrived is stored."
	if c.NoRequest {
		stored = ""
	}
	switch {
	case status == 0, status == http.StatusInternalServerError:
		p.Title = "the answer ended with an error"
		p.Meaning = "An error arrived in the middle of the answer. Its code does not say whether the gateway or a provider failed." + stored
	case status == http.StatusBadGateway:
		p.Meaning = "The provider started to answer and failed before the end." + stored
	case stored != "":
		p.Meaning += " The answer had started; what arrived is stored."
	}
	return p
}

// notFromGateway reports whether an answer has a body that is not JSON, so that it does
// not come from the gateway.
func notFromGateway(f wire.Failure) bool {
	body := bytes.TrimSpace(f.Body)
	return f.Document && len(body) > 0 && scan.KindOf(body) != scan.Object
}

// foreignError explains an error from something before the gateway, such as a proxy or an
// edge network. Its status is not that of a provider.
func foreignError(f wire.Failure, status int) Explanation {
	p := Explanation{
		Title:       "a plain text response, not from the gateway",
		Meaning:     "The response does not come from the gateway but from a proxy, an edge network or another server. The gateway may not have seen the request.",
		Suggestions: otherAdvice("check the base URL, the proxy and the network"),
	}
	if isHTML(f) {
		p.Title = "an HTML page, not from the gateway"
	}
	if status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout {
		p.Suggestions = append([]Advice{resend}, p.Suggestions...)
	}
	return p
}

// isHTML reports whether the body is a web page.
func isHTML(f wire.Failure) bool {
	return f.Document && strings.HasPrefix(strings.TrimSpace(string(f.Body[:min(len(f.Body), 512)])), "<")
}

// code returns the code for the title: the status, or the service's word.
func code(f wire.Failure) string {
	if f.Status != 0 {
		return " (" + strconv.Itoa(f.Status) + ")"
	}
	word := cmp.Or(scan.AnyText(f.Code), f.Type)
	if word == "" || word == "error" {
		return ""
	}
	return " (" + named(word) + ")"
}

// specificHints returns suggestions specific to this failure, which come before those for
// its status.
func specificHints(f wire.Failure, status int, c Context) []Advice {
	var list []Advice
	add := func(words string) { list = append(list, Advice{Words: words}) }
	if base := withPrefix(f, status, c.BaseURL); base != "" {
		add("the base URL has no " + apiPrefix + ": try " + base)
	}
	switch {
	case f.Retry == nil:
	case c.WaitOver:
		list = append(list, Advice{WaitOver(f.Retry.AfterMS), Resend})
	case f.Retry.AfterMS <= 0:
		list = append(list, Advice{retryWords(*f.Retry, c.At), Resend})
	default:
		list = append(list, Advice{retryWords(*f.Retry, c.At), ResendLater})
	}
	switch {
	case status != http.StatusUnauthorized || c.NoRequest:
	case !c.KeySent:
		add(missingKey(c))
	case c.ConnectKeys != "":
		add(c.ConnectKeys + " changes the key of the connection")
	}
	if f.Param != "" {
		add("check the field " + named(f.Param))
	}
	return list
}

// missingKey returns how to give a connection its key. The variable goes only to an address
// that is named at the start, so it is never advised alone (CONTRACT, "The key belongs to
// an address").
func missingKey(c Context) string {
	switch {
	case c.ConnectKeys != "":
		return "no key was sent: set one for the connection with " + c.ConnectKeys
	case c.Profile != "":
		return fmt.Sprintf("%s has no key: set one on the connection screen (F7), or set GATEHOUSE_API_KEY and pass --profile %s", c.Profile, c.Profile)
	}
	return "no key was sent: set GATEHOUSE_API_KEY and name the address with --base-url or --profile, or give the profile a key"
}

// apiPrefix is the usual end of a base URL (document, Versioning).
const apiPrefix = "/api/v1"

// withPrefix returns a base URL that answers 404 or a web page with the prefix that it
// lacks; empty for any other. It is only suggested, never used.
func withPrefix(f wire.Failure, status int, base string) string {
	u, err := url.Parse(base)
	if base == "" || err != nil || len(f.Routing) > 0 || status != http.StatusNotFound && !isHTML(f) ||
		status == http.StatusUnauthorized || status == http.StatusProxyAuthRequired || tlsWords.Match(f.Body) ||
		!f.Document && scan.Text(scan.At(f.Body, "error", "message")) != "" { // the server knows this API and reports the fault
		return ""
	}
	path := strings.TrimRight(u.Path, "/")
	if strings.HasSuffix(path, apiPrefix) {
		return ""
	}
	// A part of the prefix may be there already: /api, or /v1 of a neighbour.
	u.Path = strings.TrimSuffix(strings.TrimSuffix(path, "/v1"), "/api") + apiPrefix
	return u.String()
}

// notAResponse explains a 2xx answer that is not one of this API.
func notAResponse(f wire.Failure) Explanation {
	kind := scan.KindOf(wire.TrimBOM(bytes.TrimSpace(f.Body)))
	switch isJSON := f.Document && (kind == scan.Object || kind == scan.Array); {
	case isJSON && noNumber.Match(f.Body):
		return Explanation{
			Title:       "the answer is not valid JSON",
			Meaning:     "The service wrote NaN or Infinity, which JSON does not allow.",
			Suggestions: otherAdvice("report it to the service operator: a score was not computed"),
		}
	case isJSON:
		return Explanation{
			Title:       "the answer is not valid JSON",
			Meaning:     "The service returned invalid JSON.",
			Suggestions: []Advice{resend, {Words: "report it to the service operator"}},
		}
	}
	return Explanation{
		Title:       "not a model gateway's response",
		Meaning:     "The address answers, but not with a response of this API.",
		Suggestions: checkBase,
	}
}

// noNumber finds the words that Python and others write for what is no number.
var noNumber = regexp.MustCompile(`[:\[,]\s*(?:NaN|-?Infinity)\s*[,\]}]`)

// redirected explains a redirect.
func redirected(c Context) Explanation {
	p := Explanation{
		Title:       "redirected",
		Meaning:     "The address redirects the request. Redirects are not followed, so that the key is not sent to another address.",
		Suggestions: checkBase,
	}
	base := redirectBase(c)
	switch {
	case base != "":
		p.Suggestions = otherAdvice("use " + base + " as the base URL, if you trust it with the key")
	case c.Location == "":
		p.Meaning += " It does not say where."
	default:
		p.Meaning += " Its target is not a usable address."
	}
	return p
}

// redirectBase returns the base URL for a Location; empty for none. It is pure ASCII: what
// could steer a terminal is percent-encoded. User name, query and fragment are left out,
// since they may hold secrets and are not part of a base URL.
func redirectBase(c Context) string {
	to, err := url.Parse(strings.TrimSpace(c.Location))
	if err != nil || c.Location == "" {
		return ""
	}
	if from, err := url.Parse(strings.TrimSuffix(c.BaseURL, "/") + "/responses"); err == nil {
		to = from.ResolveReference(to)
	}
	if to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return ""
	}
	path := strings.TrimSuffix(strings.TrimSuffix(to.Path, "/"), "/responses")
	plain := url.URL{Scheme: to.Scheme, Host: to.Host, Path: path}
	const maxAddress = 300 // bytes, in a sentence
	if base := plain.String(); len(base) <= maxAddress {
		return base
	}
	return ""
}
