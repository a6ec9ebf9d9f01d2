package tree

import (
	"encoding/json"
	"hash/maphash"
	"testing"

	"pgregory.net/rapid"
)

// TestCanonicalAgreesWithDiff: two documents without null have one canonical spelling just if they
// differ in no meaning.
func TestCanonicalAgreesWithDiff(t *testing.T) {
	seed := maphash.MakeSeed()
	doc := rapid.Custom(func(t *rapid.T) string { return randomSpelling(t, 3) })
	rapid.Check(t, func(t *rapid.T) {
		a, b := doc.Draw(t, "a"), doc.Draw(t, "b")
		spelledA, okA := Canonical([]byte(a))
		spelledB, okB := Canonical([]byte(b))
		if !okA || !okB || !json.Valid(spelledA) {
			t.Fatalf("%s is spelled %s", a, spelledA)
		}
		again, _ := Canonical(spelledA)
		meansA, _ := Meaning([]byte(a), seed)
		meansB, _ := Meaning([]byte(b), seed)
		if string(again) != string(spelledA) || (string(spelledA) == string(spelledB)) != (meansA == meansB) {
			t.Fatalf("%s is spelled %s, then %s; %s is spelled %s; equal meaning: %t", a, spelledA, again, b, spelledB, meansA == meansB)
		}
	})
}

func randomSpelling(t *rapid.T, depth int) string {
	leaves := []string{"1", "1.0", "10e-1", "-0", "0", "9007199254740993", "9007199254740992", "1e400", "1e21", `"a"`, `"\u0061"`, `"<\/"`, `"</"`, "true", "[]", "{}"}
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		return rapid.SampledFrom(leaves).Draw(t, "value")
	}
	first, second := randomSpelling(t, depth-1), randomSpelling(t, depth-1)
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		return "[" + first + " , " + second + "]"
	case 1:
		return `{"a":` + first + `,"\u0062":` + second + `}`
	}
	return `{"b":` + second + ` , "a":` + first + `}`
}

func TestCanonicalLeavesOut(t *testing.T) {
	for doc, want := range map[string]string{
		`{"id":1,"b":{"id":2,"n":null},"a":[null,1.50]}`: `{"a":[null,1.5],"b":{"id":2}}`,
		`{"a":1,"a":2}`:        `{"a":2}`,
		`12345678901234567890`: `1234567890123456789e1`,
	} {
		if got, ok := Canonical([]byte(doc), "id"); !ok || string(got) != want {
			t.Errorf("%s is spelled %s, want %s", doc, got, want)
		}
	}
	if _, ok := Canonical([]byte(`{"a":`)); ok {
		t.Error("a torn document is spelled")
	}
}
