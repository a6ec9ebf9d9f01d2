// Package explain describes what an exchange means in words that a user can act on: why it
// failed or ended early, the message of the gateway and what to try next, what the stages of the
// route did, what guardrails found, and which change of the request may succeed. Statuses
// have the meanings of the API document, "Errors"; others those of wire-notes §7.
package explain

import (
	"bytes"
	"cmp"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Explanation explains why there is no complete answer.
type Explanation struct {
	Title       string   // a few words and the code: "rate limited (429)"
	Meaning     string   // one sentence
	Message     string   // the gateway's or the transport's message; may be empty
	Suggestions []Advice // what to do next, the best first
}

// Advice is something to try next.
type Advice struct {
	Words string
	Kind  AdviceKind
}

// AdviceKind is what advice is for, where something depends on it.
type AdviceKind uint8

const (
	Other       AdviceKind = iota
	Resend                 // send the same request again
	ResendLater            // send the same request again after a while
	EditText               // send it again with other text
	AsStream               // send it again as a stream
	OtherModel             // choose another model
	CheckSlug              // check the spelling of the model
)

// Advice that several failures share.
var (
	resend      = Advice{"send the same request again", Resend}
	resendLater = Advice{"wait, then send it again", ResendLater}
	editText    = Advice{"edit the text and send it again", EditText}
	otherModel  = Advice{"choose another model", OtherModel}
	checkSlug   = Advice{"check the model's slug", CheckSlug}
)

// otherAdvice makes advice of the kind Other.
func otherAdvice(words ...string) []Advice {
	list := make([]Advice, len(words))
	for i, w := range words {
		list[i].Words = w
	}
	return list
}

// SuggestionTexts returns the texts of the suggestions.
func (p Explanation) SuggestionTexts() []string {
	words := make([]string, len(p.Suggestions))
	for i, a := range p.Suggestions {
		words[i] = a.Words
	}
	return words
}

// Advises reports whether there is a suggestion of a kind.
func (p Explanation) Advises(kind AdviceKind) bool {
	return slices.ContainsFunc(p.Suggestions, func(a Advice) bool { return a.Kind == kind })
}

// withoutKinds leaves out advice of some kinds.
func withoutKinds(list []Advice, kinds ...AdviceKind) []Advice {
	return slices.DeleteFunc(slices.Clone(list), func(a Advice) bool { return slices.Contains(kinds, a.Kind) })
}

// Context is what is known about the request besides its answer.
type Context struct {
	BaseURL     string // to which /responses was appended
	KeySent     bool   // the request carried a key
	Profile     string // whose address it is; empty: of none, or not known
	Redirected  string // the target to which a rule of the proxy sent the request, with its key alone; empty: none
	WaitOver    bool   // the service's waiting time has passed
	Operation   string // method and path below the base URL; empty: POST /responses; Exchange recognizes a rerank itself
	RouteKeys   string // the keys that show the route; empty for none
	GuardsKeys  string // the keys that show the guardrails
	ModelsKeys  string // the keys for choosing another model; empty for none
	ConnectKeys string // the keys of the connections; empty for none
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

// Explain explains why there is no complete answer; ok is false where that needs no words.
func Explain(x *state.Exchange, c Context) (p Explanation, ok bool) {
	if p, ok = Exchange(x, c); !ok {
		p, ok = Incomplete(x, c)
	}
	return p, ok
}

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
	c = c.foreign(x)
	switch {
	case x.Verdict == state.Unknown:
		return unknownOutcome(x), true
	case x.Verdict != state.Failed && x.Verdict != state.Truncated:
		return Explanation{}, false
	case x.Made != "" && x.Failure != nil:
		p = Explanation{Title: "answered " + x.Made, Meaning: "The request was not sent: the program got this answer in the proxy.", Message: x.Failure.Message}
	case x.Undecoded != "":
		p = Explanation{
			Title:       "the response uses an unsupported encoding",
			Meaning:     "It was encoded as " + named(x.Undecoded) + ", although identity was requested. The bytes are stored as received.",
			Suggestions: otherAdvice("ask the operator of the service or of the proxy to send identity, gzip, br, deflate or zstd"),
		}
	case x.Verdict == state.Failed && answered && x.Failure != nil:
		r := readRefusal(x)
		p = r.withMore(r.notFound(r.failedProvider(Failure(*x.Failure, c))), c)
	case x.Verdict == state.Failed && answered:
		p = Explanation{
			Title:       "the response failed",
			Meaning:     "The gateway ended the response before it was complete and reported no error. What arrived is stored.",
			Suggestions: []Advice{resend, otherModel},
		}
		if x.Reason == "cancelled" {
			p.Title = "cancelled by the service"
		}
	case x.NoBody && x.End.Cause == wire.EndClean:
		p = Explanation{Title: "empty response", Meaning: "Headers were received, but no body.", Suggestions: []Advice{resend}}
	case x.End != nil:
		if c.NoRequest {
			c.BaseURL = "" // it went to an address that is not known
		}
		p = End(*x.End, answered, c)
	default:
		return Explanation{}, false
	}
	if c.NoRequest { // what is saved does not hold it
		p.Suggestions = withoutKinds(p.Suggestions, Resend, ResendLater, EditText, AsStream)
	}
	p.Suggestions = c.withModelKeys(x, simulated(x, p, c))
	return p, true
}

// unknownOutcome explains an exchange that was imported without its answer.
func unknownOutcome(x *state.Exchange) Explanation {
	p := Explanation{Title: "only the request is known", Meaning: "Nothing is known of an answer."}
	if x.Head != nil {
		p.Title = "the answer was not recorded"
		p.Meaning = "What happened after the headers is not known."
		p.Suggestions = otherAdvice("record it with gatehouse proxy: browsers store no body of an event stream")
	}
	if x.End != nil && x.End.Message != "" {
		words := x.End.Message
		p.Meaning = strings.ToUpper(words[:1]) + words[1:] + ". " + p.Meaning
	}
	return p
}

// foreign omits what can be done only about requests of gatehouse, for one that another
// program sent.
func (c Context) foreign(x *state.Exchange) Context {
	if !x.Kind().IsNative() {
		c.ModelsKeys, c.ConnectKeys, c.Chat = "", "", ""
		c.Operation = cmp.Or(x.Kind().Operation(), c.Operation)
	}
	return c
}

// withModelKeys adds the keys for choosing another model to that advice, except for a
// saved response and a rerank, where they do nothing.
func (c Context) withModelKeys(x *state.Exchange, list []Advice) []Advice {
	if c.ModelsKeys == "" || !x.Known.Request || x.IsRerank() {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		if list[i].Kind == OtherModel {
			list[i].Words += " with " + c.ModelsKeys
		}
	}
	return list
}

// simulated returns the suggestions for a failure, and says that a model of the local
// gateway exists to fail: others are for failures that were not asked for. A service
// elsewhere may have a model of that name.
func simulated(x *state.Exchange, p Explanation, c Context) []Advice {
	const faults = "fault/" // of the local gateway's catalogue
	f := x.Failure
	if !strings.HasPrefix(x.RequestModel, faults) || !c.loopback() ||
		f != nil && f.Status == http.StatusNotFound && x.RequestModel != faults+"404" { // there is no such model
		return p.Suggestions
	}
	staged := strings.Contains(p.Message, x.RequestModel) || f != nil && f.Document && bytes.Contains(f.Body, []byte(x.RequestModel))
	if x.Verdict == state.Truncated {
		staged = slices.Contains([]string{"fault/cut", "fault/reset", "fault/stall"}, x.RequestModel)
	}
	if !staged {
		return p.Suggestions
	}
	rest := withoutKinds(p.Suggestions, OtherModel)
	if c.Operation == rerank { // a repeat costs again and fails again
		rest = withoutKinds(rest, Resend, ResendLater)
	}
	return append([]Advice{{named(x.RequestModel) + " fails on purpose: choose another model", OtherModel}}, rest...)
}

// loopback reports whether the request went to this machine, as to the local gateway.
func (c Context) loopback() bool {
	u, err := url.Parse(c.BaseURL)
	return err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())
}
