package read

import (
	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
)

// AnalystModel returns the model that analyses a fusion's panel, as the
// response.fusion_call.analysis.* events name it: analyst_model, or its
// deprecated alias judge_model when that alone came (API document,
// "Versioning"). conflict is true when both came and differ: then analyst_model
// counts.
func AnalystModel(e wire.Event) (model string, conflict bool) {
	analyst, judge := gjson.GetBytes(e.Data, "analyst_model"), gjson.GetBytes(e.Data, "judge_model")
	if analyst.Str == "" {
		return judge.Str, false
	}
	return analyst.Str, judge.Str != "" && judge.Str != analyst.Str
}

// PanelModel returns the model that a response.fusion_call.panel.* event speaks
// of.
func PanelModel(e wire.Event) string { return gjson.GetBytes(e.Data, "model").Str }
