package talk

import (
	"gatehouse/client/scan"
)

// PlaceOf returns where the value that a JSON Pointer (RFC 6901) names begins
// and ends in a document: bytes from its start. It reads the document once.
func PlaceOf(doc []byte, pointer string) (from, to int, ok bool) {
	path, err := tokens(pointer)
	if err != nil {
		return 0, 0, false
	}
	return scan.Find(doc, path)
}

// PointerAt returns the JSON Pointer of the innermost value to which the byte
// at offset belongs: to a member its name, its colon and its value; commas,
// brackets and the white space around belong to the object or array. It reads
// the document up to offset, once.
func PointerAt(doc []byte, offset int) string { return scan.Pointer(scan.Path(doc, offset)...) }
