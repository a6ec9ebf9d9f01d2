package state

import (
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// toolEvent folds the events of tools that have no text of their own:
// progress, previews, and the panel of a fusion item. It reports whether it
// knew the event.
func (x *Exchange) toolEvent(e *wire.Event, family, verb string) bool {
	switch {
	case family == "fusion_call.panel" || family == "fusion_call.panel.reasoning":
		return x.panel(e, family, verb)
	case family == "fusion_call.analysis":
		return x.analysis(e, verb)
	case family == "image_generation_call" && verb == "partial_image":
		it := x.item(e.OutputIndex, e.ItemID, family)
		it.content.partial, it.Version = e.Data, it.Version+1
	case isStatusFamily(family) && isStatusVerb(verb):
		it := x.item(e.OutputIndex, e.ItemID, family)
		it.content.status, it.Version = verb, it.Version+1
	default:
		return false
	}
	return true
}

// panel folds response.fusion_call.panel.*: what each model of the panel
// answers, kept with the fusion item.
func (x *Exchange) panel(e *wire.Event, family, verb string) bool {
	if family != "fusion_call.panel" && verb != "delta" {
		return false
	}
	switch verb {
	case "added", "delta", "completed", "failed":
	default:
		return false
	}
	it := x.item(e.OutputIndex, e.ItemID, "fusion_call")
	it.Version++
	c := &it.content
	p := c.panelOf(read.Panelist(*e), x.Frames-1, x.now)
	p.Frame, p.ToUS = x.Frames-1, x.now
	switch verb {
	case "delta":
		if strings.HasSuffix(family, ".reasoning") {
			p.reasoning.grow(e.Delta)
		} else {
			p.text.grow(e.Delta)
		}
	case "completed":
		streamed := x.streamed(&p.text, p.Raw != nil)
		x.supersede(c, p.text.settlePlain(scan.Get(e.Data, "content")) && streamed)
		p.Status, p.Raw = verb, e.Data
	case "failed":
		p.Error = errorText(scan.Get(e.Data, "error"))
		p.Status, p.Raw = verb, e.Data
	}
	return true
}

// errorText reads an error that may be a string or an object with a message.
func errorText(v []byte) string {
	if scan.KindOf(v) == scan.Object {
		if text := scan.Text(scan.Get(v, "message")); text != "" {
			return text
		}
	}
	return scan.AnyText(v)
}

// panelOf finds the panel of a model, or adds it with the frame and the moment
// at which it began.
func (c *content) panelOf(model string, frame int, now int64) *Panel {
	if p := c.byModel[model]; p != nil {
		return p
	}
	if c.byModel == nil {
		c.byModel = make(map[string]*Panel)
	}
	p := &Panel{Model: model, Status: "in_progress", First: frame, FromUS: now}
	c.byModel[model] = p
	c.panels = append(c.panels, p)
	return p
}

// analysis folds response.fusion_call.analysis.*. The analyst is named by
// analyst_model; its deprecated alias judge_model is read when it came alone
// (document, Versioning).
func (x *Exchange) analysis(e *wire.Event, verb string) bool {
	if verb != "in_progress" && verb != "completed" {
		return false
	}
	it := x.item(e.OutputIndex, e.ItemID, "fusion_call")
	it.Version++
	c := &it.content
	if c.fusion == nil {
		c.fusion = &Analysis{First: x.Frames - 1, FromUS: x.now}
	}
	a := c.fusion
	a.Status, a.Frame, a.ToUS = verb, x.Frames-1, x.now
	analyst, conflict := read.Analyst(*e)
	if conflict {
		x.warnf(WarnUnknown, "judge_model", "analyst_model is %s, but its deprecated alias judge_model is %s",
			analyst, scan.Text(scan.Get(e.Data, "judge_model")))
	}
	if analyst != "" {
		a.Judge = scan.Text(scan.Get(e.Data, "analyst_model")) == "" && (a.Model == "" || a.Judge)
		a.Model = analyst
	}
	if v := scan.Get(e.Data, "analysis"); !scan.IsNull(v) {
		a.Result = v
	}
	return true
}
