package intent

import (
	"slices"
	"strings"
	"testing"
)

// What a prompt forbids is not said, and what it asks about is not ordered.
func TestSaidAndOrdered(t *testing.T) {
	for _, c := range []struct {
		prompt        string
		said, ordered bool // whether the word delete is
	}{
		{"Delete a.txt.", true, true},
		{"Please delete the file.", true, true},
		{"Can you delete a.txt?", true, true},
		{"Do not delete a.txt.", false, false},
		{"Don't delete a.txt, read it", false, false},
		{"Don’t delete it.", false, false},
		{"Read a.txt without writing, changing or trying to delete it.", false, false},
		{"Never write, overwrite or delete anything.", false, false},
		{"Do not\nread or\ndelete anything", false, false},
		{"Do not:\n- write\n- delete", false, false},
		{"You must not delete a.txt", false, false},
		{"Do not read it, but delete it.", true, true},
		{"Do not read it. Delete it.", true, true},
		{"Do not read it, just delete it.", true, true},
		{"Do not read it but do not delete it either", false, false},
		{"How do I delete a.txt?", true, false},
		{"What does delete do?", true, false},
		{"Explain how to delete a file.", true, false},
		{"If a.txt is empty, delete it.", true, false},
		{"Should I delete a.txt?", true, false},
		{`Translate "delete a.txt" into German.`, true, false},
		{"Answer yes or no: delete the file", true, true},
		{"Read notes.v2.txt; delete nothing.", false, false},
	} {
		in := Of(c.prompt)
		if got := strings.Contains(strings.ToLower(in.Said), "delete"); got != c.said {
			t.Errorf("%q: said %t, %q", c.prompt, got, in.Said)
		}
		if got := strings.Contains(strings.ToLower(in.Ordered), "delete"); got != c.ordered {
			t.Errorf("%q: ordered %t, %q", c.prompt, got, in.Ordered)
		}
	}
}

func TestWants(t *testing.T) {
	for _, c := range []struct {
		tool, prompt string
		want         bool
	}{
		{"write", "Write 'hello' to out.txt", true},
		{"write", "Read notes.txt and write 'hello' to out.txt.", true},
		{"write", "Read notes.txt. Do not write the file.", false},
		{"write", "Who wrote notes.txt?", false},
		{"write", "I want you to write hello to a.txt", true},
		{"write", "use the write tool", true},
		{"write", "the rights to write are missing", false},
		{"write_file", "please write hello to a.txt", true},
		{"write_stdin", "please write hello to a.txt", false},
		{"writeFile", "writeFile a.txt", true},
		{"delete_file", "delete a.txt", true},
		{"delete_email", "delete a.txt", false},
		{"delete_email", "delete the email", true},
		{"create_goal", "create a file", false},
		{"apply_patch", "use apply_patch to add a line to README.md", true},
		{"apply_patch", "what is apply_patch?", false},
		{"apply_patch", "read the patch", false},
		{"apply_patch", "patch README.md", true},
		{"exec_command", "Run the shell command `ls`.", true},
		{"exec_command", "Run `ls`", true},
		{"bash", "Run `ls` and tell me what it prints", true},
		{"bash", "run the tests", false},
		{"bash", "use the shell", true},
		{"bash", "what does `ls` do?", false},
		{"bash", "Do not run `ls`.", false},
		{"python", "write fizzbuzz in Python", false},
		{"python", "use python", true},
		{"close_agent", "close the door", false},
	} {
		if got := Of(c.prompt).Wants(c.tool); got != c.want {
			in := Of(c.prompt)
			t.Errorf("%s, %q: %t; commands %q in %q", c.tool, c.prompt, got, in.verbs, in.Ordered)
		}
		if !Harmful(c.tool) {
			t.Errorf("%s is harmless", c.tool)
		}
	}
	for _, name := range []string{"get_weather", "read", "readClock", "get_post", "list_orders", "web_search", "view_image", "sql", "", "glob", "todoread"} {
		if Harmful(name) {
			t.Errorf("%s is harmful", name)
		}
	}
	if !Harmful("read_and_delete") {
		t.Error("read_and_delete")
	}
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ prompt, path, target, content string }{
		{"Delete the second line in notes.txt", "notes.txt", "", ""},
		{"Delete the second line of notes.txt", "notes.txt", "", ""},
		{"Write 'x' on line 3 in notes.txt", "notes.txt", "", "x"},
		{"Write 'x' to the end of notes.txt", "notes.txt", "", "x"},
		{"Read notes.txt", "notes.txt", "", ""},
		{"Write a summary of notes.txt.", "notes.txt", "", ""},
		{"Write a summary of notes.txt to out.txt.", "notes.txt", "out.txt", ""},
		{"Write 'hello there' to /tmp/a/out.txt", "/tmp/a/out.txt", "/tmp/a/out.txt", "hello there"},
		{"Write hello to `docs/out.md`.", "docs/out.md", "docs/out.md", "hello"},
		{"Read a.txt and b.txt.", "a.txt", "", ""},
		{"Write it to out.txt", "out.txt", "out.txt", ""},
		{"Create ~/x.sh with \"echo 1\"", "~/x.sh", "~/x.sh", "echo 1"},
		{"Do not write to a.txt. Write \"x\" to b.txt", "b.txt", "b.txt", "x"},
		{"fetch https://example.com/a.txt", "", "", ""},
		{"Add the line 'x' to the end of README.md", "README.md", "", "x"},
		{"Use apply_patch to add a line to README.md.", "README.md", "README.md", ""},
		{"delete a.txt", "a.txt", "a.txt", ""},
	} {
		in := Of(c.prompt)
		content, _ := in.Content()
		if in.Path() != c.path || in.Target() != c.target || content != c.content {
			t.Errorf("%q: path %q, target %q, content %q", c.prompt, in.Path(), in.Target(), content)
		}
	}
	for prompt, want := range map[string]string{
		"run `cat  notes.txt`.": "cat notes.txt", `Execute the shell command "ls -l", please.`: "ls -l", "Use the shell: `ls`": "ls",
		"Look at the command `rm -rf x` and run the tests": "", "Show me `rm -rf x`, then run a command": "",
		"What does `rm -rf x` do?": "", "Do not run `rm -rf x`": "", "Run `ls`, not `rm -rf x`": "ls", "In the shell, `ls`": "ls",
	} {
		if c := Of(prompt).Command(); c != want {
			t.Errorf("%q: %q", prompt, c)
		}
	}
	for prompt, want := range map[string]string{
		"Fix the typo in a.go": "a.go", "Add 'x' to the end of a.go": "a.go", "Add a summary of a.go": "", "Fix a.go and b.go": "a.go", "Look at a.go and b.go": "",
	} {
		if got := Of(prompt).Edited(); got != want {
			t.Errorf("%q: %q", prompt, got)
		}
	}
	if a, b, ok := Of(`replace "x y" with "z" in a.txt`).Replacement(); !ok || a != "x y" || b != "z" {
		t.Errorf("%q %q %t", a, b, ok)
	}
	if got := Of("Read a.txt, then delete it and please run b").verbs; !slices.Equal(got, []string{"read", "delete", "run"}) {
		t.Errorf("%q", got)
	}
}

// Whatever a prompt holds, reading it comes to an end and makes nothing up.
func FuzzOf(f *testing.F) {
	f.Add("Do not `x` but \"don't\", never; run 'a.b' if no\n\nuse t\x00", "a_b")
	f.Fuzz(func(t *testing.T, prompt, name string) {
		in := Of(prompt)
		in.Wants(name)
		in.Mentioned(name)
		in.Content()
		if target := in.Target(); !strings.Contains(prompt, target) {
			t.Errorf("%q is not in %q", target, prompt)
		}
	})
}
