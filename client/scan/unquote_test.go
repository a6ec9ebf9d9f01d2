package scan

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadable(t *testing.T) {
	for doc, want := range map[string]string{
		`"K\u00f6ln"`: `"Köln"`, `"\u65e5\u672c \ud83d\ude00!"`: `"日本 😀!"`, `"a\/b"`: `"a/b"`,
		`"\u001b[2J\u202e\u200b\n\t\"\\u00f6\u0022\u005c"`: `"\u001b[2J\u202e\u200b\n\t\"\\u00f6\u0022\u005c"`,
		`"\ud83d \ud83dx"`: `"\ud83d \ud83dx"`, `"\u00e`: `"\u00e`, `{"a\u0062":1}`: `{"ab":1}`, `\`: `\`, `"\ufffd"`: `"\ufffd"`,
	} {
		if got := Readable(doc); got != want {
			t.Errorf("%s is written %s, want %s", doc, got, want)
		}
	}
}

// TestReadableMeansTheSame: only the spelling changes.
func TestReadableMeansTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{`\u00e9`, `\ud83d`, `\ude00`, `\\`, `\"`, `u0041`, `\u0041`, `\u0000`, `\n`, `\/`, `é`, `\u202e`, `a`})).Draw(t, "pieces")
		doc := `"` + strings.Join(pieces, "") + `"`
		var before, after string
		if err := json.Unmarshal([]byte(doc), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(Readable(doc)), &after); err != nil || before != after {
			t.Fatalf("%s is written %s: %v", doc, Readable(doc), err)
		}
	})
}
