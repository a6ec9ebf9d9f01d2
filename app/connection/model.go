package connection

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
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
		t.step(Step{Name: "model", State: Skipped, Said: "not known: there is no list to look for " + t.Model})
		return
	case slices.Contains(slugs, t.Model):
		t.step(Step{Name: "model", State: OK, Said: t.Model + " is in the list"})
		return
	case variant != "" && slices.Contains(slugs, base):
		t.step(Step{Name: "model", State: OK, Said: base + " is in the list; its variant " + variant + " is not listed"})
		return
	}
	// Some servers know more names than they list, and tell of one by its own path.
	one := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath + "/" + t.Model})
	if one.status() >= 200 && one.status() < 300 && !one.webPage() {
		t.step(Step{Name: "model", State: OK, Said: t.Model + " is there, although not in the list", Took: one.took()})
		return
	}
	s := Step{
		Name: "model", State: Failed, Said: t.Model + " is not among the " + count(len(slugs)) + " of this server",
		Remedy: "choose a model of the list", Took: one.took(),
	}
	if near := explain.SimilarSlugs(t.Model, slugs, 3); len(near) > 0 {
		s.Remedy = "did you mean " + strings.Join(near, " or ") + "?"
	}
	t.step(s)
}
