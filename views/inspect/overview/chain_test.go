package overview

import (
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
)

// TestAChainOfModelsIsNamed from the request on, and the model of each attempt
// where they differ in it.
func TestAChainOfModelsIsNamed(t *testing.T) {
	const request = `{"models":["fjord/abyss","aurora/dawn"]}`
	x := state.NewExchange("r", []byte(request))
	if got := screen(pageOf(views.Subject{Turn: 1, Exchange: x}, false, 100, 30)); !strings.Contains(got, "fjord/abyss, then aurora/dawn") {
		t.Errorf("it does not name what was asked for:\n%s", got)
	}
	x = statetest.Answered(200, request, `{"id":"r","object":"response","status":"completed","model":"aurora/dawn","output":[],"x_metadata":{"requested":"fjord/abyss","strategy":"fallback","attempt":2,`+
		`"attempts":[{"provider":"Local","model":"fjord/abyss","status":503},{"provider":"Local","model":"aurora/dawn","status":200}]}}`)
	got := screen(pageOf(views.Subject{Turn: 1, Exchange: x, Metadata: true}, false, 100, 30))
	for _, want := range []string{"fjord/abyss, then aurora/dawn", "✗ Local  503  fjord/abyss", "● Local  200  aurora/dawn"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
}

// TestOnlyWhatBeganIsCalledBegun: a model that is named before an answer began nothing, and
// an attempt whose answer broke off is marked so, as on the page of the route.
func TestOnlyWhatBeganIsCalledBegun(t *testing.T) {
	const created = `{"type":"response.created","response":{"id":"r","object":"response","status":"in_progress","model":"fjord/bay","output":[]}}`
	const delta = `{"type":"response.output_text.delta","output_index":0,"delta":"a"}`
	for _, tt := range []struct {
		events     []string
		want, lack string
		column     string
	}{
		{[]string{created}, "reported fjord/bay", "started by|then the answer", "~fjord/latest reported fjord/bay"},
		{[]string{created, delta}, "started by fjord/bay|● Fjord 200, then the answer was cut off", "named fjord", "~fjord/latest ─▶ fjord/bay"},
	} {
		x := state.NewExchange("x", []byte(`{"model":"~fjord/latest","stream":true}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}, Stream: true})
		for _, data := range tt.events {
			e, err := read.Event([]byte(data))
			x.Apply(wire.Arrival{Kind: wire.ArrivedFrame, Frame: wire.Frame{Kind: wire.FrameEvent, Data: []byte(data)}, Event: e, Decoded: err == nil})
		}
		x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndLost, Message: "lost"}})
		x.Routing = []byte(`{"requested":"fjord/bay","strategy":"direct","attempts":[{"provider":"Fjord","model":"fjord/bay","status":200}]}`)
		s := views.Subject{Turn: 1, Exchange: x, Metadata: true}
		if got := strings.Join(strings.Fields(screen(pageOf(s, true, 60, 40))), " "); !strings.Contains(got, tt.column) {
			t.Errorf("no %q in\n%s", tt.column, got)
		}
		got := strings.Join(strings.Fields(screen(pageOf(s, false, 100, 40))), " ")
		for _, words := range strings.Split(tt.want, "|") {
			if !strings.Contains(got, words) {
				t.Errorf("no %q in\n%s", words, got)
			}
		}
		for _, words := range strings.Split(tt.lack, "|") {
			if strings.Contains(got, words) {
				t.Errorf("%q in\n%s", words, got)
			}
		}
	}
}
