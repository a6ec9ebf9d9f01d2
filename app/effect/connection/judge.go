package connection

import (
	"context"
	"fmt"
	"gatehouse/state/answer/figures"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client"
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
		t.step(report.Finding{Name: "models", Level: report.OK, Message: figures.Counted(len(list), "model"), Took: a.took()})
	}
	return list
}

func keyRefused(status int) string { return fmt.Sprintf("not checked: no access (%d)", status) }

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

// key reports whether the server accepts the key, judged by the list of models and the
// rejection of the broken request. Some servers check the request before the key, so the list
// counts too. carried names the headers that carry a key.
func (t *test) key(ctx context.Context, carried []string, listed, refused answer) {
	sent := len(carried) > 0
	decisive := refused
	if refused.notThere() || refused.status() == 0 || listed.status() == http.StatusUnauthorized && !refused.refusesKey() {
		decisive = listed
	}
	switch status := decisive.status(); {
	case decisive.refusesKey():
		t.step(t.refusedKey(carried, decisive))
	case listed.refusesKey():
		t.step(report.Finding{
			Name: "key", Level: report.Skipped, Message: fmt.Sprintf("unknown: only the list of models is forbidden (%d)", listed.status()),
			Detail: "A wrong key may be the reason, and so may a key without that right.",
		})
	case refused.notThere(), status < 400, status >= 500, status == http.StatusForbidden, status == http.StatusProxyAuthRequired,
		status == http.StatusTooManyRequests: // which many services say before they look at the key
		t.step(report.Finding{Name: "key", Level: report.Skipped, Message: "unknown: the answers do not show whether it is accepted"})
	case sent && profile.Exposed(t.BaseURL) != "":
		t.step(report.Finding{
			Name: "key", Level: report.Warning, Message: "not rejected, but it is sent unencrypted to " + profile.Exposed(t.BaseURL),
			Detail: "Anyone on the way can read it over plain http.", Remedy: "use https",
		})
	case !sent:
		t.step(report.Finding{Name: "key", Level: report.OK, Message: "none sent, none required"})
	case t.needsKey(ctx, carried, listed):
		t.step(report.Finding{Name: "key", Level: report.OK, Message: "accepted: GET /models refuses requests without it"})
	case ctx.Err() == nil:
		t.step(report.Finding{Name: "key", Level: report.Skipped, Message: "unknown: not rejected, but perhaps not checked either"})
	}
}

// needsKey reports whether the server lists its models only with a key: it asks for the list
// again, without one.
func (t *test) needsKey(ctx context.Context, carried []string, listed answer) bool {
	if status := listed.status(); status < 200 || status > 299 {
		return false
	}
	without := http.Header{}
	for _, name := range carried {
		without[name] = nil
	}
	open := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath, Header: without})
	return open.refusesKey()
}

// refusedKey returns the step of a rejected key, with the header to correct if it carries the
// key.
func (t *test) refusedKey(carried []string, a answer) report.Finding {
	s := t.explained("key", report.Failed, len(carried) > 0, a)
	if len(carried) > 0 && !slices.Contains(carried, authorization) {
		s.Remedy = "correct the header " + strings.Join(carried, " or ") + ", or set a key if the server wants one in addition"
	}
	return s
}

const authorization = "Authorization"
