package connection

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/profile"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/answer/explain"
	"gatehouse/state/report"
)

// models reports on the list of models and returns it.
func (t *test) models(a, refused answer) []wire.Model {
	status := a.status()
	switch {
	case status == http.StatusUnauthorized:
		t.step(report.Finding{Name: "models", Level: report.Skipped, Message: keyRefused(status)})
		return nil
	case a.notThere() && refused.notThere():
		t.step(report.Finding{Name: "models", Level: report.Warning, Message: fmt.Sprintf("no list (%d)", status), Took: a.took()})
		return nil
	}
	if a.End.Cause != wire.EndClean || status < 200 || status > 299 {
		s := t.explained("models", report.Warning, true, a)
		s.Message = "no list: " + s.Message
		if a.notThere() && !a.webPage() {
			s.Detail, s.Remedy = "Models can be typed, but not chosen from a list.", ""
		}
		t.step(s)
		return nil
	}
	list, err := read.Models(wire.TrimBOM(a.Text().All()))
	switch {
	case err != nil && a.webPage():
		t.step(report.Finding{Name: "models", Level: report.Warning, Message: "no list: the answer is a web page", Took: a.took()})
	case err != nil:
		t.step(report.Finding{Name: "models", Level: report.Warning, Message: "no list: the answer is not a list of models", Took: a.took()})
	case len(list) == 0:
		t.step(report.Finding{Name: "models", Level: report.Warning, Message: "the list is empty", Remedy: "load a model on the server", Took: a.took()})
	default:
		t.step(report.Finding{Name: "models", Level: report.OK, Message: count(len(list)), Took: a.took()})
	}
	return list
}

func keyRefused(status int) string { return fmt.Sprintf("not checked: no access (%d)", status) }

func count(models int) string {
	if models == 1 {
		return "1 model"
	}
	return fmt.Sprintf("%d models", models)
}

// responses reports whether the server has POST /responses; listed: it lists models.
func (t *test) responses(a answer, listed bool) {
	const name = "/responses"
	status := a.status()
	switch {
	case a.End.Cause != wire.EndClean || a.Head == nil:
		t.step(t.explained(name, report.Failed, true, a))
	case a.refusesKey():
		t.step(report.Finding{Name: name, Level: report.Skipped, Message: keyRefused(status)})
	case status >= 200 && status < 300:
		t.step(report.Finding{
			Name: name, Level: report.Failed, Message: fmt.Sprintf("not this API (%d)", status), Took: a.took(),
			Detail: "A request cut off in the middle was answered as if it were complete.", Remedy: t.otherPath(a, listed),
		})
	case a.notThere():
		t.step(report.Finding{
			Name: name, Level: report.Failed, Message: fmt.Sprintf("not this API: there is no POST /responses (%d)", status), Took: a.took(),
			Detail: quoteServer(a.failure.Message), Remedy: t.otherPath(a, listed),
		})
	case status == http.StatusTooManyRequests, status == http.StatusPaymentRequired:
		t.step(t.explained(name, report.Warning, true, a))
	case status >= 400 && status < 500 && status != http.StatusProxyAuthRequired && a.fromAPI():
		t.step(report.Finding{Name: name, Level: report.OK, Message: fmt.Sprintf("found: it rejects a broken request (%d)", status), Took: a.took()})
	case a.refusesForm() && listed:
		t.step(report.Finding{
			Name: name, Level: report.Warning, Message: fmt.Sprintf("found, it seems: a broken request is rejected (%d)", status), Took: a.took(),
			Detail: "The error is not in this API's form, but the same server lists its models.",
		})
	case status == http.StatusInternalServerError && a.fromAPI():
		t.step(report.Finding{
			Name: name, Level: report.Warning, Message: "found, but a broken request makes it fail (500)", Took: a.took(),
			Detail: "A complete request was not tried. " + quoteServer(a.failure.Message),
		})
	default:
		t.step(t.explained(name, report.Failed, true, a))
	}
}

// otherPath returns what to try if the address answers, but is not that of the API.
func (t *test) otherPath(a answer, listed bool) string {
	if listed {
		return "ask those who run the server; it may offer another API only, for example chat completions"
	}
	s := t.explained("", report.Failed, true, a)
	if first, _, _ := strings.Cut(s.Remedy, "; or "); strings.Contains(first, "base URL has no") {
		return first
	}
	return "check the path of the base URL; the server may offer another API only, for example chat completions"
}

// model reports whether the server lists the model of the connection.
func (t *test) model(list []wire.Model) {
	if t.Model == "" {
		return
	}
	var slugs []string
	for _, m := range list {
		slugs = append(slugs, m.ID)
	}
	base, variant, _ := strings.Cut(t.Model, ":")
	switch {
	case len(slugs) == 0:
		t.step(report.Finding{Name: "model", Level: report.Skipped, Message: "unknown: there is no list to find " + t.Model + " in"})
		return
	case slices.Contains(slugs, t.Model):
		t.step(report.Finding{Name: "model", Level: report.OK, Message: t.Model + " is in the list"})
		return
	case variant != "" && slices.Contains(slugs, base):
		t.step(report.Finding{Name: "model", Level: report.OK, Message: base + " is in the list; its variant " + variant + " is not"})
		return
	}
	f := report.Finding{
		Name: "model", Level: report.Warning, Message: t.Model + " is not in the list",
		Detail: "Whether the server takes names that it does not list is unknown.", Remedy: "choose a model of the list",
	}
	if near := explain.SimilarSlugs(t.Model, slugs, 3); len(near) > 0 {
		f.Remedy = "did you mean " + strings.Join(near, " or ") + "?"
	}
	if service, _ := profile.Lookup(t.BaseURL); service.Aliases {
		f.Detail = service.Name + " also takes names that it does not list."
	}
	t.step(f)
}
