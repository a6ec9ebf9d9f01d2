package replay

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Fault is a fault of every answer. The zero value is none.
type Fault struct {
	kind  ending
	after int64 // bytes of the body, as they are on the wire
	code  int   // HTTP status of the answer instead
}

// ending is how an answer ends.
type ending uint8

const (
	clean ending = iota // as the protocol says
	cut                 // the connection is closed before the end
	reset               // it is reset
	stall               // nothing more is sent, and it stays open
)

// ParseFault reads cut@N, reset@N, stall@N or status:CODE. The error names what is allowed.
func ParseFault(text string) (Fault, error) {
	if code, ok := strings.CutPrefix(text, "status:"); ok {
		n, err := strconv.Atoi(code)
		if err != nil || n < 400 || n > 599 {
			return Fault{}, fmt.Errorf("%q: the status must be from 400 to 599, as in status:503", text)
		}
		return Fault{code: n}, nil
	}
	kind, after, ok := strings.Cut(text, "@")
	kinds := map[string]ending{"cut": cut, "reset": reset, "stall": stall}
	if !ok || kinds[kind] == clean {
		return Fault{}, fmt.Errorf("%q is not a fault; write cut@N, reset@N, stall@N (N bytes of the body) or status:CODE", text)
	}
	n, err := strconv.ParseInt(after, 10, 64)
	if err != nil || n < 0 {
		return Fault{}, fmt.Errorf("%q: N must be a number of bytes, as in %s@1000", text, kind)
	}
	return Fault{kind: kinds[kind], after: n}, nil
}

// apply adds the fault to an answer, at the end of a body that is shorter.
func (f Fault) apply(r *reply) {
	switch {
	case f.code != 0:
		*r = failure(f.code, reasonFault, fmt.Sprintf("%s. This answer was made by gatehouse replay --fault status:%d.", http.StatusText(f.code), f.code), nil)
	case f.kind != clean && (r.end == clean || f.after < r.body.Len()):
		r.end, r.maxBody = f.kind, f.after
	}
}
