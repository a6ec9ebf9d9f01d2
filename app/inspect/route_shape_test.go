package inspect

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// served is an exchange that was answered, with such routing metadata.
func served(routing string) views.Subject {
	return answered(200, `{"model":"m"}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"x_metadata":`+routing+`}`)
}

// failed is one that was not.
func failed(status int, routing string) views.Subject {
	return answered(status, `{"model":"m"}`, `{"error":{"code":404,"message":"No endpoints"},"x_metadata":`+routing+`}`)
}

// TestMissingIsNotNone: a list that is missing, one that arrived in another
// shape and one that is empty are three things.
func TestMissingIsNotNone(t *testing.T) {
	for _, tt := range []struct {
		name       string
		s          views.Subject
		want, lack []string
	}{
		{
			"served without a list of attempts",
			served(`{"requested":"m","strategy":"direct","attempt":2,"endpoints":{"total":2,"available":[{"model":"m","provider":"B","selected":true}]},"pipeline":[]}`),
			[]string{"2, not listed", "STAGES   none", "● m"}, []string{"─▶ none", "lists none"},
		},
		{
			"a partial 404",
			failed(404, `{"requested":"m","strategy":"direct","attempt":0,"endpoints":{"total":3}}`),
			[]string{"STAGES   not reported", "ENDPOINTS   not listed, total 3", "ATTEMPTS   none: no provider was called", "✗ none", "The service does not say whether any of 3 endpoints was left"},
			[]string{"none left", "lists none", "none was left"},
		},
		{
			"hardly anything",
			failed(404, `{"requested":"m","strategy":"direct"}`),
			[]string{"STAGES   not reported", "ENDPOINTS   not reported", "ATTEMPTS   not reported"},
			[]string{"There is no model", "none left", "lists none"},
		},
		{
			"an empty list of what was left",
			failed(404, `{"requested":"m","strategy":"direct","attempt":0,"endpoints":{"total":3,"available":[]},"pipeline":[]}`),
			[]string{"none left", "The model has endpoints (3), but none was left"}, nil,
		},
		{
			"an empty list after an attempt",
			failed(524, `{"requested":"m","strategy":"direct","attempt":1,"endpoints":{"total":3,"available":[]},"pipeline":[]}`),
			[]string{"none listed", "1, not listed"}, []string{"none left"},
		},
		{
			"other shapes",
			served(`{"requested":["x"],"strategy":"s","attempt":"two","endpoints":[{"provider":"A","model":"m","selected":"yes"}],"attempts":[{"provider":"A","status":"503 busy"},"weird",7],"pipeline":{"type":"guardrail"}}`),
			[]string{"STAGES   unexpected type: object", "ENDPOINTS   unexpected type: array", "503 busy", "received: \"weird\"", "─▶ unexpected type ─▶ unexpected type", "▸ pipeline", "▸ endpoints"},
			[]string{"none left", "no status (", "no status"},
		},
	} {
		got := plain(shownRoute(tt.s, 120, 60))
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, got)
			}
		}
		for _, lack := range tt.lack {
			if strings.Contains(got, lack) {
				t.Errorf("%s: %q in\n%s", tt.name, lack, got)
			}
		}
	}
}

// TestThePictureEndsAsThePageDoes: a model that was chosen and failed did not
// serve.
func TestThePictureEndsAsThePageDoes(t *testing.T) {
	got := plain(shownRoute(failed(502, `{"requested":"m","strategy":"direct","attempt":1,"endpoints":{"total":2,"available":[{"provider":"A","model":"m","selected":true}]},"pipeline":[]}`), 120, 60))
	if !strings.Contains(got, "─▶ ✗ m") || !strings.Contains(got, "✗ m by A  failed") || strings.Contains(got, "─▶ ● m") {
		t.Error(got)
	}
	got = plain(shownRoute(served(`{"requested":"m","strategy":"direct","endpoints":{"total":1,"available":[{"provider":"A","model":"m"}]}}`), 120, 60))
	if !strings.Contains(got, "─▶ ● m") || strings.Contains(got, "nobody") {
		t.Errorf("it was served, by whom is not told:\n%s", got)
	}
}

// TestMembersOfEndpointsAreShownWithThem: also those that nobody knows, and all
// of them unfold.
func TestMembersOfEndpointsAreShownWithThem(t *testing.T) {
	m := shownRoute(served(`{"requested":"m","strategy":"direct","endpoints":{"total":2,"available":[{"provider":"A","model":"m","selected":false,"why":"too \u001b[31mslow","deep":{"k":"v9"}},{"provider":"B","model":"m","selected":true}],"region_pool":"north"},
		"attempts":[{"provider":"A","model":"m","status":418,"note":"teapot"},{"provider":"B","model":"m","status":200}],"pipeline":[]}`), 120, 60)
	got := plain(m)
	for _, want := range []string{"why: too ␛[31mslow", "deep: {…}", "refused (418)  note: teapot", "region_pool north"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for i := 0; !strings.Contains(line(m), "deep"); i++ {
		if viewstest.Press(m, "j"); i > 40 {
			t.Fatalf("the endpoint cannot be reached:\n%s", got)
		}
	}
	if viewstest.Press(m, "enter"); !strings.Contains(plain(m), "v9") {
		t.Errorf("it does not unfold:\n%s", plain(m))
	}
}

// TestMetadataOfAnErrorIsShownInAnyShape: in addition to the routing metadata, which may
// be there as well.
func TestMetadataOfAnErrorIsShownInAnyShape(t *testing.T) {
	for metadata, want := range map[string]string{`[1,{"k":"v"}]`: "▸ error.metadata  13 B", `"upstream said: boom"`: "error.metadata upstream said: boom"} {
		got := plain(shownRoute(answered(502, `{"model":"m"}`, `{"error":{"code":502,"message":"m","metadata":`+metadata+`},"x_metadata":{"requested":"m","strategy":"direct"}}`), 100, 60))
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestBlockIsShownWithoutItsStage: the body may report a guardrail that the
// metadata does not list.
func TestBlockIsShownWithoutItsStage(t *testing.T) {
	got := plain(shownRoute(answered(403, `{"model":"m"}`, `{"error":{"code":403,"message":"blocked","metadata":{"patterns":["card"]}},
		"x_metadata":{"requested":"m","strategy":"direct","attempt":0,"endpoints":{"total":0,"available":[]},"pipeline":[]}}`), 120, 60))
	if !strings.Contains(got, "STAGES   none listed, though a guardrail stopped the request") {
		t.Errorf("got\n%s", got)
	}
}

// TestWhatComesBehindAnErrorIsShown: an error event ends a run, and the failed
// response after it may name the model that served.
func TestWhatComesBehindAnErrorIsShown(t *testing.T) {
	x := state.NewExchange("x", []byte(`{"model":"m","stream":true}`))
	event := func(data string) {
		e, err := read.Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}, Event: e, Decoded: true})
	}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true})
	event(`{"type":"error","code":"server_error","message":"boom"}`)
	m := shownRoute(subject(x, true), 120, 60)
	before := plain(m)
	event(`{"type":"response.failed","response":{"id":"r","object":"response","status":"failed","model":"latemodel","output":[]}}`)
	m.SetSubject(subject(x, true))
	if after := plain(m); after == before || !strings.Contains(after, "latemodel") {
		t.Errorf("got\n%s", after)
	}
}

// TestALengthHasItsUnit: that of the text received; and a compression without a reason
// for dropping something is shown as having none.
func TestALengthHasItsUnit(t *testing.T) {
	answered := func(text string, stage string) string {
		x := statetest.Answered(200, `{"model":"m","input":"x"}`, `{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"`+text+`"}]}],
			"service_metadata":{"requested":"m","strategy":"direct","pipeline":[`+stage+`]}}`)
		return plain(shownRoute(views.Subject{Turn: 1, Exchange: x, Metadata: true}, 120, 40))
	}
	heal := `{"type":"response_healing","name":"h","data":{"improved":true,"original_length":9,"healed_length":%d}}`
	for length, want := range map[int]string{4: "9 → 4 characters", 6: "9 → 6 bytes", 5: "9 → 5 "} {
		if got := answered("äöab", fmt.Sprintf(heal, length)); !strings.Contains(got, want) || length == 5 && (strings.Contains(got, "→ 5 b") || strings.Contains(got, "→ 5 c")) {
			t.Errorf("%d: no %q in\n%s", length, want, got)
		}
	}
	compress := `{"type":"context_compression","name":"c","summary":"%s","data":{"engine":"middle-out","original_count":9,"compressed_count":4}}`
	if got := answered("x", fmt.Sprintf(compress, " ")); !strings.Contains(got, "5 dropped from the middle; the service does not say why") {
		t.Error(got)
	}
	for _, summary := range []string{"to fit the context of 9 tokens", "shortened: longer than the model's window"} {
		if got := answered("x", fmt.Sprintf(compress, summary)); !strings.Contains(got, "5 dropped from the middle") || strings.Contains(got, "does not say") {
			t.Error(got)
		}
	}
}

// TestWhatAGuardrailFoundIsNotGuessed: that nothing matches is shown only for expressions,
// and that the page of the guardrails shows the words only where it does.
func TestWhatAGuardrailFoundIsNotGuessed(t *testing.T) {
	for pattern, want := range map[string]string{
		"profanity": "; which words matched is not known",
		"hell":      "; the Guardrails tab highlights the match",
		`\\d{4}`:    ", although nothing in it matches what the guardrail reported",
	} {
		got := plain(shownRoute(answered(403, `{"input":"hello"}`, `{"error":{"code":403,"message":"no","metadata":{"patterns":["`+pattern+`"]}}}`), 120, 40))
		if !strings.Contains(got, "edit the text and send it again"+want) {
			t.Errorf("%s: no %q in\n%s", pattern, want, got)
		}
	}
}
