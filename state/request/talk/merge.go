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
