package imports

import "testing"

// TestWhatNoFileDatesIsUndated: a request in a script or in a batch, and an answer that names no
// moment, are listed at the time of their file, which is not shown as theirs.
func TestWhatNoFileDatesIsUndated(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ask.sh":       `curl https://h/v1/responses -d '{"input":"in a script"}'`,
		"input.jsonl":  `{"custom_id":"a","method":"POST","url":"/v1/responses","body":{"input":"in a batch"}}`,
		"output.jsonl": `{"custom_id":"b","response":{"status_code":200,"body":{"object":"response","status":"completed","output":[]}},"error":null}`,
		"dated.jsonl":  `{"custom_id":"c","response":{"status_code":200,"body":{"created_at":1750000000,"object":"response","status":"completed","output":[]}},"error":null}`,
	} {
		a := newArchive(t)
		if r := taken(t, a, put(t, dir, name, text+"\n")); r.Added != 1 {
			t.Fatalf("%s: %+v", name, r)
		}
		e := listed(t, a, "")[0]
		c, err := a.Capture(t.Context(), e.Key)
		if err != nil {
			t.Fatal(err)
		}
		if dated := name == "dated.jsonl"; e.Undated == dated || c.Lacks.Start == dated || e.Start.IsZero() {
			t.Errorf("%s: %v, undated %v", name, e.Start, e.Undated)
		}
	}
}
