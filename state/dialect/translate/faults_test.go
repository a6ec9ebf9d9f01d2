package translate_test

import (
	"fmt"

	"gatehouse/state/check"
	"gatehouse/state/dialect/translate"
)

// The checks ask the translation for what a body of another API would be, so only a test
// outside the package can ask them.
func init() {
	translate.FaultsOf = func(request []byte) string {
		if r := check.Responses(request); !r.OK() {
			return fmt.Sprint(r.Faults)
		}
		return ""
	}
}
