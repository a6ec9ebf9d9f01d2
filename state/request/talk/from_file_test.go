package talk

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
)

// TestFlagsChangeOnlyTheirMembers: the other members of a request object preserve
// their place, and every value its spelling.
func TestFlagsChangeOnlyTheirMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\n\t"})
		value := rapid.SampledFrom([]string{"1.0", "1E5", `"\u0061<"`, "null", "[ 1,\n2 ]", `{"stream": 1, "model":[]}`})
		names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"a", "a.b", "model", "stream", "x*", "input", ":1", "é"}), func(s string) string { return s }).Draw(t, "names")
		var doc bytes.Buffer
		doc.WriteString("{")
		spelled := map[string]string{}
		for i, name := range names {
			if i > 0 {
				doc.WriteString(",")
			}
			spelled[name] = value.Draw(t, name)
			doc.WriteString(space.Draw(t, "space") + string(scan.Quote(name)) + space.Draw(t, "space") + ":" + space.Draw(t, "space") + spelled[name] + space.Draw(t, "space"))
		}
		doc.WriteString("}")
		yes := true
		got, err := FromFile{File: doc.Bytes(), Stream: &yes, Model: "m/<>"}.Body()
		if err != nil {
			t.Fatal(err)
		}
		order, members := split(t, got)
		for _, name := range []string{"model", "stream"} {
			if _, ok := spelled[name]; !ok {
				names = append(names, name)
			}
		}
		spelled["model"], spelled["stream"] = `"m/<>"`, "true"
		if !reflect.DeepEqual(order, names) || !reflect.DeepEqual(members, spelled) {
			t.Fatalf("%s became %s", doc.Bytes(), got)
		}
		same, err := FromFile{File: append([]byte(" \n"), doc.Bytes()...)}.Body()
		if err != nil || !bytes.Equal(same, doc.Bytes()) {
			t.Fatalf("without flags %s became %s, %v", doc.Bytes(), same, err)
		}
	})
}

// split returns an object's names in their order and its values as spelled.
func split(t *rapid.T, object []byte) (names []string, values map[string]string) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatalf("%v in %s", err, object)
	}
	values = map[string]string{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		values[name.(string)] = string(value)
	}
	return names, values
}

// FuzzDocument: whatever the file holds, flags give a readable request or an
// error, and never a panic.
func FuzzDocument(f *testing.F) {
	for _, seed := range []string{`{}`, `"x"`, `[1]`, `{"input":[]}`, `{"input":[1`, `{"object":"response","output":[{"type":"message","content":"x"}]}`, "\ufeff{}", `{"a":1}{"b":2}`} {
		f.Add([]byte(seed), "prompt")
	}
	f.Fuzz(func(t *testing.T, file []byte, prompt string) {
		if prompt == "" || file == nil {
			t.Skip()
		}
		no := false
		body, err := FromFile{File: file, Prompts: []string{prompt}, Stream: &no, Model: "a/b"}.Body()
		if err != nil {
			return
		}
		var got struct {
			Model  string            `json:"model"`
			Stream *bool             `json:"stream"`
			Input  []json.RawMessage `json:"input"`
		}
		if err := json.Unmarshal(body, &got); err != nil {
			if utf8.Valid(file) && json.Valid(file) && !twice(file) {
				t.Fatalf("%q became %q: %v", file, body, err)
			}
			return
		}
		if len(got.Input) == 0 && !twice(file) {
			t.Fatalf("%q became %q: the prompt is gone", file, body)
		}
	})
}

// twice reports whether a member name of the top object may occur twice: the checks reject that.
func twice(file []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(file, &members) != nil {
		return false
	}
	return bytes.Count(bytes.ToLower(file), []byte(`"`)) > 2*len(members) || bytes.Contains(file, []byte(`\u`))
}

// TestASavedResponseIsKnownByItsOutput: services leave the object member out.
func TestASavedResponseIsKnownByItsOutput(t *testing.T) {
	for _, file := range []string{`{"output":[],"model":"v/m"}`, `{"object":"response","model":"v/m"}`} {
		body, err := FromFile{File: []byte(file), Prompts: []string{"go on"}}.Body()
		if err != nil || bytes.Contains(body, []byte(`"output"`)) || !bytes.Contains(body, []byte("go on")) {
			t.Errorf("%s: %s, %v", file, body, err)
		}
	}
}
