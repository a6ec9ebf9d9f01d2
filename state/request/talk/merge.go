package talk

import "gatehouse/client/scan"

// MergePatch returns doc changed by a JSON merge patch (RFC 7386): a member of the patch replaces the one of
// doc, null removes it, and an object is merged. Everything that the patch does not name stays as spelled.
func MergePatch(doc, patch []byte) ([]byte, error) { return mergeAt(doc, nil, patch) }

func mergeAt(doc []byte, path []string, patch []byte) ([]byte, error) {
	if scan.KindOf(patch) != scan.Object {
		return setAt(doc, path, trimSpace(patch))
	}
	at, left := locate(doc, path)
	if len(left) > 0 || scan.KindOf(doc[at.from:at.to]) != scan.Object {
		var err error
		if doc, err = setAt(doc, path, []byte("{}")); err != nil {
			return nil, err
		}
	}
	for m := range scan.Members(patch) {
		member := append(path[:len(path):len(path)], m.Key)
		if scan.IsNull(m.Value) {
			for removed := true; removed; { // a member may be there twice
				doc, removed = deleteAt(doc, member)
			}
			continue
		}
		var err error
		if doc, err = mergeAt(doc, member, m.Value); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// MergeDiff returns the smallest merge patch that makes to of from, two objects; {} where they are the same.
func MergeDiff(from, to []byte) []byte {
	var w []byte
	add := func(key string, value []byte) {
		if len(w) > 0 {
			w = append(w, ',')
		}
		w = append(append(append(w, scan.Quote(key)...), ':'), value...)
	}
	for m := range scan.Members(to) {
		switch was := scan.Get(from, m.Key); {
		case was == nil && scan.IsNull(m.Value): // a patch cannot set it: null removes
		case was == nil:
			add(m.Key, m.Value)
		case scan.Same(was, m.Value):
		case scan.KindOf(was) == scan.Object && scan.KindOf(m.Value) == scan.Object:
			add(m.Key, MergeDiff(was, m.Value))
		default:
			add(m.Key, m.Value)
		}
	}
	for m := range scan.Members(from) {
		if scan.Get(to, m.Key) == nil {
			add(m.Key, []byte("null"))
		}
	}
	return append(append([]byte{'{'}, w...), '}')
}

// ModelPatch returns the merge patch that sets a model.
func ModelPatch(slug string) []byte {
	return append(append([]byte(`{"model":`), scan.Quote(slug)...), '}')
}

// PatchWords describes a merge patch in a few words, one for each member that it changes: "sim/coder",
// "sort: price", "temperature 0.2", "no tools". Of a deep place the last name is written.
func PatchWords(patch []byte) []string {
	var words []string
	for m := range scan.Members(patch) {
		switch kind := scan.KindOf(m.Value); {
		case m.Key == "model" && kind == scan.String:
			words = append(words, scan.Text(m.Value))
		case scan.IsNull(m.Value):
			words = append(words, "no "+m.Key)
		case kind == scan.Object:
			words = append(words, PatchWords(m.Value)...)
		case kind == scan.String:
			words = append(words, m.Key+": "+scan.Text(m.Value))
		case kind == scan.Array:
			words = append(words, m.Key)
		default:
			words = append(words, m.Key+" "+string(m.Value))
		}
	}
	return words
}
