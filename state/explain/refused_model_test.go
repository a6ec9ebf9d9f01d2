package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestRefusesModel: only a 400 that names the model of an assistant message which
// the request has.
func TestRefusesModel(t *testing.T) {
	const request = `{"model":"m","input":[{"role":"user","content":"a","model":"x"},{"role":"assistant","content":"b","model":"x"},{"role":"assistant","content":"c"}]}`
	for body, want := range map[string]bool{
		`{"error":{"message":"Unknown parameter: 'input[1].model'."}}`:              true,
		`{"error":{"message":"no","param":"input[1].model"}}`:                       true,
		`{"detail":"body.input.1.model: Extra inputs are not permitted"}`:           true,
		`{"error":{"message":"Unknown parameter: 'input[0].model'."}}`:              false,
		`{"error":{"message":"Unknown parameter: 'input[2].model'."}}`:              false,
		`{"error":{"message":"Unknown parameter: 'input[9].model'."}}`:              false,
		`{"error":{"message":"Unknown parameter: 'input[1].model_name'."}}`:         false,
		`{"error":{"message":"The model of input 1 is not known","param":"model"}}`: false,
	} {
		for _, status := range []int{400, 404} {
			x := state.NewExchange("x", []byte(request))
			x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: status, Header: http.Header{}}},
				wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
			if got := RefusesModel(x); got != (want && status == 400) {
				t.Errorf("%d %s: %v", status, body, got)
			}
			if p, _ := Exchange(x, Context{Command: true}); RefusesModel(x) && (!strings.Contains(p.SuggestionTexts()[0], "message_model = false") || p.Advises(Resend)) {
				t.Errorf("%s: %+v", body, p)
			}
			if p, _ := Exchange(x, Context{}); RefusesModel(x) && !p.Advises(Resend) {
				t.Errorf("%s: %+v", body, p)
			}
		}
	}
}
