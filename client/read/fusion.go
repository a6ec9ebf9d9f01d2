package read

import (
	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
)

// AnalystModel returns the model that analyses a fusion's panel, from a
// response.fusion_call.analysis.* event: analyst_model, or else its deprecated alias
// judge_model (API document, "Versioning"). conflict is true if the event has both and they
// differ: then analyst_model counts.
func AnalystModel(e wire.Event) (model string, conflict bool) {
	analyst, judge := gjson.GetBytes(e.Data, "analyst_model"), gjson.GetBytes(e.Data, "judge_model")
	if analyst.Str == "" {
		return judge.Str, false
	}
	return analyst.Str, judge.Str != "" && judge.Str != analyst.Str
}

// PanelModel returns the model of a response.fusion_call.panel.* event.
func PanelModel(e wire.Event) string { return gjson.GetBytes(e.Data, "model").Str }
