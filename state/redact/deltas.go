package redact

import (
	"strings"

	"gatehouse/client/scan"
)

// piece is a part of a text, and the frame that it came in.
type piece struct {
	text
	frame int
}

// spreadText is a text that came piece by piece.
type spreadText struct {
	path     string // of each piece in its event
	pieces   []piece
	searched bool // each piece alone
}

// isPiece reports whether a member of that name may hold a piece of a text that other events
// go on with: older completions, Ollama, Cohere, Hugging Face, the AI SDK.
func isPiece(name string) bool {
	switch name {
	case "text", "content", "response", "completion", "textDelta", "argsTextDelta", "inputTextDelta", "reasoning", "reasoning_content", "thinking",
		"arguments", "partial_json", "output", "outputText", "generation", "answer":
		return true
	}
	return strings.HasSuffix(name, "_delta") || strings.HasSuffix(name, "Delta")
}

// deltas puts the pieces of texts together: strings at the same place of events of the same
// type that say the same of where they belong.
type deltas struct {
	frame int
	by    map[string]*spreadText
	all   []*spreadText // in order of their beginnings

	// Of the event that is read:
	kind, item string
	indexes    strings.Builder
	output     bool // it has an output_index
	pending    []spreadText
}

// event searches one event of a stream; the pieces of texts in it are left to deltas.
func (s *search) event(t text, d *deltas) {
	w := &walker{search: s, doc: t, across: s.rules.across(t.b), deltas: d}
	outer := s.at
	s.at = inJSON{outer, w}
	d.begin()
	_ = scan.Scan(t.b, w) // it was checked
	d.end()
	s.at = outer
}

func (d *deltas) begin() {
	d.kind, d.item, d.output, d.pending = "", "", false, d.pending[:0]
	d.indexes.Reset()
}

// begins reports whether strings below the member that is read are pieces of texts: delta,
// as all but one convention call them, and candidates, as Gemini does.
func (d *deltas) begins(levels []level) bool {
	name := levels[len(levels)-1].name
	return name == "delta" || len(levels) == 1 && name == "candidates"
}

// take takes a string of the event; false leaves it to the walker.
func (d *deltas) take(w *walker, name string, t text) bool {
	if len(w.levels) == 1 {
		switch name {
		case "type":
			d.kind = string(t.b)
		case "item_id":
			d.item = string(t.b)
		}
	}
	if w.under == 0 {
		// Others send pieces under the name of the whole: each is searched alone, too.
		if isPiece(name) && len(t.b) > 0 {
			d.pending = append(d.pending, spreadText{path: w.path(), searched: true, pieces: []piece{{t, d.frame}}})
		}
		return false
	}
	switch name {
	case "type", "id", "name", "role", "status", "finish_reason", "finishReason", "stop_reason":
		return false
	}
	if strings.HasSuffix(name, "_id") {
		return false
	}
	d.pending = append(d.pending, spreadText{path: w.path(), pieces: []piece{{t, d.frame}}})
	return true
}

// number notes where the event's pieces belong.
func (d *deltas) number(name string, value []byte) {
	if name == "index" || strings.HasSuffix(name, "_index") {
		d.output = d.output || name == "output_index"
		d.indexes.WriteString(name + "=" + string(value) + " ")
	}
}

// end adds the event's pieces to their texts.
func (d *deltas) end() {
	for _, p := range d.pending {
		item := d.item
		if d.output {
			item = "" // some servers give another id in every event
		}
		key := strings.Join([]string{d.kind, item, d.indexes.String(), p.path}, "\x00")
		of := d.by[key]
		if of == nil {
			of = &spreadText{path: strings.TrimSpace(d.kind + " " + p.path), searched: p.searched}
			if d.by == nil {
				d.by = map[string]*spreadText{}
			}
			d.by[key] = of
			d.all = append(d.all, of)
		}
		of.pieces = append(of.pieces, p.pieces...)
	}
}
