package registry_test

import (
	"fmt"

	"gatehouse/state/request/validate"
)

// faultsOf returns the faults of a request to /responses; empty for none.
func faultsOf(request []byte) string {
	if r := validate.For(validate.ForResponses, request, validate.Service{}); !r.OK() {
		return fmt.Sprint(r.Faults)
	}
	return ""
}
