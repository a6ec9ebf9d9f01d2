package source

import (
	"bytes"

	"gatehouse/client/scan"
)

// sameDocument reports whether two valid documents differ in white space and
// in the order of their own members only: the program that writes a document
// gives some of its members a place.
func sameDocument(a, b []byte) bool {
	if sameJSON(a, b) {
		return true
	}
	if scan.KindOf(a) != scan.Object || scan.KindOf(b) != scan.Object {
		return false
	}
	members := map[string][]byte{}
	for m := range scan.Members(a) {
		if _, twice := members[m.Key]; twice {
			return false
		}
		members[m.Key] = m.Value
	}
	for m := range scan.Members(b) {
		if v, ok := members[m.Key]; !ok || !sameJSON(v, m.Value) {
			return false
		}
		delete(members, m.Key)
	}
	return len(members) == 0
}

// sameJSON reports whether two valid documents differ in white space only.
func sameJSON(a, b []byte) bool {
	i, j := 0, 0
	for {
		i, j = skipSpace(a, i), skipSpace(b, j)
		if i >= len(a) || j >= len(b) {
			return i >= len(a) && j >= len(b)
		}
		if a[i] != b[j] {
			return false
		}
		if a[i] != '"' {
			i, j = i+1, j+1
			continue
		}
		end := min(stringEnd(a, i+1)+1, len(a))
		n := end - i
		if j+n > len(b) || !bytes.Equal(a[i:end], b[j:j+n]) {
			return false
		}
		i, j = end, j+n
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}
