package inspect

import (
	"strings"
	"testing"
)

// TestNoListOfStagesIsNotNoGuardrail: only a list of stages shows that none of
// them is a guardrail.
func TestNoListOfStagesIsNotNoGuardrail(t *testing.T) {
	for pipeline, want := range map[string]string{
		`"pipeline":[]`: "✓ No guardrail acted.",
		`"attempt":0`:   "has no pipeline",
		`"pipeline":{"type":"guardrail","name":"lonely"}`: "▸ pipeline",
	} {
		got := plain(shownGuards(answered(404, `{"model":"m"}`, `{"error":{"code":404,"message":"m"},"x_metadata":{"requested":"m","strategy":"direct",`+pipeline+`}}`), 100, 20))
		if !strings.Contains(got, want) || strings.Contains(got, "No guardrail acted") != strings.Contains(want, "No guardrail acted") {
			t.Errorf("%s:\n%s", pipeline, got)
		}
	}
}
