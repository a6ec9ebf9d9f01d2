package export

import "testing"

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
