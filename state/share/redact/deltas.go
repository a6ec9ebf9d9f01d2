package redact

import "strings"

// piece is a part of a text, and the frame that contains it.
type piece struct {
	text
	frame int
}

// spreadText is a text that arrived piece by piece.
type spreadText struct {
	path     string // of each piece in its event
	pieces   []piece
	searched bool // each piece alone
}

// textKey tells texts apart whose pieces alternate.
type textKey struct{ kind, item, indexes, path string }

// isPiece reports whether a member of that name may hold a piece of a text that other events
// continue: older completions, Ollama, Cohere, Hugging Face, the AI SDK.
func isPiece(name string) bool {
	switch name {
	case "text", "content", "response", "completion", "textDelta", "argsTextDelta", "inputTextDelta", "reasoning", "reasoning_content", "thinking",
		"arguments", "partial_json", "output", "outputText", "generation", "answer":
		return true
	}
	return strings.HasSuffix(name, "_delta") || strings.HasSuffix(name, "Delta")
}

// deltas joins the pieces of texts: strings at the same path in events with the same type, item and
// indexes.
type deltas struct {
	frame int
	by    map[textKey]*spreadText
	all   []*spreadText // in order of their beginnings

	// Of the event that is read:
	kind, item string
	indexes    strings.Builder
	output     bool // it has an output_index
	pending    []spreadText
}

// beginsPieces reports whether strings below the member that is read are pieces of texts: delta in
// all conventions but that of Gemini, which has candidates.
func (deltas) beginsPieces(levels []level) bool {
	name := levels[len(levels)-1].name
	return name == "delta" || len(levels) == 1 && name == "candidates"
}

// add adds a string of the event. It returns false for a string that the walker must search too.
func (d *deltas) add(w *walker, name string, t text) bool {
	if len(w.levels) == 1 {
		switch name {
		case "type":
			d.kind = string(t.b)
		case "item_id":
			d.item = string(t.b)
		}
	}
	if w.under == 0 {
		// Others send pieces under the name of the full text: each is searched alone too.
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

// number records an index that the event's pieces belong to.
func (d *deltas) number(name string, value []byte) {
	if name == "index" || strings.HasSuffix(name, "_index") {
		d.output = d.output || name == "output_index"
		d.indexes.WriteString(name + "=" + string(value) + " ")
	}
}

// flush adds the pieces of the event that was read to their texts.
func (d *deltas) flush() {
	for _, p := range d.pending {
		item := d.item
		if d.output {
			item = "" // some servers give another id in every event
		}
		key := textKey{d.kind, item, d.indexes.String(), p.path}
		of := d.by[key]
		if of == nil {
			of = &spreadText{path: strings.TrimSpace(d.kind + " " + p.path), searched: p.searched}
			if d.by == nil {
				d.by = map[textKey]*spreadText{}
			}
			d.by[key] = of
			d.all = append(d.all, of)
		}
		of.pieces = append(of.pieces, p.pieces...)
	}
	d.kind, d.item, d.output, d.pending = "", "", false, d.pending[:0]
	d.indexes.Reset()
}
