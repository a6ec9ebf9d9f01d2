// Package state folds the arrivals of an exchange into its items, texts, verdict and
// warnings. The request side is in state/request/talk. It uses no goroutine, no clock and no IO.
package state

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/lint"
)

// Exchange is the state of one exchange, folded from its arrivals. Folding gives the same
// state in batches of any size, live or from a stored capture.
type Exchange struct {
	ID           string
	Request      []byte // the body that was sent
	RequestModel string // the model named in the request; empty for none
	Chain        string // who is asked to answer: see the function Chain

	Known   Known // which facts besides the answer are known
	Head    *wire.Head
	Waits   bool    // until it ends, the request waits in the proxy for the user
	Made    string  // whose answer the program got in the proxy, while nothing was sent; empty: the gateway's
	Stream  bool    // the answer is an event stream
	Items   []*Item // by output_index, then by arrival
	Verdict Verdict
	Reason  string // why it is incomplete or failed, in the service's word
	Failure *wire.Failure
	End     *wire.End
	Timing  wire.Timing
	NoBody  bool   // it ended, is not a stream, and no body followed the head
	StopsAt string // of a document that was cut short: where it stops, and inside what

	Undecoded string // the body's encoding where it cannot be decoded; else empty

	Redacted int   // bytes of known secrets that were replaced by '*', sent and received
	Dropped  int64 // bytes that arrived, or were announced, but were not stored

	Warnings   []Warning
	Response   json.RawMessage   // the terminal event's response or the document, byte for byte
	TooDeep    bool              // Response lacks members that nest deeper than is read
	InProgress json.RawMessage   // the last response before Response, from an event like response.created
	ResponseID string            // the response's id as last seen, so that drawing it reads no large document
	Routing    json.RawMessage   // routing metadata of a result or an error, whatever <word>_metadata it was named
	Usage      json.RawMessage   // as received
	Debug      []json.RawMessage // the debug member of each response.debug event, one per attempted provider
	Model      string            // the model that answered, as the response says
	Ranking    *wire.Rerank      // the result of POST /rerank; nil before it arrives and for other requests
	Status     string            // response.status as last seen
	Tier       string            // the response's service_tier as last seen
	Provider   string            // of another API: the provider that its answer names
	UsageBegun bool              // Usage is what the answer began with: its output tokens are not all, nor is a cost
	Finish     string            // of another API: its finish_reason or stop_reason
	ErrorType  string            // error_type of the response; a completed one may have it too

	CreatedAt, CompletedAt json.RawMessage // of the response, in seconds of Unix time as received; nil before

	Frames   int  // event-stream frames so far, comments included
	DoneSeen bool // the sentinel [DONE] arrived

	FirstDeltaUS  int64  // arrival of the first non-empty delta; -1 before it
	firstDelta    string // its type
	FirstTextUS   int64  // arrival of the first output text or refusal; -1 before it
	FirstAnswerUS int64  // arrival of the first delta that is no reasoning; -1 before it
	LastDeltaUS   int64
	DeltaBytes    int64      // of all deltas: the basis of the token estimate before usage
	TextBytes     int64      // bytes of all texts, counted once the exchange has ended
	TokenRatio    TokenRatio // of the complete answer, for an exchange that was folded again up to a frame
	Pace          Pace       // of DeltaBytes over time
	Silences      Silences   // of an event stream so far
	Version       uint64     // raised by every change

	// Replaced counts the items whose streamed text or input was replaced by a different one
	// at its end. Text that only missing deltas would have written does not count: see
	// CheckDeltas.
	Replaced int

	FrameList frames.List // what a list of the frames shows of each; it has Frames entries

	wantsStream   bool                   // the request asked for a stream
	kind          Kind                   // what the request asks for
	foreign       answers.Reader         // reads the answer of another API; nil for native and for unread ones
	framed        answers.Read           // what it read from the frame that is being folded
	assembled     assembly.Builder       // of a stream of another API: its frames as one document; nil for any other, and once dropped
	choices       map[int]answers.Choice // of another API, by their index
	remarks       []string               // see remark
	requestFault  string                 // see warnUndecoded
	linter        *lint.Linter           // nil once dropped
	file          *fileIdentity          // the file it was read from; nil for none: see Identity
	nowUS         int64                  // arrival of what is being folded
	frameMarks    frames.Mark            // of the frame that is being folded
	ending        wire.Ending            // that of the frame that is being folded
	ends          bool                   // it has one
	halved        bool                   // some text may end with half a character
	unread        []byte                 // the data of the last frame, where it is not known what it says; else nil
	rowType       string                 // type of the last event
	row           *eventRow              // that of rowType; nil for none
	index         itemIndex
	seq           sequenceCheck
	warned        map[string]warned // by code
	decided       bool              // a terminal or error event has set the verdict
	itemsDropped  bool              // see DropItems
	bare          bool              // the stream is one of JSON values: see wire.Frame
	tornFrame     bool              // the last frame has no end; the cause of the end says whose fault that is
	stopped       bool              // its caller has asked the service to cancel it
	sawErrorEvent bool              // an error event set the verdict; a failed response may still follow
}

// TokenRatio is how many tokens, as reported in usage, the bytes of an answer's deltas
// were.
type TokenRatio struct{ Tokens, Bytes int64 }

// NewExchange returns an exchange before anything has arrived. It shares the
// request's bytes.
func NewExchange(id string, request []byte) *Exchange {
	x := &Exchange{
		ID:            id,
		Request:       request,
		RequestModel:  scan.Text(scan.Get(request, "model")),
		Chain:         Chain(request),
		Known:         allKnown(),
		Timing:        wire.NoTiming(),
		FirstDeltaUS:  -1,
		FirstTextUS:   -1,
		FirstAnswerUS: -1,
		LastDeltaUS:   -1,
		index:         newItemIndex(),
	}
	x.setKind(Responses)
	return x
}

// AsksStream reports whether the request asked for a stream, if its body has that member.
func (x *Exchange) AsksStream() bool { return x.wantsStream }

// Running reports whether there is no verdict yet. The connection may stay open a little
// longer, until [DONE] has arrived: see End.
func (x *Exchange) Running() bool { return x.Verdict == Running }

// IsConnection reports whether it is a WebSocket itself, not an answer on one: it may be silent
// for as long as both sides like.
func (x *Exchange) IsConnection() bool { return x.kind == Other && x.Head.IsSocket() }

// HTTPStatus returns the status of the answer; 0 for none, or where it is not known. On a WebSocket
// it is that of a reported error, since the status of the head is that of the handshake.
func (x *Exchange) HTTPStatus() int {
	if x.Head == nil {
		return 0
	}
	if x.Failure != nil && x.Head.IsSocket() {
		for _, member := range [...]string{"status", "status_code"} {
			if status, err := strconv.Atoi(string(scan.Get(x.Failure.Body, member))); err == nil && status >= 300 && status <= 599 {
				return status
			}
		}
	}
	return x.Head.Status
}

// LatestUS returns the arrival of what was folded last, in microseconds after the start of the
// request.
func (x *Exchange) LatestUS() int64 { return x.nowUS }

// HasOutput reports whether any item or delta of the answer has arrived.
func (x *Exchange) HasOutput() bool { return len(x.Items) > 0 || x.FirstDeltaUS >= 0 }

// fileIdentity distinguishes each opening of a file: answers in two files, or in one that
// was rewritten, may have the same id or none.
type fileIdentity struct{ _ byte }

// Identity distinguishes one exchange, at any moment of it, from every other. The zero
// value belongs to none.
type Identity struct {
	id   string
	file *fileIdentity
}

// Identity returns the value that the exchange shares only with its earlier and later states.
func (x *Exchange) Identity() Identity { return Identity{x.ID, x.file} }
