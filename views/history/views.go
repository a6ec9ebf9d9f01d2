package history

import (
	"strconv"
	"strings"

	"gatehouse/state/history"
	"gatehouse/views/text"
)

// leastFilter is how many cells the filter and its counts keep beside the views; where
// there are fewer, the views have a row of their own.
const leastFilter = 60

// SetViews names the filters that can be chosen.
func (f *Filter) SetViews(all []history.View) { f.views = all; f.SetSize(f.width, f.height) }

// Views are the filters that can be chosen.
func (f *Filter) Views() []history.View { return f.views }

// Chosen is which of them the filter is; -1 for none.
func (f *Filter) Chosen() int {
	for i, v := range f.views {
		if v.Filter == strings.TrimSpace(f.Text()) {
			return i
		}
	}
	return -1
}

// beside reports whether the views stand in the line of the filter.
func (f *Filter) beside() bool {
	return len(f.views) > 0 && f.viewsWidth()+3+leastFilter <= f.width
}

func (f *Filter) viewsWidth() int {
	width := 1
	for i, v := range f.views {
		width += text.Width(viewKey(i)+" "+text.SafeLine(v.Name)) + 2
	}
	return max(width-2, 0)
}

// viewKey is the key of a view; those behind the ninth have none.
func viewKey(i int) string {
	if i > 8 {
		return "·"
	}
	return strconv.Itoa(i + 1)
}

// drawViews names the views with their keys; the chosen one stands out.
func (f *Filter) drawViews() string {
	var b strings.Builder
	chosen := f.Chosen()
	for i, v := range f.views {
		if i > 0 {
			b.WriteString("  ")
		}
		name := f.styles.Dim
		if i == chosen {
			name = f.styles.Here
		}
		b.WriteString(f.styles.Key.Render(viewKey(i)) + " " + name.Render(text.SafeLine(v.Name)))
	}
	return b.String()
}
