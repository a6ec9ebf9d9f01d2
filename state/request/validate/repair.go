package validate

import (
	"bytes"
	"slices"
	"strings"

	"gatehouse/state/request/talk"
)

// Edit is one change of a request: a value set, removed, or given another name.
type Edit = talk.Change

// Repair is the ordered edits that resolve a finding. Other bytes of the request stay.
type Repair []Edit

// Apply makes a repair. The error is that the request has no such place, or that the place is taken.
func (r Repair) Apply(request []byte) ([]byte, error) { return talk.ApplyChanges(request, r...) }

// inPlace reports whether the repair leaves the indexes of all elements as they are.
func (r Repair) inPlace() bool {
	return !slices.ContainsFunc(r, func(e Edit) bool {
		return e.Pointer == "" || e.Name == "" && e.Value == nil && isElement(e.Pointer)
	})
}

// isElement reports whether a pointer may be that of an element.
func isElement(pointer string) bool {
	last := pointer[strings.LastIndexByte(pointer, '/')+1:]
	return last != "" && last[0] >= '0' && last[0] <= '9'
}

// RepairAll makes the repairs of what find reports, until none is left. It returns the request and
// the findings that were repaired.
func RepairAll(request []byte, find func([]byte) []Finding) (out []byte, repaired []Finding) {
	for more := true; more && len(repaired) < maxFindings; {
		more = false
		for _, f := range find(request) {
			if len(f.Repair) == 0 || more && !f.Repair.inPlace() {
				continue
			}
			now, err := f.Repair.Apply(request)
			if err != nil || bytes.Equal(now, request) {
				continue
			}
			request, repaired, more = now, append(repaired, f), true
			if !f.Repair.inPlace() {
				break // the other findings may have moved
			}
		}
	}
	return request, repaired
}
