package replay

import (
	"fmt"
	"net/http"

	"gatehouse/client/proxy"
)

// apply adds a fault to an answer, at the end of a body that is shorter.
func apply(f proxy.Fault, r *reply) {
	switch {
	case f.Status != 0:
		*r = failure(f.Status, reasonFault, fmt.Sprintf("%s. This answer was made by gatehouse replay --fault status:%d.", http.StatusText(f.Status), f.Status), nil)
	case f.End != proxy.Clean && (r.end == proxy.Clean || f.After < r.body.Len()):
		r.end, r.maxBody = f.End, f.After
	}
}
