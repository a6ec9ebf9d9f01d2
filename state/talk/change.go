package talk

import (
	"encoding/json"

	"gatehouse/client/scan"
)

// Change puts a value at a place of a document; a nil value takes away what
// stands there.
type Change struct {
	Pointer string // JSON Pointer (RFC 6901)
	Value   json.RawMessage
}

// Changed returns a request document with changes made in their order; all else
// in it keeps its order and spelling. The document given is not written to. The
// error is that of Draft.Set; to take away what is not there is none.
func Changed(doc []byte, changes ...Change) ([]byte, error) {
	for _, c := range changes {
		path, err := tokens(c.Pointer)
		if err != nil {
			return nil, err
		}
		if c.Value == nil {
			if without, ok := deleteAt(doc, path); ok {
				doc = without
			}
			continue
		}
		if err := scan.Check(c.Value); err != nil {
			return nil, err
		}
		if doc, err = setAt(doc, path, c.Value); err != nil {
			return nil, err
		}
	}
	return doc, nil
}
