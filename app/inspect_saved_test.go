package app

import (
	"os"
	"path/filepath"
	"testing"

	"gatehouse/app/files"
)

// TestASavedResponseIsInspected: what a response tells of its exchange is shown
// on each page, and what it cannot tell is said to be unknown, not to be none.
func TestASavedResponseIsInspected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "response.json")
	doc := `{"id":"resp_7","object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"model":"v/m","temperature":0.4,
		"output":[{"type":"message","id":"m","role":"assistant","status":"incomplete","content":[{"type":"output_text","text":"half an answ"}]}],
		"usage":{"input_tokens":11,"output_tokens":22,"total_tokens":33},
		"service_metadata":{"requested":"auto","strategy":"auto","region":"r-1","attempt":1,"endpoints":{"total":1,"available":[{"provider":"P","model":"v/m","selected":true}]},
			"pipeline":[{"type":"guardrail","name":"mail","guardrail_id":"gr_1","data":{"action":"flagged","patterns":["mail-pattern"]}}]}}`
	if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	session, err := files.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, 120, 35, func(o *Options) { o.Session = &session }, func(d *driver) {
		d.keys("f4")
		for key, words := range map[string][]string{
			"O": {"a saved response", "◐ incomplete", "served     v/m", "in 11   out 22", "a saved response tells none", "temperature 0.4", "resp_7", "does not tell what was asked"},
			"R": {"requested auto", "region r-1", "◐ v/m by P", "gr_1"},
			"U": {"gr_1", "does not hold the request, so what was found cannot be marked"},
			"Q": {"A saved response does not hold the request"},
			"S": {`"reason": "max_output_tokens"`},
			"E": {"A saved response has no frames."},
			"D": {"Choose two exchanges to compare"},
		} {
			d.keys(key)
			for _, w := range words {
				d.shows(w)
			}
		}
		d.keys("R", "m")
		d.hides("sends the request again")
		d.keys("f2", "alt+y")
		d.shows("as it was saved")
	})
}
