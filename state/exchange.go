package state

import (
	"encoding/json"
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/frames"
)

// Exchange is the state of one exchange, folded from its arrivals. The fold is
// the same in batches of any size, live or from a stored capture.
type Exchange struct {
	ID           string
	Request      []byte // the body that was sent
	RequestModel string // the request's model; empty when it named none
	Chain        string // the models that the request named, for reading: see Chain

	Known   Known // what there is to know beside the answer
	Head    *wire.Head
	Stream  bool    // the answer is an event stream
	Items   []*Item // by output_index, then by arrival
	Verdict Verdict
	Reason  string // of incomplete and failed: the service's word
	Failure *wire.Failure
	End     *wire.End
	Timing  wire.Timing
	NoBody  bool   // it ended, is no stream, and nothing came behind its head
	StopsAt string // where it stops before its end, and in what; it is no stream

	Undecoded string // the encoding of the body, where it is not read; empty otherwise

	Redacted int   // bytes of known secrets that '*' stand for, in what was sent and what came
	Dropped  int64 // bytes that came, or were announced, and were not kept

	Warnings   []Warning
	Response   json.RawMessage   // the terminal event's response or the plain body, byte for byte
	TooDeep    bool              // Response lacks members that nest deeper than is read
	InProgress json.RawMessage   // the last response that came before it, of an event like response.created
	ResponseID string            // what the response calls itself, as it last came: who draws it reads no large document
	Routing    json.RawMessage   // routing metadata, from result or error, under whatever <word>_metadata name
	Usage      json.RawMessage   // as received
	Debug      []json.RawMessage // the debug member of each response.debug event, one per attempted provider
	Model      string            // that served, as the response says
	Ranking    *wire.Rerank      // the result of POST /rerank; nil before it, and for every other request
	Status     string            // response.status as last seen
	ErrorType  string            // error_type of the response: it may stand in one that completed

	CreatedAt, CompletedAt json.RawMessage // of the response as they came, seconds of Unix time; nil before them

	Frames   int  // event-stream frames so far, comments included
	DoneSeen bool // the sentinel [DONE] came

	FirstDeltaUS int64  // arrival of the first non-empty delta; -1 before it
	firstDelta   string // its type
	FirstTextUS  int64  // arrival of the first of the answer's own text; -1 before it
	LastDeltaUS  int64
	DeltaBytes   int64      // of all deltas: the base of the estimate before usage
	TextBytes    int64      // bytes of the text of an answer that came whole
	TokenRatio   TokenRatio // of an exchange as it was at an earlier moment: what the whole answer came to
	Pace         Pace       // of DeltaBytes over time
	Silences     Silences   // of an event stream, so far
	Version      uint64     // raised by every change

	// Replaced is how many items hold a text or an input that came otherwise at its end
	// than it had been streamed; the one from the end is kept. What deltas that are missing
	// would have written is not meant: see Proven.
	Replaced int

	FrameList frames.List // what a list of the frames tells of each; Frames long

	wantsStream   bool          // the request asked for a stream
	isRerank      bool          // the request went to POST /rerank
	file          *fileIdentity // that it was read from; nil for none: see Identity
	nowUS         int64         // arrival of what is being folded
	frameMarks    frames.Mark   // of the frame that is being folded
	index         itemIndex
	seq           sequenceCheck
	warned        map[string]warned // by code
	decided       bool              // a terminal event or an error event has decided
	itemsDropped  bool              // go of items: see LetGo
	tornFrame     bool              // the last frame has no end: whose fault that is, the end tells
	sawErrorEvent bool              // it was an error event: a failed response may still follow it
}

// TokenRatio is what the bytes of an answer's deltas came to in tokens, as its usage says.
type TokenRatio struct{ Tokens, Bytes int64 }

// NewExchange returns an exchange of which nothing has arrived yet. The
// request is shared, not copied.
func NewExchange(id string, request []byte) *Exchange {
	return &Exchange{
		ID:           id,
		Request:      request,
		RequestModel: scan.Text(scan.Get(request, "model")),
		Chain:        Chain(request),
		Known:        allKnown(),
		Timing:       wire.NoTiming(),
		FirstDeltaUS: -1,
		FirstTextUS:  -1,
		LastDeltaUS:  -1,
		wantsStream:  string(scan.Get(request, "stream")) == "true",
		index:        newItemIndex(),
	}
}

// AsksStream reports whether the request asked for a stream; a rerank never does.
func (x *Exchange) AsksStream() bool { return x.wantsStream }

// longestChain is how many models of a request's chain are named.
const longestChain = 5

// Chain names the models of a request in the order in which they are tried:
// `model`, then `models`; one that follows itself once. Empty when it names none.
func Chain(request []byte) string {
	var names []string
	if model := scan.Text(scan.Get(request, "model")); model != "" {
		names = append(names, model)
	}
	more := 0
	for _, e := range scan.Elements(scan.Get(request, "models")) {
		switch slug := scan.Text(e); {
		case slug != "" && len(names) > 0 && slug == names[len(names)-1]: // model stands in models as well
		case len(names) < longestChain && slug != "":
			names = append(names, slug)
		default:
			more++
		}
	}
	chain := strings.Join(names, ", then ")
	if more > 0 && chain != "" {
		chain += fmt.Sprintf(", and %d more", more)
	}
	return chain
}

// Running reports whether the verdict is still open. The connection may live
// a little longer, until [DONE] has come: see End.
func (x *Exchange) Running() bool { return x.Verdict == Running }

// LatestUS is the arrival of what was folded last, in microseconds after the
// start of the request: how far a running exchange has come.
func (x *Exchange) LatestUS() int64 { return x.nowUS }

// HasOutput reports whether anything of the answer itself has come.
func (x *Exchange) HasOutput() bool { return len(x.Items) > 0 || x.FirstDeltaUS >= 0 }

// NewRerank returns an exchange with POST /rerank of which nothing has arrived
// yet. It differs from NewExchange in what counts as an answer: a list of
// results in any of the shapes that read.Rerank knows, and nothing else.
func NewRerank(id string, request []byte) *Exchange {
	x := NewExchange(id, request)
	x.isRerank, x.wantsStream = true, false
	return x
}

// IsRerank reports whether the request went to POST /rerank.
func (x *Exchange) IsRerank() bool { return x.isRerank }

// fileIdentity is what every opening of a file has of its own: of two files, or of one that
// was written anew, the answers may call themselves the same, or nothing.
type fileIdentity struct{ _ byte }

// Identity tells an exchange, at any time in it, from every other. The zero value is
// none's.
type Identity struct {
	id   string
	file *fileIdentity
}

// Identity returns what the exchange has in common with itself at another time alone.
func (x *Exchange) Identity() Identity { return Identity{x.ID, x.file} }
