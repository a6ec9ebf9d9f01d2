package explain

import (
	"testing"

	"gatehouse/client/read"
)

// TestWhySelected: every reason in the metadata is listed.
func TestWhySelected(t *testing.T) {
	const ends = `"endpoints":{"total":2,"available":[{"provider":"Umbra","model":"v/m","selected":false},{"provider":"Estuary","model":"v/m","selected":true}]}`
	for metadata, want := range map[string]string{
		`{` + ends + `}`: "",
		`{"params":{"session":"stays with Estuary"},` + ends + `}`:                                                                                       "sticky session: “stays with Estuary”",
		`{"params":{"sticky":true,"cache":"hit"},` + ends + `}`:                                                                                          "sticky session; prompt cache: hit",
		`{"params":{"order":["Estuary","Atlas"],"dropped":[{"by":"zdr"}]},` + ends + `}`:                                                                 "first available of provider.order: Estuary, Atlas",
		`{"params":{"sort":"latency","price":0.5,"own":"word"},` + ends + `}`:                                                                            "first by provider.sort: latency; price: 0.5; own: word",
		`{"params":{"sticky":false,"sort":null,"x":{"a":1},"order":[]},` + ends + `}`:                                                                    "",
		`{"attempts":[{"provider":"Umbra","model":"v/m","status":503},{"provider":"Estuary","model":"v/m","status":200}],` + ends + `}`:                  "fallback: Umbra v/m " + StatusWords(503),
		`{"params":"odd","endpoints":5}`:                                                                                                                 "",
		`{"attempts":[{"provider":"Umbra","model":"v/m","status":503}],"endpoints":{"available":[{"provider":"Umbra","model":"v/m","selected":false}]}}`: "",
	} {
		if got := WhySelected(read.Routing([]byte(metadata))); got != want {
			t.Errorf("%s: %q, want %q", metadata, got, want)
		}
	}
}
