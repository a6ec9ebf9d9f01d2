package expect

import (
	"slices"
	"strings"

	"gatehouse/state/cost/receipt"
)

// compared are the results that there are where a cost is reported and a price is known.
func compared() []string {
	return []string{string(receipt.Agrees), string(receipt.Differs), string(receipt.MayDiffer)}
}

// receiptIs reads the expected result of comparing the reported with the computed cost.
func receiptIs(f *file, name string, v *value) []Expectation {
	words, err := f.texts(name, v, true, name+` = "agrees"`)
	if err != nil {
		return nil
	}
	for _, w := range words {
		if !slices.Contains(compared(), w) {
			f.fault(v.line, "%s = %q: it is %s", name, w, alternatives(compared()))
		}
	}
	return one(name, v, alternatives(words), func(s *Subject) seen {
		if s.Receipt == nil {
			return unknown("no prices are known")
		}
		r := s.Receipt()
		switch r.Result {
		case receipt.None:
			return unknown("no answer has arrived")
		case receipt.NoUsage:
			return unknown("no tokens are reported")
		case receipt.Unreported:
			return unknown("no cost is reported; computed: " + r.Sum())
		case receipt.Unpriced:
			return unknown(messages(r, receipt.NoPrice))
		}
		got := string(r.Result)
		if why := messages(r, receipt.Code(r.Result)); why != "" {
			got += ": " + why
		}
		return found(slices.Contains(words, string(r.Result)), got)
	})
}

func messages(r receipt.Receipt, code receipt.Code) string {
	var all []string
	for _, f := range r.Findings {
		if f.Code == code {
			all = append(all, f.Message)
		}
	}
	return strings.Join(all, "; ")
}
