// Package response is the result of POST /responses ("Responses result" in the document), with
// every member that a known reader requires (wire-notes §3), and its stream.
package response

import (
	"crypto/rand"
	"iter"
	"slices"
	"strings"
	"time"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
)

// Failed is a status of a response. The others are those of an item, in package output.
const Failed = "failed"

// Response is one response in one state. Copies are states of the same response.
type Response struct {
	ID         string
	Created    int64 // Unix time in seconds
	Completed  int64 // Unix time in seconds; 0, written as null, unless the response ended well
	Status     string
	Model      catalogue.Model
	Provider   catalogue.Provider
	Items      []output.Placed
	Input      int              // tokens
	Cached     int              // input tokens read from the cache (cache_control)
	Written    int              // input tokens written to the cache
	Reason     string           // why the response is incomplete
	Error      *Error           // of a failed response
	ErrorType  string           // of a failed response (wire-notes §3)
	Settings   []byte           // the echo of the request ([Settings])
	Metadata   []byte           // routing metadata; nil unless it was requested
	MetadataAs string           // the name of that member
	Echo       iter.Seq[[]byte] // upstream bodies for the start of a stream (debug.echo_upstream_body), or nil
}

// Error is why a response failed. Code is one of the words of wire-notes §3.
type Error struct{ Code, Message string }

// NewID returns a unique identifier with a prefix.
func NewID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// Opened returns the response at the start of a stream.
func (r Response) Opened() Response {
	r.Status, r.Items, r.Completed, r.Reason, r.Error, r.ErrorType, r.Metadata = output.InProgress, nil, 0, "", nil, "", nil
	return r
}

// Cut ends the response after n tokens of output. It is incomplete if that removed anything.
func (r Response) Cut(n int) Response {
	if items, cut := output.Cut(r.Items, n); cut {
		r.Items = items
		r.MarkIncomplete()
	}
	return r
}

// MarkIncomplete marks the response as incomplete because of max_output_tokens.
func (r *Response) MarkIncomplete() { r.Status, r.Reason = output.Incomplete, "max_output_tokens" }

// Fail ends the response after n tokens of output with an error.
func (r Response) Fail(n int, errorType, message string) Response {
	r.Items, _ = output.Cut(r.Items, n)
	r.Status, r.Reason, r.Error, r.ErrorType = Failed, "", &Error{"server_error", message}, errorType
	return r
}

// Ended sets the time of completion, unless the response failed.
func (r Response) Ended() Response {
	if r.Status != Failed {
		r.Completed = time.Now().Unix()
	}
	return r
}

// AppendJSON appends the response as a JSON object.
func (r Response) AppendJSON(b output.JSON) output.JSON {
	b = append(b, '{').Text("id", r.ID).Text("object", "response").Int("created_at", int(r.Created))
	if r.Completed != 0 {
		b = b.Int("completed_at", int(r.Completed))
	} else {
		b = b.Raw("completed_at", "null")
	}
	b = append(b.Text("status", r.Status).Text("model", r.Model.Slug), `,"output":[`...)
	for _, it := range r.Items {
		b = it.Item.AppendJSON(b.Next(), it.Status)
	}
	b = append(b, ']')
	if r.Error != nil {
		b = b.Object("error").Text("code", r.Error.Code).Text("message", r.Error.Message).End()
	} else {
		b = b.Raw("error", "null")
	}
	b = b.Optional("error_type", r.errorType())
	if r.Reason != "" {
		b = b.Object("incomplete_details").Text("reason", r.Reason).End()
	} else {
		b = b.Raw("incomplete_details", "null")
	}
	if r.Status == output.InProgress {
		b = b.Raw("usage", "null")
	} else {
		b = r.appendUsage(b.Object("usage")).End()
	}
	b = append(b, r.Settings...)
	if r.Metadata != nil {
		b = b.Raw(r.MetadataAs, string(r.Metadata))
	}
	return b.End()
}

// errorType returns the kind of a failure, or refusal for a completed response with a refusal
// (wire-notes §3).
func (r Response) errorType() string {
	if r.ErrorType != "" || r.Status == output.InProgress {
		return r.ErrorType
	}
	for _, it := range r.Items {
		if m, ok := it.Item.(output.Message); ok && m.Refusal {
			return "refusal"
		}
	}
	return ""
}

// Frames yields the stream of a response that is complete.
func (r Response) Frames(seq *output.Sequence) iter.Seq[output.Frame] {
	items := r.Items
	r.Items = nil
	return r.Live(seq, 0, slices.Values(items))
}

// Live yields the stream of a response while its items are made, in the order of wire-notes §5.3,
// from response.created to the terminal event, without [DONE]. Before it are debug events
// (wire-notes §5.1), one for each provider that was asked. r.Items is what has been sent; an item that was not sent completely
// is the last, and incomplete. pace is the time between two tokens of a panelist.
func (r *Response) Live(seq *output.Sequence, pace time.Duration, items iter.Seq[output.Placed]) iter.Seq[output.Frame] {
	return func(yield func(output.Frame) bool) {
		if r.Echo != nil {
			for body := range r.Echo {
				debug := output.JSON(nil).Object("debug").Raw("echo_upstream_body", string(body)).End()
				if !yield(seq.Frame("response.debug", debug)) {
					return
				}
			}
		}
		opened := r.Opened()
		if !yield(opened.Frame(seq, "response.created")) || !yield(opened.Frame(seq, "response.in_progress")) {
			return
		}
		for it := range items {
			i := len(r.Items)
			r.Items = append(r.Items, output.Placed{Item: it.Item, Status: output.Incomplete})
			if !it.Play(&output.Stage{Sequence: seq, Index: i, Pace: pace, Yield: yield}) {
				return
			}
			r.Items[i].Status = it.Status
		}
		yield(r.Terminal(seq))
	}
}

// Terminal returns the event that ends the stream, by the response's status.
func (r Response) Terminal(seq *output.Sequence) output.Frame {
	return r.Ended().Frame(seq, "response."+r.Status)
}

// Frame returns an event with the complete response.
func (r Response) Frame(seq *output.Sequence, typ string) output.Frame {
	return seq.Frame(typ, r.AppendJSON(output.JSON(`,"response":`)))
}

// CachedShare is the price of a cached token, as a share of the normal price.
const CachedShare = 0.1

// appendUsage appends the counts and the cost in USD. Input and output make the total; reasoning
// tokens are a part of the output, cached tokens a part of the input. All of it includes what other
// models used for this one (advisor, subagent, fusion).
func (r Response) appendUsage(b output.JSON) output.JSON {
	mine, others := output.Work(r.Items)
	in, out := r.Input+others.Input, mine.Output+others.Output
	cached := min(r.Cached, r.Input)
	costIn := (float64(r.Input-cached) + CachedShare*float64(cached)) * r.Provider.Prompt / 1e6
	costOut := float64(mine.Output) * r.Provider.Completion / 1e6
	b = b.Int("input_tokens", in).
		Object("input_tokens_details").Int("cached_tokens", cached).Int("cache_write_tokens", min(r.Written, r.Input-cached)).End().
		Int("output_tokens", out).
		Object("output_tokens_details").Int("reasoning_tokens", mine.Reasoning+others.Reasoning).End().
		Int("total_tokens", in+out).Money("cost", costIn+costOut+others.Cost).Raw("is_byok", "false").
		Object("cost_details").Raw("upstream_inference_cost", "null").
		Money("upstream_inference_input_cost", costIn).Money("upstream_inference_output_cost", costOut)
	return r.appendToolUse(appendBills(b, others).End())
}

func appendBills(b output.JSON, others output.Spent) output.JSON {
	if len(others.Bills) == 0 {
		return b
	}
	b = append(b.Money("server_tool_cost", others.Cost), `,"calls":[`...)
	for _, bill := range others.Bills {
		b = append(b.Next(), '{').Text("model", bill.Model).Text("provider", bill.Provider).
			Int("input_tokens", bill.Input).Int("output_tokens", bill.Output).Money("cost", bill.Cost).End()
	}
	return append(b, ']')
}

// appendToolUse appends the numbers of tool calls that the model made, of those that the gateway
// ran, and of web searches, if there is any.
func (r Response) appendToolUse(b output.JSON) output.JSON {
	requested, executed, searches := 0, 0, 0
	for _, it := range r.Items {
		t, ok := it.Item.(output.Used)
		if !ok {
			continue
		}
		by, search := t.Use()
		if by != output.Nobody {
			requested++
		}
		if by == output.Gateway {
			executed++
		}
		if search {
			searches++
		}
	}
	if requested == 0 {
		return b
	}
	return b.Object("server_tool_use_details").Int("tool_calls_requested", requested).
		Int("tool_calls_executed", executed).Int("web_search_requests", searches).End()
}
