package desk

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gatehouse/client/scan"
)

// deepest is how far into a document its changes are named: a person finds the
// rest.
const deepest = 8

// changedPlaces names what differs between two documents, by the members from
// the top to where more than one thing differs: plugins[0].cost_tier.
func changedPlaces(a, b []byte) []string {
	at, names := "", []string(nil)
	for range deepest {
		var first, second []byte
		switch {
		case scan.KindOf(a) == scan.Object && scan.KindOf(b) == scan.Object:
			if names, first, second = changedMembers(a, b); len(names) > 1 && at != "" {
				return []string{at} // it is named as a whole
			}
		case scan.KindOf(a) == scan.Array && scan.KindOf(b) == scan.Array:
			names, first, second = changedElement(a, b)
		default:
			names = nil
		}
		if len(names) != 1 {
			break
		}
		if at += names[0]; first == nil || second == nil {
			break
		}
		a, b = first, second
	}
	if at = strings.TrimPrefix(at, "."); at != "" {
		return []string{at}
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], ".")
	}
	return names
}

// changedMembers names the members that differ; where there is one, with its
// values, nil for none.
func changedMembers(a, b []byte) (names []string, first, second []byte) {
	values := map[string][2][]byte{}
	for member := range scan.Members(a) {
		values[member.Key] = [2][]byte{member.Value, nil}
	}
	for member := range scan.Members(b) {
		values[member.Key] = [2][]byte{values[member.Key][0], member.Value}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values[name]; string(v[0]) != string(v[1]) {
			names, first, second = append(names, "."+name), v[0], v[1]
		}
	}
	return names, first, second
}

// changedElement names the one element that differs between two lists of one
// length, with its values; none where it is not one.
func changedElement(a, b []byte) (names []string, first, second []byte) {
	others := make([][]byte, 0, 16)
	for _, v := range scan.Elements(b) {
		others = append(others, v)
	}
	n := 0
	for _, v := range scan.Elements(a) {
		if n < len(others) && string(v) != string(others[n]) {
			names, first, second = append(names, fmt.Sprintf("[%d]", n)), v, others[n]
		}
		n++
	}
	if n != len(others) {
		return nil, nil, nil
	}
	return names, first, second
}
