package rank_test

import (
	"slices"
	"testing"

	"gatehouse/state/rank"
)

func TestResultWithAnotherTextIsWarnedAbout(t *testing.T) {
	const request = `{"documents":["one",{"text":"two","image":"https://x/y"},{"image":"https://x/z"},"four"]}`
	for body, want := range map[string][]string{
		`[{"index":0,"score":2,"document":{"text":"one\n"}},{"index":1,"score":1,"document":{"text":"two"}}]`:                  nil,
		`[{"index":0,"score":2},{"index":1,"score":1,"document":null},{"index":2,"score":0,"document":{"image":"https://x"}}]`: nil,
		`[{"index":0,"score":2,"document":"four"},{"index":3,"score":1,"document":{"text":"one"}},{"index":9,"score":1,"document":"x"}]`: {
			"results with another text than the request's document at that index (index 0, 3)"},
	} {
		var o rank.Order
		if o.CheckTexts([]byte(request), result(t, body)); !slices.Equal(o.Warnings, want) {
			t.Errorf("%s: %q", body, o.Warnings)
		}
	}
}
