package check

import (
	"bytes"
	"slices"
	"strings"

	"gatehouse/state/talk"
)

// Edit is one change of a request: a value set, taken away, or given another name.
type Edit = talk.Change

// Repair is the edits, in their order, that leave a request without a finding. All else
// keeps its bytes.
type Repair []Edit

// Apply makes a repair. The error says that the request has no such place, or that the
// place is taken by now.
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

// Mend makes the repairs of what find reports, until there is none left to make. It
// returns the request and the findings that were repaired.
func Mend(request []byte, find func([]byte) []Finding) (mended []byte, repaired []Finding) {
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
				break // what else was found may stand elsewhere now
			}
		}
	}
	return request, repaired
}
