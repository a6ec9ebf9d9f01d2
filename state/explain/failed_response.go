package explain

import (
	"net/http"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
)

// Two can be to blame for what is no fault of the request: the gateway, to which it
// was sent, and the provider, whom the gateway asked. Which of the two is said only
// where the answer tells.

// failedInAnswer explains a failure inside an answer, without a status of its own.
func failedInAnswer(p Explanation, status int, c Context) Explanation {
	kept := " What arrived is kept."
	if c.NoRequest {
		kept = ""
	}
	switch {
	case !c.HasOutput:
	case status == 0, status == http.StatusInternalServerError:
		p.Title = "the answer ended with an error"
		p.Meaning = "An error arrived in the middle of the answer. Its code does not say whether the gateway or a provider failed." + kept
	case status == http.StatusBadGateway:
		p.Meaning = "The provider started to answer and failed before the end." + kept
	case kept != "":
		p.Meaning += " The answer had started; what arrived is kept."
	}
	return p
}

// failedProvider returns the provider that failed, where the type of the error or the
// attempts name it.
func failedProvider(x *state.Exchange, p Explanation) Explanation {
	f := x.Failure
	status := f.Status
	if status != http.StatusInternalServerError && status != http.StatusServiceUnavailable || notFromGateway(*f) {
		return p
	}
	typed := statusOfWord(f.Type)
	if typed == 0 || typed == http.StatusInternalServerError {
		typed = statusOfWord(scan.Text(scan.Get(f.Metadata, "error_type")))
	}
	provider := typed == http.StatusBadGateway || typed == 529
	for _, a := range read.Routing(x.Routing).Attempts {
		provider = provider || a.Status >= 500
	}
	switch {
	case !provider:
	case status == http.StatusInternalServerError:
		p.Title = "the provider failed" + code(*f)
		p.Meaning = "The gateway forwarded the request, and the provider failed."
	default:
		p.Meaning = "The provider behind the gateway cannot take the request right now."
	}
	return p
}
