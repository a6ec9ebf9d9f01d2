package explain

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/spelling"
)

// Obstacle says in a sentence why a failed request got no answer: the constraint that
// emptied the set of candidates, or the endpoints that were tried. It reads only the body,
// and is empty where that does not say.
func Obstacle(x *state.Exchange) string {
	if x == nil || x.Verdict != state.Failed {
		return ""
	}
	if list := emptyingConstraints(x); len(list) > 0 {
		return list[0].words(list[0].otherProviderConstraints(x))
	}
	if words := availability(x); words != "" {
		return words
	}
	routing := read.Routing(x.Routing)
	served := func(a wire.Attempt) bool { return a.Status >= 200 && a.Status < 300 }
	if len(routing.Attempts) > 0 && !slices.ContainsFunc(routing.Attempts, served) {
		return failedEndpoints(x, routing.Attempts)
	}
	if slug, ok := unknownSlug(x, routing); ok {
		return "There is no model " + spelling.Quoted(slug) + ": no provider has an endpoint for it."
	}
	if f := x.Failure; f == nil || f.Status != http.StatusNotFound || routing.Total <= 0 || len(routing.Endpoints) > 0 || routing.Attempt > 0 {
		return ""
	}
	why := "The service does not say why."
	if kind := scan.Text(scan.Get(x.Failure.Metadata, "error_type")); len(x.Failure.Metadata) > 0 && kind == "" {
		why = "The reason is not reported, unless it is in error.metadata."
	}
	switch routing.EndpointsAs {
	case wire.Missing:
		return fmt.Sprintf("The service does not say whether any of %d endpoints was left for this request, or why none served it.", routing.Total)
	case wire.Listed:
		return fmt.Sprintf("The model has endpoints (%d), but none was left for this request. %s", routing.Total, why)
	}
	return ""
}

// unknownSlug returns the requested model when nothing at all was found for it.
func unknownSlug(x *state.Exchange, r wire.Routing) (string, bool) {
	if x.Failure == nil || x.Failure.Status != http.StatusNotFound && !codeIs(x, "model_not_found") {
		return "", false
	}
	slug := x.RequestModel
	if slug == "" {
		slug = r.Requested
	}
	known := len(r.Endpoints) > 0 || r.Total > 0 || len(r.Pipeline) > 0 || r.Attempt > 0 || r.EndpointsAs == wire.Malformed
	none := r.Total == 0 || r.EndpointsAs == wire.Listed // that nothing was found has to be told
	return slug, slug != "" && !known && (none || codeIs(x, "model_not_found"))
}

func codeIs(x *state.Exchange, code string) bool {
	return x.Failure != nil && scan.Text(scan.Get(x.Failure.Available, "code")) == code
}

// failedEndpoints says which endpoints failed, and what had excluded the others before.
func failedEndpoints(x *state.Exchange, attempts []wire.Attempt) string {
	status := 0
	if x.Failure != nil {
		status = x.Failure.Status
	}
	words := attemptsSentence(attempts, status)
	for _, c := range constraints(x) {
		if !c.dropped {
			continue
		}
		allowed := 0 // providers that the list names
		for range scan.Elements(c.value) {
			allowed++
		}
		if a := attempts[0]; len(attempts) == 1 && allowed == 1 && a.Provider != "" && (c.field == "provider.order" || c.field == "provider.only") {
			return fmt.Sprintf("%s, the only provider that %s allows, failed: %s.", named(a.Provider), c.setting(), attemptEnd(a))
		}
		return words + " " + c.setting() + " had excluded others."
	}
	return words
}

func who(a wire.Attempt) string { return strings.TrimSpace(named(a.Provider) + " " + named(a.Model)) }

// attemptEnd returns AttemptWords as they may be in a sentence of ours.
func attemptEnd(a wire.Attempt) string {
	if a.Status == wire.None && AttemptStatus(a) != "" {
		return named(AttemptStatus(a))
	}
	return AttemptWords(a)
}

// attemptsSentence says how the attempts ended; status is that of the answer.
func attemptsSentence(attempts []wire.Attempt, status int) string {
	var told []string
	for _, a := range attempts {
		told = append(told, who(a)+": "+attemptEnd(a))
	}
	const most = 6
	which := fmt.Sprintf("All %d endpoints tried failed", len(told))
	switch n := len(told); {
	case n == 1 && attempts[0].Status == status: // the failure's title says how
		return "The only endpoint tried, " + who(attempts[0]) + ", failed."
	case n == 1:
		which = "The only endpoint tried failed"
	case n == 2:
		which = "Both endpoints tried failed"
	case n > most:
		told = append(told[:most], "…")
	}
	return which + ". " + strings.Join(told, "; ") + "."
}

// words says what a constraint excluded, and what the others left it.
func (c constraint) words(beside []constraint) string {
	value, every, none := c.spelled(), "every provider of the model", "none of the providers it names serves the model."
	if left := providersLeft(beside); left != "" {
		every, none = "every provider that "+left, "it names none that "+left+"."
	}
	switch {
	case c.onlyInMessage:
		return "The message names " + named(c.field) + ", which the request sets:" + value + "."
	case c.name() == "max_price" && c.plugin != "":
		words := "max_price" + value + " excludes every model"
		if model, price, n := c.cheapest(); model != "" {
			words += fmt.Sprintf(": the cheapest of %d priced models, %s, costs %s USD per million input tokens", n, named(model), price)
		} else if model, price = c.quoted(); price != "" {
			words += ": the cheapest model the service names" + withCommas(named(model)) + " costs " + price
		}
		return words + "."
	case c.name() == "allowed_models":
		return "allowed_models" + value + " matches no model."
	case c.name() == "excluded_models":
		return "excluded_models" + value + " excludes every model that was left."
	case c.field == "provider.only":
		return "provider.only" + value + " leaves no provider: " + none
	case c.field == "provider.ignore":
		return "provider.ignore" + value + " excludes " + every + "."
	case c.field == "provider.order":
		return "provider.order" + value + " with allow_fallbacks false leaves no provider: " + none
	case strings.HasPrefix(c.field, "provider.max_price"):
		return named(c.field) + value + " (USD per million tokens) is below the price of " + every + "."
	case c.field == "provider.data_collection", c.field == "provider.zdr":
		return "Data policy: " + c.field + value + " excludes " + every + "."
	case strings.HasPrefix(c.name(), "enable_") && c.pointer == "":
		return "Data policy: the guardrail setting " + named(c.name()) + " is off and excludes every provider of the model. The request cannot change it."
	case c.detail != "" && c.pointer == "":
		return "The constraint " + named(c.field) + " left no candidates: " + spelling.Quoted(c.detail)
	}
	return named(c.field) + value + " left no candidates."
}

// setting names a constraint with its value.
func (c constraint) setting() string {
	words := named(c.field) + c.spelled()
	if c.field == "provider.order" { // which takes nothing away otherwise
		words += " with allow_fallbacks false"
	}
	return words
}

// spelled returns the value as spelled in the request, in one line and shortened.
func (c constraint) spelled() string {
	if c.value == nil {
		return ""
	}
	var words []string
	for _, e := range scan.Elements(c.value) {
		if len(words) == 4 {
			words = append(words, "…")
			break
		}
		words = append(words, named(textOf(e)))
	}
	switch scan.KindOf(c.value) {
	case scan.Array:
		return " (" + strings.Join(words, ", ") + ")"
	case scan.Number:
		return " " + shortenWord(string(c.value))
	}
	return " (" + named(textOf(c.value)) + ")"
}

func textOf(v []byte) string {
	if scan.KindOf(v) == scan.String {
		return scan.Text(v)
	}
	return string(v)
}

// shortenWord shortens a word that is too long for a sentence.
func shortenWord(s string) string {
	if r := []rune(s); len(s) > 80 && len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

// named returns a received name as it may be in a sentence of ours: shortened, and quoted unless it is
// a single word.
func named(s string) string { return spelling.Word(shortenWord(s)) }

// cheapest returns a stage's candidate with the lowest price, the price as spelled, and
// how many have one.
func (c constraint) cheapest() (model, price string, n int) {
	best := 0.0
	for _, e := range scan.Elements(scan.Get(c.data, "candidates")) {
		spelled := scan.Get(e, "price")
		value, ok := number(spelled)
		if !ok {
			continue
		}
		if n++; n == 1 || value < best {
			best, model, price = value, scan.Text(scan.Get(e, "model")), string(spelled)
		}
	}
	return model, price, n
}

// score returns the coding score of a stage's candidate, as spelled; empty for none.
func (c constraint) score(model string) string {
	for _, e := range scan.Elements(scan.Get(c.data, "candidates")) {
		if v := scan.Get(e, "coding_score"); scan.Text(scan.Get(e, "model")) == model && scan.KindOf(v) == scan.Number {
			return string(v)
		}
	}
	return ""
}

// quoted returns the cheapest model that an error itself names, and its price as spelled,
// where that is above the request's cap.
func (c constraint) quoted() (model, price string) {
	v := scan.Get(c.data, "cheapest")
	if scan.KindOf(v) == scan.Object {
		model, v = scan.Text(scan.Get(v, "model")), scan.Get(v, "price")
	}
	limit, _ := number(c.value)
	if n, ok := number(v); !ok || scan.KindOf(v) != scan.Number || n <= limit {
		return "", ""
	}
	return model, string(v)
}

// withCommas sets a name off from the words around it.
func withCommas(name string) string {
	if name == "" {
		return ""
	}
	return ", " + name + ","
}
