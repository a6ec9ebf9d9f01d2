package preview

import (
	"strings"
	"testing"
)

func TestPagesAreOfferedOnlyWhereThereIsMore(t *testing.T) {
	offers := func(m *Model) bool {
		for _, b := range m.ShortHelp() {
			if strings.Contains(strings.Join(b.Keys(), " "), "pgdown") {
				return true
			}
		}
		return false
	}
	if offers(shown("{}", 80, 20)) {
		t.Error("all is in sight, and a page down is offered")
	}
	m := shown(strings.Repeat("line\n", 40), 80, 20)
	if !offers(m) {
		t.Error("no page down is offered, with more below")
	}
	m.Scroll(0, 100)
	if !offers(m) {
		t.Error("at the end the way back is not offered")
	}
}
