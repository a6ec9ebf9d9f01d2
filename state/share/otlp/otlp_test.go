package otlp_test

import (
	"errors"
	"strings"
	"testing"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"gatehouse/client/scan"
	"gatehouse/state/request/intake"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/trace"
)

func is(key string, value any) trace.Attribute { return trace.Attribute{Key: key, Value: value} }

func span() trace.Span {
	return trace.Span{
		Trace: trace.TraceID{0xab, 15: 0xcd}, ID: trace.SpanID{1, 7: 2}, Parent: trace.SpanID{3, 7: 4}, Remote: true, Flags: 1, State: "vendor=1",
		Name: "chat m", Start: 1_795_874_172_978_819_001, End: 1_795_874_173_860_117_002, Failed: true, Message: "failed: 503",
		Attributes: []trace.Attribute{is("a.text", "x"), is("a.int", int64(1)<<60), is("a.double", 0.5), is("a.bool", true), is("a.list", []string{"y", "z"})},
		Events:     []trace.Event{{Name: "guard", At: 1_795_874_173_000_000_000, Attributes: []trace.Attribute{is("b", "v")}}},
	}
}

// TestProtobufIsReadByThePublicPackage: what is written is what OpenTelemetry's own package reads.
func TestProtobufIsReadByThePublicPackage(t *testing.T) {
	body, err := otlp.Encode(otlp.Protobuf, otlp.Gatehouse("1.2.3"), []trace.Span{span()})
	if err != nil {
		t.Fatal(err)
	}
	var r collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	of := r.ResourceSpans[0]
	if a := of.Resource.Attributes; a[0].Key != "service.name" || a[0].Value.GetStringValue() != "gatehouse" || a[1].Value.GetStringValue() != "1.2.3" {
		t.Errorf("the resource is %v", a)
	}
	if scope := of.ScopeSpans[0].Scope; scope.Name != "gatehouse" || scope.Version != trace.Conventions {
		t.Errorf("the scope is %v", scope)
	}
	s, want := of.ScopeSpans[0].Spans[0], span()
	if string(s.TraceId) != string(want.Trace[:]) || string(s.SpanId) != string(want.ID[:]) || string(s.ParentSpanId) != string(want.Parent[:]) || s.Flags != 0x301 || s.TraceState != want.State {
		t.Errorf("the ids are %v", s)
	}
	if s.Name != want.Name || s.Kind.String() != "SPAN_KIND_CLIENT" || s.StartTimeUnixNano != uint64(want.Start) || s.EndTimeUnixNano != uint64(want.End) {
		t.Errorf("the span is %v", s)
	}
	if s.Status.Code.String() != "STATUS_CODE_ERROR" || s.Status.Message != want.Message {
		t.Errorf("the status is %v", s.Status)
	}
	v := func(i int) interface {
		GetStringValue() string
		GetIntValue() int64
		GetDoubleValue() float64
		GetBoolValue() bool
	} {
		return s.Attributes[i].Value
	}
	if v(0).GetStringValue() != "x" || v(1).GetIntValue() != 1<<60 || v(2).GetDoubleValue() != 0.5 || !v(3).GetBoolValue() || s.Attributes[4].Value.GetArrayValue().Values[1].GetStringValue() != "z" {
		t.Errorf("the attributes are %v", s.Attributes)
	}
	if e := s.Events[0]; e.Name != "guard" || e.TimeUnixNano != uint64(want.Events[0].At) || e.Attributes[0].Value.GetStringValue() != "v" {
		t.Errorf("the event is %v", e)
	}
}

// TestJSONHasHexIDs: ids are hexadecimal and 64-bit numbers texts, as OTLP wants and JSON of
// Protobuf does not.
func TestJSONHasHexIDs(t *testing.T) {
	body, err := otlp.Encode(otlp.JSON, otlp.Gatehouse("1"), []trace.Span{span()})
	if err != nil || strings.Contains(string(body), "\n") || !scan.Valid(body) {
		t.Fatalf("%v: %s", err, body)
	}
	for _, want := range []string{
		`"traceId":"ab0000000000000000000000000000cd"`, `"spanId":"0100000000000002"`, `"parentSpanId":"0300000000000004"`,
		`"startTimeUnixNano":"1795874172978819001"`, `"intValue":"1152921504606846976"`, `"kind":3`, `"status":{"message":"failed: 503","code":2}`,
	} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
}

// TestExportedSpansCanBeImported: gatehouse import reads back what was asked and answered.
func TestExportedSpansCanBeImported(t *testing.T) {
	s := span()
	s.Attributes = []trace.Attribute{
		is("gen_ai.operation.name", "chat"), is("gen_ai.request.model", "m"),
		is("gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"hello"}]}]`),
		is("gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"good day"}],"finish_reason":"stop"}]`),
	}
	body, err := otlp.Encode(otlp.JSON, otlp.Gatehouse("1"), []trace.Span{s})
	if err != nil {
		t.Fatal(err)
	}
	all, err := intake.OTLP(body)
	if err != nil || len(all.List) != 1 {
		t.Fatalf("%v: %d exchanges", err, len(all.List))
	}
	c := all.List[0].Capture
	if !strings.Contains(string(c.Sent.Body), "hello") || !strings.Contains(string(c.Text().All()), "good day") || !c.Start.Equal(c.Start) {
		t.Errorf("%s, %s", c.Sent.Body, c.Text().All())
	}
}

// TestAnswersOfCollectors: in both formats; what no collector says is told apart.
func TestAnswersOfCollectors(t *testing.T) {
	partial, err := proto.Marshal(&collector.ExportTraceServiceResponse{PartialSuccess: &collector.ExportTracePartialSuccess{RejectedSpans: 3, ErrorMessage: "too old"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, body string
		want       otlp.Answer
		foreign    bool
	}{
		{"application/x-protobuf", "", otlp.Answer{}, false},
		{"application/x-protobuf", string(partial), otlp.Answer{Rejected: 3, Message: "too old"}, false},
		{"application/x-protobuf", string(partial[:len(partial)-3]), otlp.Answer{}, true},
		{"application/x-protobuf", "<html>", otlp.Answer{}, true},
		{"application/json", "{}", otlp.Answer{}, false},
		{"application/json; charset=utf-8", `{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}`, otlp.Answer{Rejected: 3, Message: "too old"}, false},
		{"application/json", `{"partialSuccess":{"rejectedSpans":3}}`, otlp.Answer{Rejected: 3}, false},
		{"application/json", `{"partialSuccess":{"rejectedSpans":"x"}}`, otlp.Answer{}, true},
		{"application/json", `[`, otlp.Answer{}, true},
		{"text/html", "<html>", otlp.Answer{}, true},
		{"", "ok", otlp.Answer{}, true},
	} {
		got, err := otlp.ReadAnswer(c.kind, []byte(c.body))
		if got != c.want || errors.Is(err, otlp.ErrForeign) != c.foreign || (err != nil) != c.foreign {
			t.Errorf("%s %q: %+v, %v", c.kind, c.body, got, err)
		}
	}
}
