package form

import (
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/state/request/talk"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// failer is what both testing and rapid can fail with.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// host is a form over a document, which does what the form asks for as the
// program does.
type host struct {
	*Model
	t       failer
	draft   *talk.Draft
	notices []string       // notices
	other   []views.Intent // all that is no edit
}

func newHost(t failer, width, height int, doc string, f Form) *host {
	styles := themes.Dark()
	h := &host{Model: New(&styles, views.NewKeys(views.DefaultCommands())), t: t}
	draft, err := talk.ParseDraft([]byte(doc))
	if err != nil {
		t.Fatalf("%s: %v", doc, err)
	}
	h.draft = draft
	h.SetFocus(true)
	h.SetSize(width, height)
	h.SetForm(f)
	h.SetDocument(draft.Bytes(), draft.Version())
	return h
}

// heading is the form of one of the request's headings.
func heading(name string) Form {
	for _, g := range field.Groups() {
		if g.Name == name {
			return Form{Title: g.Name, Fields: g.Fields}
		}
	}
	return Form{}
}

// plugin is the form of the first plugin, of a kind.
func plugin(id string) Form {
	p, _ := field.FindPlugin(id)
	return Form{Title: p.ID, Base: "/plugins/0", Fields: p.Fields, Intro: []string{p.Help}, Others: true, Hide: []string{"id"}}
}

func tool(doc string) Form {
	t, _ := field.FindTool([]byte(doc))
	return Form{Title: t.Type, Base: "/tools/0", Fields: t.Fields, Others: true, Hide: []string{"type"}}
}

// do does what the form asks for.
func (h *host) do(intent views.Intent) {
	h.t.Helper()
	var err error
	switch in := intent.(type) {
	case nil:
		return
	case views.Edit:
		if in.Value == nil {
			if !h.draft.Delete(in.Pointer) {
				h.t.Errorf("there is nothing to delete at %q", in.Pointer)
			}
			break
		}
		err = h.draft.Set(in.Pointer, in.Value)
	case views.Insert:
		if n := h.length(in.Pointer); in.Index != n {
			h.t.Errorf("an element is put at %d of %d", in.Index, n)
		}
		err = h.draft.Set(in.Pointer+"/-", in.Value)
	case views.MoveElement:
		err = h.moveElement(in)
	case views.Notify:
		h.notices = append(h.notices, in.Text)
	default:
		h.other = append(h.other, in)
	}
	if err != nil {
		h.t.Errorf("%#v: %v", intent, err)
	}
	h.SetDocument(h.draft.Bytes(), h.draft.Version())
}

func (h *host) length(pointer string) int {
	v, _ := h.draft.Get(pointer)
	n := 0
	for range scan.Elements(v) {
		n++
	}
	return n
}

func (h *host) moveElement(in views.MoveElement) error {
	a, b := in.Pointer+"/"+strconv.Itoa(in.From), in.Pointer+"/"+strconv.Itoa(in.To)
	x, _ := h.draft.Get(a)
	y, _ := h.draft.Get(b)
	x, y = append([]byte(nil), x...), append([]byte(nil), y...)
	if err := h.draft.Set(a, y); err != nil {
		return err
	}
	return h.draft.Set(b, x)
}

// press types keys as Bubble Tea writes them.
func (h *host) press(names ...string) *host {
	h.t.Helper()
	for _, name := range names {
		k := keyPress(name)
		answer := h.Update(k)
		intent, cmd := answer.Intent, answer.Cmd
		if cmd != nil {
			h.t.Fatalf("%s: the form has no Cmd of its own", name)
		}
		h.do(intent)
	}
	return h
}

// text types a text letter by letter.
func (h *host) text(s string) *host {
	h.t.Helper()
	for _, r := range s {
		intent := h.Update(tea.KeyPressMsg{Code: r, Text: string(r)}).Intent
		h.do(intent)
	}
	return h
}

func keyPress(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "esc": tea.KeyEscape,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "space": tea.KeySpace,
	}
	var k tea.KeyPressMsg
	rest := name
	for {
		mod, tail, more := strings.Cut(rest, "+")
		if !more || mod == "" {
			break
		}
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		}
		rest = tail
	}
	if code, ok := special[rest]; ok {
		k.Code = code
		if rest == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(rest)
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// plain is the drawn pane without styles and trailing blanks.
func (h *host) plain() string {
	h.t.Helper()
	lines := strings.Split(ansi.Strip(exact(h.t, h.Model)), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// exact returns the drawn pane, which must be as large as it should be, safe,
// and have its cursor inside.
func exact(t failer, m *Model) string {
	t.Helper()
	view := m.View()
	if m.width == 0 || m.height == 0 {
		if view != "" {
			t.Fatalf("%d×%d cells are drawn as %q", m.width, m.height, view)
		}
		return view
	}
	lines := strings.Split(view, "\n")
	if len(lines) != m.height {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), m.height, ansi.Strip(view))
	}
	for _, l := range lines {
		if w := text.Width(l); w != m.width {
			t.Fatalf("%d cells, want %d: %q", w, m.width, l)
		}
		if text.Guard(l) != l {
			t.Fatalf("a line holds what a terminal obeys: %q", l)
		}
	}
	if c := m.Cursor(); c != nil && (c.X < 0 || c.Y < 0 || c.X >= m.width || c.Y >= m.height) {
		t.Fatalf("the cursor is at %d,%d of %d×%d", c.X, c.Y, m.width, m.height)
	}
	return view
}

// document compares the document with what it should be.
func (h *host) document(want string) {
	h.t.Helper()
	if got := string(h.draft.Bytes()); got != want {
		h.t.Errorf("the document is\n%s\nwant\n%s", got, want)
	}
}

const autoDoc = `{"model": "auto", "plugins": [{"id": "auto-router", "allowed_models": ["borealis/*", "cobalt/coder-*"], "excluded_models": ["cobalt/coder-xl"], "cost_tier": "high", "cost_quality_tradeoff": 3}]}`

const toolDoc = `{"tools": [{"type": "function", "name": "get_weather", "description": "Tells the weather.", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "name of the city"}, "days": {"type": "array", "items": {"type": "integer"}}, "where": {"type": "object", "properties": {"lat": {"type": "number"}}}, "unit": {"type": "string", "enum": ["c", "f"], "description": "of what is told"}, "ref": {"$ref": "#/x"}}, "required": ["city"], "additionalProperties": false}}]}`
