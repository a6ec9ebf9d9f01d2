package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
)

// mode is what is being typed.
type mode uint8

const (
	writeValue mode = iota // the row's value, as its field writes it
	writeJSON              // the row's value, as JSON
	writeNew               // a new element of a list
	writeKey               // the name of a new pair or property
	writePair              // the value of a new pair
	writeName              // another name for a pair or property
)

// typing is the text that is being typed, and the values that are offered for
// it.
type typing struct {
	mode    mode
	key     string       // of the row that it is typed at
	what    *field.Field // what the text becomes
	ed      *edit.Editor
	top     int    // first row of the text on the screen
	name    string // writePair: the pair's name
	wrong   string // why the text could not be taken
	initial string // the text that typing began with
	source  field.Source

	offers  []offer
	shown   []fuzzy.Match
	at      int  // the offer that enter takes; -1: the text
	first   bool // the best offer is taken unless another one is chosen
	changed bool // the text is another than typing began with
	picked  bool // an offer was gone to
}

// offer is a value that can be taken instead of the text.
type offer struct {
	Suggestion
	json []byte // the value; nil: the text becomes Suggestion.Value
}

// maxFilter is the longest text that finds anything of what is offered, in
// bytes.
const maxFilter = 1 << 10

// offers lets the filter see what is offered.
type offers []offer

func (o offers) String(i int) string { return o[i].Value }
func (o offers) Len() int            { return len(o) }

// offer sets what is offered from a source.
func (t *typing) offer(values []Suggestion) {
	t.offers = t.offers[:0]
	for _, s := range values {
		t.offers = append(t.offers, offer{Suggestion: s})
	}
	t.filter()
}

// filter shows the offers that the text finds: all until it was changed.
func (t *typing) filter() {
	t.shown = t.shown[:0]
	if len(t.offers) == 0 {
		return
	}
	text := strings.TrimSpace(t.ed.Text())
	if len(text) > maxFilter {
		t.at = -1
		return
	}
	if !t.changed || text == "" {
		for i := range t.offers {
			t.shown = append(t.shown, fuzzy.Match{Index: i})
		}
		t.at = min(t.at, len(t.shown)-1)
		return
	}
	t.shown = append(t.shown, fuzzy.FindFrom(text, offers(t.offers))...)
	t.at = -1
	if (t.what.Kind == field.Choice || t.first || t.isQuery(text)) && len(t.shown) > 0 {
		t.at = 0
	}
}

// isQuery reports whether a text is taken for words that look for one of what a
// source offers, not for the value itself: a full name (vendor/model), a
// pattern or what is offered itself is one.
func (t *typing) isQuery(text string) bool {
	vendor, name, _ := strings.Cut(text, "/")
	switch {
	case t.source == field.NoSource || t.mode == writeJSON:
		return false
	case t.source == field.Patterns && strings.ContainsAny(text, "*/"), vendor != "" && name != "":
		return false
	}
	return !slices.ContainsFunc(t.offers, func(o offer) bool { return o.Value == text })
}

// asItIs reports whether the text is one of what can be taken, in addition to what it
// finds: at is -1 then.
func (t *typing) asItIs() bool {
	return t.changed && len(t.shown) > 0 && !t.first && !t.what.Closed && strings.TrimSpace(t.ed.Text()) != ""
}

// begin starts typing at a row.
func (m *Model) begin(r *row, md mode, what *field.Field, text string) *typing {
	t := &typing{mode: md, key: r.key(), what: what, ed: edit.New(), initial: text, at: -1}
	t.ed.Set(text)
	m.typed = t
	m.changed()
	return t
}

// write starts typing the value of a row.
func (m *Model) write(r *row) {
	f := r.what
	text := scan.Text(r.value)
	switch {
	case f.Kind == field.Choice:
		text = ""
	case r.in != nil && r.in.kind == field.Pairs:
		text = pairText(r.in.element, r.value)
	case !isText(f) || scan.KindOf(r.value) == scan.Null:
		text = strings.TrimSpace(string(r.value))
	}
	m.begin(r, writeValue, f, text).offerFor(f, r.value, m.suggest)
}

// writeAsJSON starts typing the value of a row as JSON. For one that is not set
// the values that it may start from are offered.
func (m *Model) writeAsJSON(r *row) {
	t := m.begin(r, writeJSON, r.what, string(r.value))
	if r.value != nil {
		return
	}
	if offersJSON(r.what) {
		t.offers = append(t.offers, starts(r.what)...)
	}
	if r.what.Else != nil {
		t.offerElse(r.what.Else)
	}
	if r.kind == rowHead && len(t.offers) > 0 {
		t.at, t.first = 0, true
	}
	t.filter()
}

// offersJSON reports whether a field's options are JSON values, not words or elements.
func offersJSON(f *field.Field) bool {
	return f.Kind == field.Object || f.Kind == field.JSON || f.Kind == field.Pairs
}

// starts returns a field's options that are written as JSON, named by what they
// are.
func starts(f *field.Field) []offer {
	var out []offer
	for _, o := range f.Options {
		s := Suggestion{Value: o.Help, Words: o.Value}
		if o.Help == "" {
			s = Suggestion{Value: o.Value}
		}
		out = append(out, offer{s, []byte(o.Value)})
	}
	return out
}

// offerFor sets what is offered for a field, with the present value selected.
func (t *typing) offerFor(f *field.Field, value []byte, suggest map[field.Source][]Suggestion) {
	t.source = f.Source
	t.offer(suggest[f.Source])
	if f.Kind == field.Choice {
		for _, o := range f.Options {
			if scan.KindOf(value) == scan.String && scan.Text(value) == o.Value {
				t.at = len(t.offers)
			}
			t.offers = append(t.offers, offer{Suggestion{Value: o.Value, Words: o.Help}, scan.Quote(o.Value)})
		}
		if f.Nullable {
			t.offers = append(t.offers, offer{Suggestion{Value: "null", Words: "the value null"}, []byte("null")})
		}
	}
	if e := f.Else; e != nil {
		t.offerElse(e)
	}
	if t.at < 0 && f.Kind == field.Choice && len(t.offers) > 0 {
		t.at = 0
	}
	t.filter()
}

// offerElse offers the field's other type: the values that it may start from,
// else an empty one. A text becomes a list by the key that adds to it.
func (t *typing) offerElse(e *field.Field) {
	switch {
	case offersJSON(e) && len(e.Options) > 0:
		t.offers = append(t.offers, starts(e)...)
	case e.Kind == field.Object || e.Kind == field.Pairs:
		t.offers = append(t.offers, offer{Suggestion{Value: "{}", Words: "an object with fields"}, []byte("{}")})
	case e.Kind == field.List:
		t.offers = append(t.offers, offer{Suggestion{Value: "[]", Words: "a list"}, []byte("[]")})
	}
}

// multiline reports whether a line feed may be typed.
func (t *typing) multiline() bool {
	text := t.what.Kind == field.Text && (t.what.Long || strings.Contains(t.initial, "\n"))
	return t.mode == writeJSON || text && t.mode != writeKey && t.mode != writeName
}

// typeKey handles a message while text is being typed.
func (m *Model) typeKey(msg tea.Msg) views.Intent {
	t := m.typed
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		m.Drop()
		return nil
	}
	text, at := t.ed.State(), t.at
	action := m.keys.Asked(msg, views.Composer)
	switch {
	case m.keys.Asked(msg, views.Global) == views.ActEditor:
		return m.editText()
	case action == views.ActSend:
		return m.accept()
	case action == views.ActNewLine && !t.multiline():
		return nil
	case len(t.shown) > 0 && (action == views.ActUp || action == views.ActDown) && t.pick(action):
		if t.at != at {
			m.changed()
		}
		return nil
	case action != "":
		t.ed.Do(action)
	default:
		t.ed.Insert(printed(msg, t.multiline()))
	}
	if t.changed || t.ed.Text() != t.initial {
		t.changed = true
		t.filter()
	}
	if t.ed.State() != text || t.at != at || t.wrong != "" {
		t.wrong = ""
		m.changed()
	}
	return nil
}

// reject shows why the text could not be taken.
func (m *Model) reject(wrong string) {
	if m.typed.wrong != wrong {
		m.typed.wrong = wrong
		m.changed()
	}
}

// pick moves through what is offered; it reports whether it could, else the
// cursor moves through the text.
func (t *typing) pick(action views.Action) bool {
	line, _ := t.ed.Cursor()
	switch {
	case action == views.ActUp && t.at < 0, action == views.ActDown && t.at < 0 && line < t.ed.Rows()-1:
		return false
	case action == views.ActUp:
		t.at--
	default:
		t.at = min(t.at+1, len(t.shown)-1)
	}
	t.picked = true
	return true
}

// printed returns the text that a key or a paste puts in.
func printed(msg tea.Msg, lines bool) string {
	text := ""
	switch msg := msg.(type) {
	case tea.PasteMsg:
		text = msg.Content
	case tea.KeyPressMsg:
		text = views.Typed(msg)
	}
	if !lines && strings.ContainsAny(text, "\r\n") {
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	return text
}
