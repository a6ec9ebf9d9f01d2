package explain

import (
	"net/http"
	"regexp"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// inputModel matches how a server names the model of an input item: input[1].model, or
// input.1.model.
var inputModel = regexp.MustCompile(`\binput(?:\[(\d{1,6})\]|\.(\d{1,6}))\.model\b`)

// RefusesModel reports whether a service refused a request for the model member of an
// assistant message: a 400 names that member, and the request has it. OpenAI and equally
// strict servers accept no unknown member there.
func RefusesModel(x *state.Exchange) bool {
	if x == nil || x.Failure == nil || len(x.Request) == 0 {
		return false
	}
	status := x.Failure.Status
	if status == 0 {
		status = statusOf(*x.Failure)
	}
	if status != http.StatusBadRequest {
		return false
	}
	for _, n := range modelsNamed(*x.Failure) {
		from, to, ok := scan.Find(x.Request, []string{"input", n})
		if !ok {
			continue
		}
		if item := x.Request[from:to]; scan.Text(scan.Get(item, "role")) == "assistant" && scan.Get(item, "model") != nil {
			return true
		}
	}
	return false
}

// modelsNamed lists the items of input whose model a failure names.
func modelsNamed(f wire.Failure) []string {
	var places []string
	for _, words := range []string{f.Param, f.Message} {
		for _, m := range inputModel.FindAllStringSubmatch(words, 8) {
			places = append(places, m[1]+m[2])
		}
	}
	return places
}

// refusedModel explains a request that was refused for the model of a message.
func refusedModel(x *state.Exchange, p Explanation, c Context) Explanation {
	if !RefusesModel(x) {
		return p
	}
	p.Meaning = "The service does not accept `model` on an assistant message."
	if c.Command {
		p.Suggestions = otherAdvice("send it without `model` on assistant messages; message_model = false in a profile leaves it out")
		return p
	}
	p.Meaning += " It is now left out on this connection."
	p.Suggestions = []Advice{{"send the turn again: `model` is left out", Resend}}
	return p
}
