package spelling

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"base_url", "model", "persist", "proxy", "ca_file"}
	for word, want := range map[string]string{"base_ulr": "base_url", "Model": "model", "porxy": "proxy", "proxi": "proxy", "zzz": "", "": "", "cafile": "ca_file", "persistent": ""} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}
