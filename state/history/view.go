package history

import "time"

// View is a filter with a name.
type View struct{ Name, Filter string }

// BuiltIn are the views that are always there. Those of this run are what a playground
// has exchanged since it began.
func BuiltIn(began time.Time) []View {
	return []View{
		{"all", ""},
		{"failed", "verdict:failed or verdict:truncated"},
		{"blocked", "verdict:blocked"},
		{"slow", "ttft>2s or total>30s"},
		{"this run", "origin:playground since:" + began.Format("2006-01-02T15:04:05")},
	}
}
