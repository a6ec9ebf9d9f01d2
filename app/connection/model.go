package connection

import (
	"slices"
	"strings"

	"gatehouse/client/profile"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
	"gatehouse/state/report"
)

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
