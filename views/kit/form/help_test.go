package form

import (
	"strings"
	"testing"

	"gatehouse/state/request/field"
)

// TestCharactersOfAListAreCountedOnce, not at each redraw.
func TestCharactersOfAListAreCountedOnce(t *testing.T) {
	g := &group{what: &field.Field{MaxTotal: 9}, size: 2, value: []byte(`["a","bc"]`)}
	for range 2 {
		if got := g.counters(); got != "2, 3 characters" {
			t.Errorf("%q", got)
		}
		g.value = nil
	}
}

func TestHelpListsTheLimits(t *testing.T) {
	low, high := 0.5, 2.0
	cases := []struct {
		what field.Field
		want string
	}{
		{field.Field{}, ""},
		{field.Field{Min: &low, Max: &high}, "0.5 to 2"},
		{field.Field{Min: &low}, "at least 0.5"},
		{field.Field{Max: &high}, "at most 2"},
		{field.Field{Kind: field.List, MinItems: 1, MaxItems: 8, MaxLength: 3, MaxTotal: 9}, "1 to 8 elements, at most 3 characters each, at most 9 characters in all"},
		{field.Field{Kind: field.Pairs, MaxItems: 16, MaxKey: 64, BadInKey: "[]", MaxLength: 512}, "at most 16 pairs, keys of at most 64 characters, no [ ] in keys, at most 512 characters a value"},
		{field.Field{Kind: field.Objects, MinItems: 1}, "at least 1 element"},
	}
	for _, c := range cases {
		if got := limits(&c.what); got != c.want {
			t.Errorf("%+v: %q, want %q", c.what, got, c.want)
		}
	}
}

func TestCountersCountAgainstTheLimits(t *testing.T) {
	cases := []struct{ group, doc, want string }{
		{"identity", `{"metadata": {"key": "漢字"}}`, "key: 漢字             3 of 64, 2 of 512"},
		{"identity", `{"metadata": {"key": "v"}}`, "1 of 16"},
		{"identity", `{"session_id": "\u0061bc"}`, "3 of 256"},
		{"text", `{"image_config": {"k": "5", "l": 5}}`, `k: "5"`},
		{"text", `{"image_config": {"k": "5", "l": 5}}`, `l: 5`},
	}
	for _, c := range cases {
		h := newHost(t, 62, 30, c.doc, heading(c.group))
		if got := h.plain(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is missing in\n%s", c.doc, c.want, got)
		}
	}
}

// TestParsingWhatIsShownGivesTheValueAgain: opening a pair and taking it as it
// is changes nothing, whatever its type.
func TestParsingWhatIsShownGivesTheValueAgain(t *testing.T) {
	f := &field.Field{Values: []field.Kind{field.Text, field.Number, field.List}}
	for _, value := range []string{`"text"`, `"5"`, `5`, `0.50`, `"[1]"`, `[1, "a"]`, `"\"q\""`, `""`, `"null"`, `"{}"`} {
		back, wrong := parse(f, pairText(f, []byte(value)))
		if wrong != "" || string(back) != value {
			t.Errorf("%s is typed as %q and becomes %s %s", value, pairText(f, []byte(value)), back, wrong)
		}
	}
}

func TestTheHelpNamesWhatWorksHere(t *testing.T) {
	h := newHost(t, 62, 30, `{"metadata": {"k": "v"}}`, heading("identity"))
	short := func() string {
		var words []string
		for _, b := range h.ShortHelp() {
			words = append(words, b.Help().Key+" "+b.Help().Desc)
		}
		if stops := h.StopWord(); stops != "" { // which app names
			words = append(words, "esc "+stops)
		}
		return strings.Join(words, ", ")
	}
	cases := []struct {
		keys, want string
	}{
		{"", "enter edit, e JSON"},
		{"j j j", "enter edit, a add, d delete, = rename, e JSON"},
		{"enter", "enter apply, esc cancel"},
		{"esc /", "enter find, esc cancel"},
	}
	for _, c := range cases {
		h.press(strings.Fields(c.keys)...)
		if got := short(); got != c.want {
			t.Errorf("after %q: %s, want %s", c.keys, got, c.want)
		}
	}
}
