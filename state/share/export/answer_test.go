package export

import (
	"slices"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

func TestCodeBlocks(t *testing.T) {
	cases := []struct {
		text string
		want []string
	}{
		{"no code", nil},
		{"```sh\necho\n```\n", []string{"echo\n"}},
		{"~~~\na ``` b\n~~~\ntext\n````\n```\n````", []string{"a ``` b\n", "```\n"}},
		{"```\nunclosed\n", []string{"unclosed\n"}},
		{"``` not `a` fence\n", nil},
		{"``two``\n", nil},
	}
	for _, c := range cases {
		got := fenced(c.text)
		if len(got) != len(c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%q: block %d is %q, want %q", c.text, i, got[i], c.want[i])
			}
		}
	}
}

// TestChoicesAreCopiedOneByOne, and a transcript names each, with the reason that differs.
func TestChoicesAreCopiedOneByOne(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{}`))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean,
		`{"choices":[{"message":{"content":"one"},"finish_reason":"stop"},{"message":{"content":"two"},"finish_reason":"length"}]}`))
	copies := Copies(Exchange{State: x, Shown: x})
	if got := names(copies); !slices.Equal(got, []string{"choice 1 of 2", "choice 2 of 2"}) || copies[1].Text() != "two" {
		t.Errorf("copies %q", got)
	}
	var made transcript
	made.answer(x)
	want := "## Choice 1 of 2 · finish_reason `stop`\n\n## Assistant\n\n> one\n\n## Choice 2 of 2 · finish_reason `length`\n\n## Assistant\n\n> two\n\n"
	if made.String() != want {
		t.Errorf("the transcript is\n%s", made.String())
	}
}

// TestForeignStreamIsCopiedAsOneDocument: each frame has only a piece.
func TestForeignStreamIsCopiedAsOneDocument(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{}`))
	x.Apply(wiretest.Stream(`{"object":"chat.completion.chunk","choices":[{"delta":{"content":"Hel"}}]}`, `{"choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}`)...)
	copies := Copies(Exchange{State: x, Shown: x})
	want := `{"object":"chat.completion","choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`
	if got := copies[len(copies)-1]; got.Name != "response, put together" || got.Text() != want {
		t.Errorf("%q: %s", got.Name, got.Text())
	}
}
