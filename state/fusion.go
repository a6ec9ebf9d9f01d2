package state

import (
	"encoding/json"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Panel is one model of a fusion item's panel.
type Panel struct {
	Model      string
	Status     string          // in_progress, completed or failed
	Error      string          // of a failed panel
	Raw        json.RawMessage // the event that ended it; nil before
	FirstFrame int             // frame of the first event about it, counted from 0
	LastFrame  int             // frame of the last event about it
	FromUS     int64           // arrival of FirstFrame
	ToUS       int64           // arrival of LastFrame
	text       TextBuffer
	reasoning  TextBuffer
}

// Text returns the panel's answer so far; see Part.Text.
func (p *Panel) Text() string { return p.text.String() }

// TextBuffers returns the panel's answer and its reasoning, to be read in pieces or
// measured.
func (p *Panel) TextBuffers() (answer, reasoning *TextBuffer) { return &p.text, &p.reasoning }

// Reasoning returns the panel's reasoning so far; see Part.Text.
func (p *Panel) Reasoning() string { return p.reasoning.String() }

// Analysis is the analyst's work on a fusion item.
type Analysis struct {
	Model      string          // analyst_model, or its deprecated alias judge_model
	Status     string          // in_progress or completed
	Judge      bool            // only the deprecated alias has named the analyst
	Result     json.RawMessage // the analysis as received; nil before it is complete
	FirstFrame int             // frame of the first event about it, counted from 0
	LastFrame  int             // frame of the last event about it
	FromUS     int64           // arrival of FirstFrame
	ToUS       int64           // arrival of LastFrame
}

// panelEvent folds response.fusion_call.panel.*: the answers of the panel's models, stored
// in the fusion item.
func (x *Exchange) panelEvent(e *wire.Event, family, verb string) bool {
	if family != "fusion_call.panel" && verb != "delta" {
		return false
	}
	switch verb {
	case "added", "delta", "completed", "failed":
	default:
		return false
	}
	it := x.findOrCreate(e.OutputIndex, e.ItemID, "fusion_call")
	it.Version++
	c := &it.content
	p := c.panelOf(read.PanelModel(*e), x.Frames-1, x.nowUS)
	p.LastFrame, p.ToUS = x.Frames-1, x.nowUS
	switch verb {
	case "delta":
		if strings.HasSuffix(family, ".reasoning") {
			x.grow(&p.reasoning, e)
		} else {
			x.grow(&p.text, e)
		}
	case "completed":
		streamed := x.fullyStreamed(&p.text, p.Raw != nil)
		x.countReplaced(c, p.text.setAny(scan.Get(e.Data, "content")) && streamed)
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

// panelOf returns the panel of a model, or adds it with the frame and the time of its
// first event.
func (c *content) panelOf(model string, frame int, now int64) *Panel {
	if p := c.byModel[model]; p != nil {
		return p
	}
	if c.byModel == nil {
		c.byModel = make(map[string]*Panel)
	}
	p := &Panel{Model: model, Status: "in_progress", FirstFrame: frame, FromUS: now}
	c.byModel[model] = p
	c.panels = append(c.panels, p)
	return p
}

// analysisEvent folds response.fusion_call.analysis.*. The analyst is named by
// analyst_model; its deprecated alias judge_model is read where it is the only one
// (document, Versioning).
func (x *Exchange) analysisEvent(e *wire.Event, verb string) bool {
	if verb != "in_progress" && verb != "completed" {
		return false
	}
	it := x.findOrCreate(e.OutputIndex, e.ItemID, "fusion_call")
	it.Version++
	c := &it.content
	if c.fusion == nil {
		c.fusion = &Analysis{FirstFrame: x.Frames - 1, FromUS: x.nowUS}
	}
	a := c.fusion
	a.Status, a.LastFrame, a.ToUS = verb, x.Frames-1, x.nowUS
	analyst, conflict := read.AnalystModel(*e)
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
