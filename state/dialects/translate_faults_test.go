package dialects_test

import (
	"fmt"

	"gatehouse/state/check"
)

// faultsOf says what is wrong with a request to /responses; empty for nothing.
func faultsOf(request []byte) string {
	if r := check.For(check.ForResponses, request, check.Service{}); !r.OK() {
		return fmt.Sprint(r.Faults)
	}
	return ""
}
