package json

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/json/tree"
	"gatehouse/themes"
)

func TestLongTextIsCutBetweenLetters(t *testing.T) {
	styles := themes.Dark()
	x, err := tree.New([]byte(`"` + strings.Repeat("é", 2*maxInLine) + `"`))
	if err != nil {
		t.Fatal(err)
	}
	for _, grows := range []bool{false, true} {
		drawn := Tree{
			Styles: &styles, Tint: NewTint(&styles), Index: x, Folds: x.Unfold(1), Width: 80, Hit: -1,
			More: func() string { return "enter" }, Grows: grows,
		}
		got := ansi.Strip(strings.Join(drawn.Pretty(drawn.Folds.First()), "\n"))
		if strings.Contains(got, "‹") || !strings.Contains(got, "enter") {
			t.Errorf("grows %t:\n%s", grows, got)
		}
	}
}
