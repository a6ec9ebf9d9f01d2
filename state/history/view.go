package history

import "time"

// View is a filter with a name.
type View struct{ Name, Filter string }

// BuiltIn are the views that are always there; the last has what was exchanged since the
// program began, by whichever program.
func BuiltIn(began time.Time) []View {
	return []View{
		{"all", ""},
		{"failed", "verdict:failed or verdict:truncated"},
		{"blocked", "verdict:blocked"},
		{"slow", "ttft>2s or lasted>30s"},
		{"since start", "since:" + began.Format("2006-01-02T15:04:05")},
	}
}
