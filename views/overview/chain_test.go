package overview

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
	"gatehouse/views"
)

// TestAChainOfModelsIsNamed from the request on, and the model of each attempt
// where they differ in it.
func TestAChainOfModelsIsNamed(t *testing.T) {
	const request = `{"models":["fjord/abyss","aurora/dawn"]}`
	x := state.NewExchange("r", []byte(request))
	if got := screen(page(views.Subject{Turn: 1, Exchange: x}, false, 100, 30)); !strings.Contains(got, "fjord/abyss, then aurora/dawn") {
		t.Errorf("it does not name what was asked for:\n%s", got)
	}
	x = statetest.Answered(200, request, `{"id":"r","object":"response","status":"completed","model":"aurora/dawn","output":[],"x_metadata":{"requested":"fjord/abyss","strategy":"fallback","attempt":2,`+
		`"attempts":[{"provider":"Local","model":"fjord/abyss","status":503},{"provider":"Local","model":"aurora/dawn","status":200}]}}`)
	got := screen(page(views.Subject{Turn: 1, Exchange: x, Metadata: true}, false, 100, 30))
	for _, want := range []string{"fjord/abyss, then aurora/dawn", "✗ Local  503  fjord/abyss", "● Local  200  aurora/dawn"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
}
