package views

import "testing"

func TestPlaceOfAPointer(t *testing.T) {
	group := func(member string) string {
		return map[string]string{"temperature": "sampling", "a/b": "other"}[member]
	}
	cases := []struct {
		pointer string
		want    Place
		ok      bool
	}{
		{"", Place{}, false},
		{"/", Place{}, false},
		{"/temperature", Place{Group: "sampling"}, true},
		{"/a~1b/0", Place{Group: "other"}, true},
		{"/nobody", Place{}, false},
		{"/plugins", Place{Section: PluginsSection}, false},
		{"/plugins/2/allowed_models/0", Place{Section: PluginsSection, Index: 2}, true},
		{"/tools/0", Place{Section: ToolsSection}, true},
		{"/tools/-1", Place{Section: ToolsSection, Index: -1}, false},
		{"/input/9999/content/0/text", Place{Section: ItemsSection, Index: 9999}, true},
		{"/input/x", Place{Section: ItemsSection}, false},
	}
	for _, c := range cases {
		got, ok := PlaceOf(c.pointer, group)
		if got != c.want || ok != c.ok {
			t.Errorf("%q: %+v, %v; want %+v, %v", c.pointer, got, ok, c.want, c.ok)
		}
		if ok && got.Section != RequestSection {
			if again, _ := PlaceOf(got.Pointer(), nil); again != got {
				t.Errorf("%q: its own pointer leads to %+v", c.pointer, again)
			}
		}
	}
}
