package receipt

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// TestTextThatIsNotReportedIsEstimated where its price is known: 400 bytes are about 100 tokens.
func TestTextThatIsNotReportedIsEstimated(t *testing.T) {
	r := Receipt{Priced: true, Price: prices.Price{Rates: prices.Rates{usage.Output: decimal.RequireFromString("0.00001")}}}
	if got := r.unended(400); !strings.Contains(got, "not known; about 100 tokens (bytes ÷ 4) at the price of output come to ~$0.001") {
		t.Error(got)
	}
	r.Priced = false
	if got := r.unended(400); strings.Contains(got, "$") || !strings.HasSuffix(got, "what is charged for it is not known") {
		t.Error(got)
	}
}
