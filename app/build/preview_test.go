package build

import "testing"

// TestARemarkOnAPluginIsASentence, as the words above it are.
func TestARemarkOnAPluginIsASentence(t *testing.T) {
	for remark, want := range map[string]string{
		"does nothing: only the first auto-router counts": "Does nothing: only the first auto-router counts.",
		"the catalogue has no text models":                "The catalogue has no text models.",
		"ärger":                                           "Ärger.",
	} {
		if got := sentence(remark); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
