package tree

import "testing"

// TestRespell: what jq did not change is spelled as it was.
func TestRespell(t *testing.T) {
	const from = `{"model": "a","tools":[{"name":"x","n":1.0},{"name":"y"},{"name":"z","d":"\u00e9"}],"input":"hi","stream":true}`
	for made, want := range map[string]string{
		`{"input":"hi","model":"a","stream":true,"tools":[{"n":1.0,"name":"x"},{"name":"y"},{"d":"é","name":"z"}]}`:              from,
		`{"input":"hi","model":"b","stream":true,"tools":[{"n":1.0,"name":"x"},{"name":"y"},{"d":"é","name":"z"}]}`:              `{"model":"b","tools":[{"name":"x","n":1.0},{"name":"y"},{"name":"z","d":"\u00e9"}],"input":"hi","stream":true}`,
		`{"input":"hi","model":"a","stream":true,"temperature":0,"tools":[{"n":1.0,"name":"x"},{"d":"é","name":"z"}]}`:           `{"model":"a","tools":[{"name":"x","n":1.0},{"name":"z","d":"\u00e9"}],"input":"hi","stream":true,"temperature":0}`,
		`{"input":"hi","model":"a","stream":true,"tools":[{"name":"new"},{"n":2,"name":"x"},{"name":"y"},{"d":"é","name":"z"}]}`: `{"model":"a","tools":[{"name":"new"},{"n":2,"name":"x"},{"name":"y"},{"name":"z","d":"\u00e9"}],"input":"hi","stream":true}`,
		`[1]`: `[1]`,
	} {
		if got := string(Respell([]byte(made), []byte(from))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", made, got, want)
		}
	}
}
