package state

import (
	"encoding/json"

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

func (x *Exchange) appendPanelText(e *wire.Event, p place) { x.grow(&p.panel.text, e) }

func (x *Exchange) appendPanelReasoning(e *wire.Event, p place) { x.grow(&p.panel.reasoning, e) }

func (x *Exchange) completePanel(e *wire.Event, p place) {
	streamed := x.fullyStreamed(&p.panel.text, p.panel.Raw != nil)
	x.countReplaced(&p.item.content, p.panel.text.setAny(scan.Get(e.Data, "content")) && streamed)
	p.panel.Status, p.panel.Raw = p.row.state, e.Data
}

func (x *Exchange) failPanel(e *wire.Event, p place) {
	p.panel.Error = errorText(scan.Get(e.Data, "error"))
	p.panel.Status, p.panel.Raw = p.row.state, e.Data
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

// panelOf returns the panel of a model, or adds it, and notes the frame and the time of an
// event about it.
func (c *content) panelOf(model string, frame int, now int64) *Panel {
	p := c.byModel[model]
	if p == nil {
		if c.byModel == nil {
			c.byModel = make(map[string]*Panel)
		}
		p = &Panel{Model: model, Status: "in_progress", FirstFrame: frame, FromUS: now}
		c.byModel[model] = p
		c.panels = append(c.panels, p)
	}
	p.LastFrame, p.ToUS = frame, now
	return p
}

// setAnalysis folds response.fusion_call.analysis.*. The analyst is named by analyst_model;
// its deprecated alias judge_model is read where it is the only one (document, Versioning).
func (x *Exchange) setAnalysis(e *wire.Event, p place) {
	c := &p.item.content
	if c.fusion == nil {
		c.fusion = &Analysis{FirstFrame: x.Frames - 1, FromUS: x.nowUS}
	}
	a := c.fusion
	a.Status, a.LastFrame, a.ToUS = p.row.state, x.Frames-1, x.nowUS
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
}
