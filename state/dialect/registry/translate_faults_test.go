package registry_test

import (
	"fmt"

	"gatehouse/state/request/validate"
)

// faultsOf says what is wrong with a request to /responses; empty for nothing.
func faultsOf(request []byte) string {
	if r := validate.For(validate.ForResponses, request, validate.Service{}); !r.OK() {
		return fmt.Sprint(r.Faults)
	}
	return ""
}
