package answers

import (
	"cmp"
	"encoding/json"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/assembly"
)

// Writer writes an answer of POST /responses in the form of another API: as the frames of its
// stream. Items are known by their output_index.
type Writer interface {
	// Begin writes what precedes the items. response is the answer, perhaps without its end.
	Begin(response json.RawMessage)
	// Call begins a call, whose item is a function_call or a custom_tool_call.
	Call(index int, item json.RawMessage)
	// Delta writes a piece of a text or input, a JSON string that is not empty, of the family
	// OutputText, Refusal, Reasoning, Arguments or CustomInput.
	Delta(f *Family, index int, piece json.RawMessage)
	// EndItem writes the end of an item, which may be of any type.
	EndItem(index int, item json.RawMessage)
	// End writes the end of an answer that is complete, or cut off by a limit.
	End(response json.RawMessage)
	// Fail writes an error: the only frame of an answer that did not begin.
	Fail(Failure)
}

// Emit receives the frames of a Writer: the event line, empty for none, and the data.
type Emit func(event string, data json.RawMessage)

// Translation reads an answer of POST /responses, streamed or not, for a Writer.
type Translation struct {
	RequestID string // of the answer, for its error; empty if it is not known

	to     Writer
	begun  bool
	ended  bool
	failed *Failure
	items  map[int]*itemState
}

// itemState is what was written of an item.
type itemState struct {
	families []*Family // that pieces were written of
	called   bool
	ended    bool
}

// NewTranslation returns a translation of one answer.
func NewTranslation(to Writer) *Translation {
	return &Translation{to: to, items: map[int]*itemState{}}
}

// Event translates an event of a stream, a JSON object. Unknown events have no translation.
func (t *Translation) Event(data json.RawMessage) {
	kind := scan.Text(scan.Get(data, "type"))
	index, _ := assembly.Index(scan.Get(data, "output_index"))
	response := scan.Get(data, "response")
	switch kind {
	case "response.created", "response.in_progress":
		t.begin(response)
	case "response.output_item.added":
		t.beginCall(index, scan.Get(data, "item"))
	case "response.output_item.done":
		t.finishItem(index, scan.Get(data, "item"))
	case "response.completed", "response.incomplete", "response.failed":
		t.Document(response)
	case "error":
		t.Fail(ReadFailure(0, data))
	default:
		for _, f := range []*Family{OutputText, Refusal, Reasoning, Summary, Arguments, CustomInput} {
			if f.delta == kind {
				t.delta(f, index, scan.Get(data, "delta"))
			}
		}
	}
}

// Document translates a complete response. A stream may have written its beginning.
func (t *Translation) Document(response json.RawMessage) {
	status := scan.Text(scan.Get(response, "status"))
	if status == "failed" || status == "" && scan.Get(response, "output") == nil {
		t.Fail(ReadFailure(0, response))
		return
	}
	t.begin(response)
	for index, item := range scan.Indexed(scan.Get(response, "output")) {
		t.finishItem(index, item)
	}
	if !t.ended {
		t.ended = true
		t.to.End(response)
	}
}

func (t *Translation) begin(response json.RawMessage) {
	if !t.begun {
		t.begun = true
		t.to.Begin(response)
	}
}

// Fail ends the answer with an error.
func (t *Translation) Fail(f Failure) {
	if !t.ended {
		f.RequestID = t.RequestID
		t.ended, t.failed = true, &f
		t.to.Fail(f)
	}
}

// Failed returns the error that ended the answer; nil for none.
func (t *Translation) Failed() *Failure { return t.failed }

// state returns what was written of the item at an output_index.
func (t *Translation) state(index int) *itemState {
	if t.items[index] == nil {
		t.items[index] = &itemState{}
	}
	return t.items[index]
}

func (t *Translation) beginCall(index int, item json.RawMessage) {
	kind := scan.Text(scan.Get(item, "type"))
	if st := t.state(index); !st.called && (kind == "function_call" || kind == "custom_tool_call") {
		t.begin(nil)
		st.called = true
		t.to.Call(index, item)
	}
}

func (t *Translation) delta(f *Family, index int, piece json.RawMessage) {
	st := t.state(index)
	if scan.TextLen(piece) == 0 || st.ended || t.ended || (f == Arguments || f == CustomInput) && !st.called {
		return
	}
	if !slices.Contains(st.families, f) {
		st.families = append(st.families, f)
	}
	if f == Summary {
		f = Reasoning
	}
	t.begin(nil)
	t.to.Delta(f, index, piece)
}

// finishItem writes what was not yet written of an item that is complete.
func (t *Translation) finishItem(index int, item json.RawMessage) {
	st := t.state(index)
	if st.ended || scan.KindOf(item) != scan.Object {
		return
	}
	t.begin(nil)
	written := slices.Clone(st.families)
	writeMissing := func(f *Family, text json.RawMessage) {
		if !slices.Contains(written, f) {
			t.delta(f, index, text)
		}
	}
	parts := map[string]*Family{"summary_text": Summary, "reasoning_text": Reasoning, "output_text": OutputText, "refusal": Refusal}
	for _, member := range []string{"summary", "content"} {
		for _, part := range scan.Elements(scan.Get(item, member)) {
			if f := parts[scan.Text(scan.Get(part, "type"))]; f != nil {
				writeMissing(f, scan.Get(part, cmp.Or(f.member, "text")))
			}
		}
	}
	t.beginCall(index, item)
	if st.called {
		writeMissing(Arguments, scan.Get(item, "arguments"))
		writeMissing(CustomInput, scan.Get(item, "input"))
	}
	st.ended = true
	t.to.EndItem(index, item)
}

// Failure is why an answer did not begin or broke off.
type Failure struct {
	Status    int    // of HTTP
	Kind      string // error_type; empty if it is not known
	Message   string
	Metadata  json.RawMessage // nil for none
	RequestID string          // of the answer; empty if it is not known
}

// ReadFailure reads an error body, a failed response or an event of the type error. status is the
// HTTP status of an error response, else 0.
func ReadFailure(status int, v json.RawMessage) Failure {
	f := Failure{Status: status, Kind: scan.Text(scan.Get(v, "error_type")), Message: "The answer broke off without a reason."}
	e := v
	if in := scan.Get(v, "error"); scan.KindOf(in) == scan.Object {
		e = in
	}
	if text := scan.Text(scan.Get(e, "message")); text != "" {
		f.Message = text
	}
	if metadata := scan.Get(e, "metadata"); scan.KindOf(metadata) == scan.Object {
		f.Metadata = metadata
		if kind := scan.Text(scan.Get(metadata, "error_type")); kind != "" {
			f.Kind = kind
		}
	}
	if code, ok := assembly.Index(scan.Get(e, "code")); ok && f.Status == 0 && code >= 400 && code < 600 {
		f.Status = code
	}
	f.Status = cmp.Or(f.Status, 502) // the answer broke off at a provider
	return f
}
