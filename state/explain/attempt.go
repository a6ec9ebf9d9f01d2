package explain

import (
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// AttemptStatus is the status of an attempt in little room: the number, or what
// stands in its place as it came; empty where nothing does.
func AttemptStatus(a wire.Attempt) string {
	v := scan.Get(a.Raw, "status")
	switch {
	case a.Status != wire.None:
		return strconv.Itoa(a.Status)
	case scan.IsNull(v):
		return ""
	case scan.KindOf(v) == scan.Object:
		return "{…}"
	case scan.KindOf(v) == scan.Array:
		return "[…]"
	}
	return brief(textOf(v))
}

// AttemptWords says how an attempt ended: StatusWords, or what stands in the
// place of a status as it came.
func AttemptWords(a wire.Attempt) string {
	if odd := AttemptStatus(a); a.Status == wire.None && odd != "" {
		return odd
	}
	return StatusWords(a.Status)
}
