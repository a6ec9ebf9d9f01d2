package config

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const commented = `# mine
profile = "work"   # the usual one

[profiles.work]    # at the office
base_url = 'https://work.example/api/v1'
# ask Ann for it
key_env   = "WORK_KEY"   # rotated in May
key_command2 = 1
headers = { "X-Title" = "me" }

# keys of my own
[keys]
palette = [
	"ctrl+p", # the default
	"f10",
]
`

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "dir", "config.toml")
	if text != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSavingAProfileTouchesNothingElse(t *testing.T) {
	before := strings.Replace(commented, "key_command2 = 1\n", "", 1)
	path := written(t, before)
	no := false
	p := Profile{BaseURL: "https://work.example/api/v1", KeyEnv: "OTHER_KEY", Headers: map[string]string{"X-Title": "me"}, Persist: &no, Proxy: "http://p:1"}
	change, err := SaveProfile(path, "work", p)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, `"WORK_KEY"`, `"OTHER_KEY"`, 1)
	want = strings.Replace(want, "\"me\" }\n", "\"me\" }\npersist = false\nproxy = \"http://p:1\"\n", 1)
	if got := text(t, path); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if err := change.Undo(); err != nil || text(t, path) != before {
		t.Errorf("%v\n%s", err, text(t, path))
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		do                  func(path string) (*Change, error)
	}{
		{"a first profile", "", "[profiles.work]\nbase_url = \"http://h\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "work", Profile{BaseURL: "http://h"})
		}},
		{"a profile without a member", "theme = \"dark\"", "theme = \"dark\"\n\n[profiles.ollama]\n", func(path string) (*Change, error) {
			return SaveProfile(path, "ollama", Profile{})
		}},
		{"an odd name", "# c\n", "# c\n\n[profiles.\"my work\"]\nbase_url = \"http://h\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "my work", Profile{BaseURL: "http://h"})
		}},
		{"a member that goes", "[profiles.a]\nbase_url = \"http://h\"\nmodel = \"m\" # c\n# d\n", "[profiles.a]\nbase_url = \"http://h\"\n# d\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://h"})
		}},
		{"an inline table", "profiles.a = { base_url = \"http://h\" }\ntheme = \"dark\"\n", "theme = \"dark\"\n\n[profiles.a]\nbase_url = \"http://i\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://i"})
		}},
		{"dotted keys", "[profiles]\na.base_url = \"http://h\" # c\n", "[profiles]\na.base_url = \"http://i\" # c\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://i"})
		}},
		{"headers in a table", "[profiles.a]\nbase_url = \"http://h\"\n[profiles.a.headers]\nx = \"1\"\n\n[keys]\n", "[profiles.a]\nbase_url = \"http://h\"\n[profiles.a.headers]\nx = \"2\"\n\n[keys]\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://h", Headers: map[string]string{"x": "2"}})
		}},
		{"one header of a table", "[profiles.a.headers] # c\n# why\nX-A = \"1\" # d\n# also\nX-B = \"1\"\n\n[profiles.a]\nmodel = \"m\"\n", "[profiles.a.headers] # c\n# why\nX-A = \"2\" # d\nX_D = \"3\"\n# also\n\n[profiles.a]\nmodel = \"m\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{Model: "m", Headers: map[string]string{"X-A": "2", "X_D": "3"}})
		}},
		{"all headers of a table", "[profiles.a]\nmodel = \"m\"\n[profiles.a.headers]\nx = \"1\"\n\n[keys]\n", "[profiles.a]\nmodel = \"m\"\n[keys]\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{Model: "m"})
		}},
		{"dotted headers", "[profiles.a]\nheaders.x = \"1\" # c\nmodel = \"m\"\n", "[profiles.a]\nheaders.x = \"1\" # c\nheaders.y = \"2\"\nmodel = \"m\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{Model: "m", Headers: map[string]string{"x": "1", "y": "2"}})
		}},
		{"one more dotted key", "[profiles]\na.base_url = \"http://h\" # c\nb.model = \"m\"\n", "[profiles]\na.base_url = \"http://h\" # c\na.model = \"n\"\nb.model = \"m\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://h", Model: "n"})
		}},
		{"one more at the root", "profiles.a.model = \"m\" # c\n\n[keys]\n", "profiles.a.model = \"m\" # c\nprofiles.a.proxy = \"http://p\"\n\n[keys]\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{Model: "m", Proxy: "http://p"})
		}},
		{"a second profile beside dotted ones", "[profiles]\na.model = \"m\"\n", "[profiles]\na.model = \"m\"\n\n[profiles.b]\nmodel = \"n\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "b", Profile{Model: "n"})
		}},
		{"a profile that goes", "profile = \"a\"\n# c\n[profiles.a]\nbase_url = \"http://h\"\n\n[profiles.a.headers]\nx = \"1\"\n\n[profiles.b]\nbase_url = \"http://i\"\n", "# c\n[profiles.b]\nbase_url = \"http://i\"\n", func(path string) (*Change, error) {
			return DeleteProfile(path, "a")
		}},
		{"a default", "# c\n[profiles.a]\nbase_url = \"http://h\"\n", "profile = \"a\"\n\n# c\n[profiles.a]\nbase_url = \"http://h\"\n", func(path string) (*Change, error) {
			return SaveDefault(path, "a")
		}},
		{"another default", "profile = 'local' # c\n", "profile = \"ollama\" # c\n", func(path string) (*Change, error) { return SaveDefault(path, "ollama") }},
		{"a byte order mark", "\ufeff[profiles.a]\nbase_url = \"http://h\"\n", "\ufeff[profiles.a]\nbase_url = \"http://h\"\nmodel = \"m\"\n", func(path string) (*Change, error) {
			return SaveProfile(path, "a", Profile{BaseURL: "http://h", Model: "m"})
		}},
		{"no default", "theme = \"dark\"\nprofile = \"local\"\n", "theme = \"dark\"\n", func(path string) (*Change, error) { return SaveDefault(path, "") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := written(t, c.before)
			change, err := c.do(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, path); got != c.after {
				t.Errorf("got\n%s\nwant\n%s", got, c.after)
			}
			if err := change.Undo(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(path); c.before == "" && !errors.Is(err, os.ErrNotExist) || c.before != "" && text(t, path) != c.before {
				t.Error("undo did not bring the old text back")
			}
		})
	}
}

func TestWritingLosesNothing(t *testing.T) {
	path := written(t, commented)
	if _, err := SaveProfile(path, "work", Profile{BaseURL: "http://h"}); err == nil || text(t, path) != commented {
		t.Errorf("a file with a fault: %v", err)
	}
	path = written(t, "theme = \"dark\"\n")
	change, err := SaveDefault(path, "ollama")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("theme = \"light\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := change.Undo(); !errors.Is(err, ErrChanged) || text(t, path) != "theme = \"light\"\n" {
		t.Errorf("somebody else's change: %v", err)
	}
	if _, err := SaveProfile(path, "w", Profile{BaseURL: "nonsense"}); err == nil || !strings.Contains(err.Error(), "base_url") {
		t.Error(err)
	}
	const inline = "# c\nprofiles = { w = { base_url = \"http://h\" } }\n"
	path = written(t, inline)
	for name, edit := range map[string]func() (*Change, error){
		"changed": func() (*Change, error) { return SaveProfile(path, "w", Profile{BaseURL: "http://i"}) },
		"removed": func() (*Change, error) { return DeleteProfile(path, "w") },
	} {
		if _, err := edit(); err == nil || !strings.HasPrefix(err.Error(), path+":2: profiles is an inline table") || !strings.Contains(err.Error(), "[profiles.NAME]") || text(t, path) != inline {
			t.Errorf("an inline table is %s: %v", name, err)
		}
	}
	path = written(t, "theme = \"light\"\n")
	link := filepath.Join(t.TempDir(), "link.toml")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := SaveDefault(link, "ollama"); err != nil || !strings.Contains(text(t, path), "ollama") {
		t.Error(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is not one any more")
	}
}

// TestUndoThroughADanglingLink: the file that a link leads to is made in its folder and removed again, and
// the link stays.
func TestUndoThroughADanglingLink(t *testing.T) {
	dir := t.TempDir()
	link, target := filepath.Join(dir, "config.toml"), filepath.Join(dir, "dotfiles", "gatehouse.toml")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	change, err := SaveDefault(link, "ollama")
	if err != nil || !strings.Contains(text(t, target), "ollama") {
		t.Fatal(err)
	}
	if err := change.Undo(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(link); err != nil {
		t.Errorf("the link is gone: %v", err)
	}
	if _, err := os.Stat(target); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file that was made is left: %v", err)
	}
}

// TestEditsLeaveTheRest: whatever is in a file, the text of every other part and its place
// are preserved.
func TestEditsLeaveTheRest(t *testing.T) {
	others := []string{
		"# a comment\n", "\n", "[keys] # mine\npalette = [ \"f9\", # a ] in it\n\t'f10' ]\n", "[profiles.other]\nbase_url = \"http://o\" # \"\"\"\n",
		"[tools.t]\ncommand = ['''a\n[profiles.p]''', \"b\\\"\"]\n", "[history]\nkeep_days = 3\n", "[profiles.'o.p']\n  model = \"x\"\n", "[redact]\npatterns = ['a{2}', \"\"\"b\"\"\"]\n",
	}
	profiles := []string{"", "[profiles.p.headers] # c\nX-A = '1'\n# d\nZ = 'z'\n[profiles.p]\nmodel = 'm'\n", "[profiles.p]\nbase_url = \"http://h\"\n", "[profiles.p]\n# c\nmodel = 'm' # d\nheaders.a = \"1\"\n", "[profiles.p]\n[profiles.p.headers]\nA = '''x\n'''\n"}
	rapid.Check(t, func(t *rapid.T) {
		blocks := rapid.Permutation(others).Draw(t, "others")[:rapid.IntRange(0, len(others)).Draw(t, "how many")]
		at := rapid.IntRange(0, len(blocks)).Draw(t, "at")
		doc := strings.Join(slices.Insert(slices.Clone(blocks), at, rapid.SampledFrom(profiles).Draw(t, "profile")), "")
		if _, err := Parse("c.toml", []byte(doc)); err != nil {
			t.Skip(err) // a header with a line break
		}
		word := rapid.StringMatching(`[a-zA-Z \\"#'=\]{}é\x{7f}-]{0,6}`)
		p := Profile{Model: word.Draw(t, "model"), KeyEnv: rapid.StringMatching(`([A-Za-z_][A-Za-z0-9_]{0,4})?`).Draw(t, "env")}
		if rapid.Bool().Draw(t, "headers") {
			p.Headers = map[string]string{"X-A": "a # b", "b": word.Draw(t, "b")}
			maps.DeleteFunc(p.Headers, func(_, v string) bool { return strings.Contains(v, "\x7f") })
		}
		edit, want := SetProfile("p", p), func(_, after *File) bool {
			got, ok := after.Profiles["p"]
			return ok && slices.Equal(got.members(), p.members())
		}
		if rapid.Bool().Draw(t, "remove") {
			edit, want = RemoveProfile("p"), func(_, after *File) bool { _, ok := after.Profiles["p"]; return !ok }
		}
		out, err := edit([]byte(doc))
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		after, err := Parse("c.toml", out)
		if err != nil || !want(nil, after) {
			t.Fatalf("%q\nbecame %q\n%v", doc, out, err)
		}
		rest := string(out)
		for _, b := range blocks {
			_, behind, found := strings.Cut(rest, strings.TrimSpace(b))
			if !found {
				t.Fatalf("%q\nbecame %q\nwithout %q", doc, out, b)
			}
			rest = behind
		}
	})
}

func FuzzEdit(f *testing.F) {
	f.Add([]byte(commented))
	f.Add([]byte("profiles.p = { base_url = \"http://h\" }\n[profiles.q]\n"))
	f.Add([]byte("[profiles.p]\nmodel = \"\"\"\na\"\"\"\"\"\nheaders = {a = ']'}"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		before, err := Parse("c.toml", doc)
		if err != nil {
			return
		}
		p := Profile{BaseURL: "http://new", KeyCommand: []string{"a", "b c"}}
		out, err := SetProfile("p", p)(doc)
		if after, fault := Parse("c.toml", out); err == nil && fault == nil && sameBut(before, after, "p") {
			return
		}
		path := filepath.Join(t.TempDir(), "c.toml") // what cannot be written is refused
		if err := os.WriteFile(path, doc, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := SaveProfile(path, "p", p); err == nil {
			t.Fatalf("%q became %q", doc, out)
		}
	})
}
