// Package explain explains a failure in words that a person can act on: what
// happened, what it means, what the gateway said and what to try next. Statuses
// have the meanings of the API document, "Errors"; others those of wire-notes §7.
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
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Explanation explains a failure.
type Explanation struct {
	Title       string   // a few words and the code: "rate limited (429)"
	Meaning     string   // one sentence
	Message     string   // the gateway's or the transport's message; may be empty
	Suggestions []Advice // what to do next, the best first
}

// Context is what is known about the request besides its answer.
type Context struct {
	BaseURL     string // to which /responses was appended
	KeySent     bool   // the request carried a key
	Profile     string // whose address it is; empty: of none, or not known
	WaitOver    bool   // the service's waiting time has passed
	Operation   string // method and path below the base URL; empty: POST /responses; Exchange recognizes a rerank itself
	RouteKeys   string // the keys that open the page of the route; empty for none
	GuardsKeys  string // the keys that open the page of the guardrails
	ModelsKeys  string // the keys for choosing another model; empty for none
	ConnectKeys string // the keys of the connections; empty for none
	Command     bool   // shown by a one-shot command, which remembers nothing for the next request
	Chat        string // how to write and send a message from here: "and press enter"

	// Of the exchange, which Exchange reads itself.
	Stream    bool      // the request asked for a stream
	HasOutput bool      // something of the answer arrived
	Location  string    // the target of a redirect
	Challenge string    // WWW-Authenticate: the authentication that the service wants
	At        time.Time // arrival of the answer
	NoRequest bool      // nothing is known of the request: a file holds only the answer
	MaybeCut  bool      // the rest of the answer may be missing: see state.Known
	Document  bool      // it is not a stream, and so has no events
	StopsAt   string    // where a document that was cut short stops
	NoAnswer  bool      // the body of the answer is not known
	NoHead    bool      // it is the saved body of an error, whose status was in the head
}

// rerank is the operation of a rerank.
const rerank = "POST /rerank"

// Exchange explains how an exchange failed or broke off; ok is false for every other
// verdict.
func Exchange(x *state.Exchange, c Context) (p Explanation, ok bool) {
	if x.Head != nil {
		c.Location, c.At = x.Head.Header.Get("Location"), x.Head.At
		c.Challenge = strings.Join(x.Head.Header.Values("Www-Authenticate"), ", ")
	}
	c.Stream = x.AsksStream()
	c.HasOutput = x.HasOutput()
	c.NoRequest, c.NoAnswer, c.MaybeCut = !x.Known.Request, !x.Known.Answer, !x.Known.End
	c.NoHead = c.MaybeCut && x.Head == nil && !x.Stream && x.Response == nil
	answered := x.Head != nil || c.MaybeCut
	c.Document, c.StopsAt = answered && !x.Stream, x.StopsAt
	if x.IsRerank() {
		c.Operation = rerank
	}
	c = foreign(x, c)
	switch {
	case x.Verdict == state.Unknown:
		return unknownOutcome(x), true
	case x.Verdict != state.Failed && x.Verdict != state.Truncated:
		return Explanation{}, false
	case x.Undecoded != "":
		p = undecodedBody(x)
	case x.Verdict == state.Failed && answered && x.Failure != nil:
		p = withMorePage(x, notFound(x, failedProvider(x, Failure(*x.Failure, c))), c)
	case x.Verdict == state.Failed && answered:
		p = failedResponse(x)
	case x.NoBody && x.End.Cause == wire.EndClean:
		p = Explanation{Title: "empty response", Meaning: "Headers were received, but no body.", Suggestions: []Advice{resendAdvice()}}
	case x.End != nil:
		if c.NoRequest {
			c.BaseURL = "" // it went to an address that is not known
		}
		p = End(*x.End, answered, c)
	default:
		return Explanation{}, false
	}
	if c.NoRequest {
		p.Suggestions = withoutResend(p.Suggestions)
	}
	p = simulatedHint(x, p, c)
	p.Suggestions = withModelKeys(x, p.Suggestions, c)
	return p, true
}

// unknownOutcome explains an exchange that was imported without its answer.
func unknownOutcome(x *state.Exchange) Explanation {
	p := Explanation{Title: "only the request is known", Meaning: "Nothing is known of an answer."}
	if x.Head != nil {
		p.Title = "the answer was not recorded"
		p.Meaning = "What happened after the headers is not known."
		p.Suggestions = otherAdvice("record it with gatehouse proxy: browsers keep no body of an event stream")
	}
	if x.End != nil && x.End.Message != "" {
		words := x.End.Message
		p.Meaning = strings.ToUpper(words[:1]) + words[1:] + ". " + p.Meaning
	}
	return p
}

// foreign leaves out what can be done here about our own requests only: another program sent
// this one.
func foreign(x *state.Exchange, c Context) Context {
	if x.Kind().IsOwn() {
		return c
	}
	c.ModelsKeys, c.ConnectKeys, c.Chat = "", "", ""
	c.Operation = cmp.Or(x.Kind().Operation(), c.Operation)
	return c
}

// failedResponse explains a response that failed without a reason.
func failedResponse(x *state.Exchange) Explanation {
	title := "the response failed"
	if x.Reason == "cancelled" {
		title = "cancelled by the service"
	}
	return Explanation{
		Title:       title,
		Meaning:     "The gateway ended the response before it was complete and reported no error. What arrived is kept.",
		Suggestions: []Advice{resendAdvice(), otherModelAdvice()},
	}
}

// Failure explains the failure of an answered request.
func Failure(f wire.Failure, c Context) Explanation {
	status := f.Status
	if status == 0 {
		status = statusOf(f)
	}
	p := statusExplanation(status)
	switch {
	case status == http.StatusForbidden, f.Guardrail:
		p = forbidden(f, c)
	case f.Status == http.StatusProxyAuthRequired:
		p = proxyAuthRequired(proxySetting(wire.End{}, c)+" (or into proxy in the profile)", proxyBypassHint(wire.End{}, c))
	case f.Status == http.StatusUnauthorized && c.asksBasic():
		p = basicAsked()
	case f.Status == http.StatusBadRequest && f.Document && strings.HasPrefix(c.BaseURL, "http://") && tlsWords.Match(f.Body):
		p = plainToTLS(c.BaseURL, c)
	case notFromGateway(f) && status >= 400:
		p = foreignError(f, status)
	case f.Status == http.StatusUnauthorized && !c.NoRequest:
		p.Meaning = keyMeaning(c.KeySent)
	case status >= 200 && status < 300:
		p = noResponse(f)
	case status >= 300 && status < 400:
		p = redirected(c)
	case status == 0:
		p = Explanation{
			Title:       "the request failed",
			Meaning:     "The gateway reported an error without a documented status.",
			Suggestions: []Advice{{Words: "read the message"}, resendAdvice()},
		}
		if c.NoHead {
			p.Meaning = "The gateway reported an error. Its status is not known: the headers were not saved."
		}
	}
	if f.Status == 0 && !f.Document {
		p = failedInAnswer(p, status, c)
	}
	if c.Operation == rerank {
		p.Suggestions = rerankSuggestions(status, p.Suggestions)
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
	if f.Retry != nil { // it is said how long, below
		p.Suggestions = withoutKinds(p.Suggestions, Resend, ResendLater)
	}
	p.Suggestions = append(specificHints(f, status, c), p.Suggestions...)
	return p
}

// notFromGateway reports whether an answer has a body that is not JSON, so that it does
// not come from the gateway.
func notFromGateway(f wire.Failure) bool {
	body := bytes.TrimSpace(f.Body)
	return f.Document && len(body) > 0 && scan.KindOf(body) != scan.Object
}

// foreignError explains an error from something before the gateway, such as a proxy or an
// edge network. Its status says nothing about a provider.
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
		p.Suggestions = append([]Advice{resendAdvice()}, p.Suggestions...)
	}
	return p
}

// isHTML reports whether the body is a web page.
func isHTML(f wire.Failure) bool {
	return f.Document && strings.HasPrefix(strings.TrimSpace(string(f.Body[:min(len(f.Body), 512)])), "<")
}

// rerankSuggestions returns suggestions for a request to POST /rerank where they differ
// from those for /responses.
func rerankSuggestions(status int, try []Advice) []Advice {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return otherAdvice("send fewer or shorter documents")
	case http.StatusNotFound:
		return otherAdvice("choose another rerank model", "check the model's slug")
	}
	return try
}

// code returns the code for the title: the status, or the service's word.
func code(f wire.Failure) string {
	word := strings.Trim(string(f.Code), `"`)
	switch {
	case f.Status != 0:
		return " (" + strconv.Itoa(f.Status) + ")"
	case word == "" || word == "null":
		word = f.Type
	}
	if word == "" || word == "error" {
		return ""
	}
	return " (" + named(word) + ")"
}

// specificHints returns suggestions specific to this failure, which come before those for
// its status.
func specificHints(f wire.Failure, status int, c Context) []Advice {
	var list []Advice
	if hint := prefixHint(f, status, c.BaseURL); hint != "" {
		list = append(list, otherAdvice(hint)...)
	}
	switch {
	case f.Retry != nil && c.WaitOver:
		list = append(list, Advice{WaitOver(f.Retry.AfterMS), Resend})
	case f.Retry != nil:
		list = append(list, Advice{RetryWords(*f.Retry, c.At), retryKind(*f.Retry)})
	}
	switch {
	case status != http.StatusUnauthorized || c.NoRequest:
	case !c.KeySent:
		list = append(list, otherAdvice(missingKey(c))...)
	case c.ConnectKeys != "":
		list = append(list, otherAdvice(c.ConnectKeys+" changes the key of the connection")...)
	}
	if f.Param != "" {
		list = append(list, otherAdvice("check the field "+named(f.Param))...)
	}
	return list
}

// missingKey says how to give a connection its key. The variable goes only to an address
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

// isAPIError reports whether a failure's body is the API's error object: then the server
// at the address knows this API and says itself what is wrong.
func isAPIError(f wire.Failure) bool {
	inner := scan.Get(f.Body, "error")
	return !f.Document && scan.KindOf(inner) == scan.Object && scan.Text(scan.Get(inner, "message")) != ""
}

// apiPrefix is the usual end of a base URL (document, Versioning).
const apiPrefix = "/api/v1"

// prefixHint suggests the prefix for a base URL without it that answers 404 or a web page.
// It is only suggested, never used.
func prefixHint(f wire.Failure, status int, base string) string {
	u, err := url.Parse(base)
	if base == "" || err != nil || len(f.Routing) > 0 || status != http.StatusNotFound && !isHTML(f) ||
		status == http.StatusUnauthorized || status == http.StatusProxyAuthRequired || isAPIError(f) || tlsWords.Match(f.Body) {
		return ""
	}
	path := strings.TrimRight(u.Path, "/")
	if strings.HasSuffix(path, apiPrefix) {
		return ""
	}
	// A part of the prefix may be there already: /api, or /v1 of a neighbour.
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/v1"), "/api")
	u.Path = path + apiPrefix
	return "the base URL has no " + apiPrefix + ": try " + u.String()
}

// noResponse explains a 2xx answer that is not one of this API.
func noResponse(f wire.Failure) Explanation {
	if kind := scan.KindOf(wire.TrimBOM(bytes.TrimSpace(f.Body))); f.Document && (kind == scan.Object || kind == scan.Array) {
		p := Explanation{
			Title:       "the answer is not valid JSON",
			Meaning:     "The service returned invalid JSON.",
			Suggestions: []Advice{resendAdvice(), {Words: "report it to the service operator"}},
		}
		if noNumber.Match(f.Body) {
			p.Meaning = "The service wrote NaN or Infinity, which JSON does not allow."
			p.Suggestions = otherAdvice("report it to the service operator: a score was not computed")
		}
		return p
	}
	return Explanation{
		Title:       "not a model gateway's response",
		Meaning:     "The address answers, but not with a response of this API.",
		Suggestions: otherAdvice("check the base URL"),
	}
}

// noNumber finds the words that Python and others write for what is no number.
var noNumber = regexp.MustCompile(`[:\[,]\s*(?:NaN|-?Infinity)\s*[,\]}]`)

// undecodedBody explains an answer whose encoding cannot be decoded.
func undecodedBody(x *state.Exchange) Explanation {
	return Explanation{
		Title:       "the response uses an unsupported encoding",
		Meaning:     "It was encoded as " + named(x.Undecoded) + ", although identity was requested. The bytes are kept as received.",
		Suggestions: otherAdvice("ask the operator of the service or of the proxy to send identity, gzip, br, deflate or zstd"),
	}
}
