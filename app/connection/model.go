package connection

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/report"
)

// model reports whether the model of the connection is there.
func (t *test) model(ctx context.Context, list []wire.Model) {
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
		t.step(report.Finding{Name: "model", Level: report.Skipped, Said: "unknown: there is no list to find " + t.Model + " in"})
		return
	case slices.Contains(slugs, t.Model):
		t.step(report.Finding{Name: "model", Level: report.OK, Said: t.Model + " is in the list"})
		return
	case variant != "" && slices.Contains(slugs, base):
		t.step(report.Finding{Name: "model", Level: report.OK, Said: base + " is in the list; its variant " + variant + " is not"})
		return
	}
	t.unlisted(ctx, slugs)
}

// unlisted looks for a model that is not in the list. Some servers take more names than they
// list, and tell of one by its own path: a 404 there says that a model is not one only where
// the same path finds one that is listed.
func (t *test) unlisted(ctx context.Context, slugs []string) {
	s := report.Finding{Name: "model", Level: report.Skipped, Said: "unknown: " + t.Model + " is not in the list"}
	if !onePath(t.Model) {
		t.step(s)
		return
	}
	one := t.oneModel(ctx, t.Model)
	s.Took = one.took()
	switch status := one.status(); {
	case ctx.Err() != nil:
		return
	case one.isModel(t.Model):
		s.Level, s.Said = report.OK, t.Model+" is not in the list, but the server knows it"
	case status >= 200 && status < 300:
		s.Said += ", and asking for it brought something else"
	case status == http.StatusNotFound:
		t.notListed(ctx, &s, slugs)
	case status == 0:
		s.Said += ", and asking for it brought no answer"
	default:
		s.Said += fmt.Sprintf(", and asking for it brought a %d", status)
	}
	if ctx.Err() == nil {
		t.step(s)
	}
}

// notListed judges a model that is neither in the list nor found by its path.
func (t *test) notListed(ctx context.Context, s *report.Finding, slugs []string) {
	s.Remedy = "choose a model of the list"
	if near := explain.SimilarSlugs(t.Model, slugs, 3); len(near) > 0 {
		s.Remedy = "did you mean " + strings.Join(near, " or ") + "?"
	}
	s.Level, s.Said, s.Detail = report.Warning, t.Model+" is not in the list", "Whether the server takes names that it does not list is unknown."
	service, _ := profile.Lookup(t.BaseURL)
	if service.Aliases {
		s.Detail = service.Name + " also takes names that it does not list."
		return
	}
	if !onePath(slugs[0]) {
		return
	}
	if listed := t.oneModel(ctx, slugs[0]); listed.status() >= 200 && listed.status() < 300 && !listed.webPage() {
		s.Level, s.Said, s.Detail = report.Failed, t.Model+" is unknown to this server, which lists "+count(len(slugs)), ""
	}
}

// oneModel asks for a model by its path.
func (t *test) oneModel(ctx context.Context, slug string) answer {
	return t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath + "/" + slug})
}

// isModel reports whether an answer tells of just this model: some servers answer with their
// list, or with a page, whatever is asked for.
func (a *answer) isModel(slug string) bool {
	if status := a.status(); status < 200 || status > 299 {
		return false
	}
	text := a.Text()
	body := text.All()
	return scan.Text(scan.Get(body, "id")) == slug || scan.Text(scan.At(body, "data", "id")) == slug
}

// onePath reports whether a model's name stays where it stands in a path: a segment of
// dots alone would lead elsewhere, with the key.
func onePath(model string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(model, func(r rune) bool { return r == '/' || r == '\\' }), func(segment string) bool {
		return segment == "." || segment == ".."
	})
}
