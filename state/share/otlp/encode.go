// Package otlp writes spans in the OpenTelemetry protocol
// (https://opentelemetry.io/docs/specs/otlp/), and reads what a collector answers.
package otlp

import (
	"fmt"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"gatehouse/state/share/trace"
)

// Format is how a request is spelled.
type Format string

const (
	Protobuf Format = "protobuf"
	JSON     Format = "json" // ids are hexadecimal, 64-bit numbers are texts
)

// ParseFormat reads the name of a format; ok is false for another word.
func ParseFormat(word string) (f Format, ok bool) {
	f = Format(word)
	return f, f == Protobuf || f == JSON
}

// ContentType returns the media type of a request.
func (f Format) ContentType() string {
	if f == JSON {
		return "application/json"
	}
	return "application/x-protobuf"
}

// Resource is what sends the spans: attributes in their order.
type Resource []trace.Attribute

// Gatehouse returns this program as a resource.
func Gatehouse(version string) Resource {
	return Resource{{Key: "service.name", Value: scopeName}, {Key: "service.version", Value: version}}
}

const scopeName = "gatehouse"

// Encode writes spans as one request of an exporter, without a line end.
func Encode(f Format, r Resource, spans []trace.Span) ([]byte, error) {
	all := ptrace.NewTraces()
	of := all.ResourceSpans().AppendEmpty()
	put(of.Resource().Attributes(), r)
	in := of.ScopeSpans().AppendEmpty()
	in.Scope().SetName(scopeName)
	in.Scope().SetVersion(trace.Conventions)
	in.Spans().EnsureCapacity(len(spans))
	for i := range spans {
		encode(in.Spans().AppendEmpty(), &spans[i])
	}
	var out []byte
	var err error
	if f == JSON {
		out, err = (&ptrace.JSONMarshaler{}).MarshalTraces(all)
	} else {
		out, err = (&ptrace.ProtoMarshaler{}).MarshalTraces(all)
	}
	if err != nil {
		return nil, fmt.Errorf("the spans cannot be written as OTLP: %w", err)
	}
	return out, nil
}

// Flags of a span in addition to those of the trace: whether it is known if its parent belongs
// to another program, and whether it does.
const (
	remoteKnown = 1 << 8
	isRemote    = 1 << 9
)

func encode(to ptrace.Span, s *trace.Span) {
	to.SetTraceID(pcommon.TraceID(s.Trace))
	to.SetSpanID(pcommon.SpanID(s.ID))
	to.SetParentSpanID(pcommon.SpanID(s.Parent))
	to.TraceState().FromRaw(s.State)
	flags := uint32(s.Flags) | remoteKnown
	if s.Remote {
		flags |= isRemote
	}
	to.SetFlags(flags)
	to.SetName(s.Name)
	to.SetKind(ptrace.SpanKindClient)
	to.SetStartTimestamp(pcommon.Timestamp(s.Start))
	to.SetEndTimestamp(pcommon.Timestamp(s.End))
	put(to.Attributes(), s.Attributes)
	for _, e := range s.Events {
		event := to.Events().AppendEmpty()
		event.SetName(e.Name)
		event.SetTimestamp(pcommon.Timestamp(e.At))
		put(event.Attributes(), e.Attributes)
	}
	if s.Failed {
		to.Status().SetCode(ptrace.StatusCodeError)
		to.Status().SetMessage(s.Message)
	}
}

func put(to pcommon.Map, all []trace.Attribute) {
	to.EnsureCapacity(len(all))
	for _, a := range all {
		v := to.PutEmpty(a.Key)
		switch of := a.Value.(type) {
		case string:
			v.SetStr(of)
		case int64:
			v.SetInt(of)
		case float64:
			v.SetDouble(of)
		case bool:
			v.SetBool(of)
		case []string:
			list := v.SetEmptySlice()
			for _, text := range of {
				list.AppendEmpty().SetStr(text)
			}
		}
	}
}
