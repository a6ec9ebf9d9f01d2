package connection

import (
	"context"
	"fmt"
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
	t.unlisted(ctx, slugs)
}

// unlisted looks for a model that is not in the list. Some servers know more names than
// they list, and tell of one by its own path. Only a 404 there says that it is not one.
func (t *test) unlisted(ctx context.Context, slugs []string) {
	s := Step{Name: "model", State: Skipped, Said: "not known: " + t.Model + " is not in the list, and cannot be asked for by its path"}
	if !onePath(t.Model) {
		t.step(s)
		return
	}
	one := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath + "/" + t.Model})
	s.Took = one.took()
	switch status := one.status(); {
	case ctx.Err() != nil:
		return
	case status >= 200 && status < 300 && !one.webPage():
		s.State, s.Said = OK, t.Model+" is there, although not in the list"
	case status == http.StatusNotFound:
		s.State, s.Said, s.Remedy = Failed, t.Model+" is not among the "+count(len(slugs))+" of this server", "choose a model of the list"
		if near := explain.SimilarSlugs(t.Model, slugs, 3); len(near) > 0 {
			s.Remedy = "did you mean " + strings.Join(near, " or ") + "?"
		}
	case status == 0:
		s.Said = "not known: " + t.Model + " is not in the list, and asking for it brought no answer"
	default:
		s.Said = fmt.Sprintf("not known: %s is not in the list, and asking for it brought a %d", t.Model, status)
	}
	t.step(s)
}

// onePath reports whether a model's name stays where it stands in a path: a segment of
// dots alone would lead elsewhere, with the key.
func onePath(model string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(model, func(r rune) bool { return r == '/' || r == '\\' }), func(segment string) bool {
		return segment == "." || segment == ".."
	})
}
