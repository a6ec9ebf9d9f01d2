package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestSignsOfATerminal(t *testing.T) {
	for env, want := range map[string]Signs{
		"":                                  AllSigns,
		"LANG=de_DE.UTF-8":                  AllSigns,
		"LANG=C":                            NoSigns,
		"LANG=POSIX TERM=linux":             NoSigns,
		"LANG=C.UTF-8":                      AllSigns,
		"LC_ALL=C LANG=en_US.UTF-8":         NoSigns,
		"LC_CTYPE=en_US.utf8 LANG=C":        AllSigns,
		"LANG=de_DE.ISO-8859-1":             NoSigns,
		"LANG=en_US.UTF-8 TERM=linux":       ConsoleSigns,
		"LANG=en_US.UTF-8 TERM=xterm-linux": AllSigns,
	} {
		got := SignsOf(func(name string) string {
			for _, pair := range strings.Fields(env) {
				if n, value, _ := strings.Cut(pair, "="); n == name {
					return value
				}
			}
			return ""
		})
		if got != want {
			t.Errorf("%q: %d, want %d", env, got, want)
		}
	}
}

func TestSigns(t *testing.T) {
	for line, want := range map[string]string{
		"plain": "plain",
		"\x1b[31m✗ failed\x1b[m │ “a” …": "\x1b[31mx failed\x1b[m | \"a\" ~",
		"café naïve": "cafe naive",
		"日本 ok":      "???? ok",
		"\x1b]8;;https://a.example\x1b\\“é”\x1b]8;;\x1b\\": "\x1b]8;;https://a.example\x1b\\\"e\"\x1b]8;;\x1b\\",
	} {
		if got := NoSigns.Draw(line); got != want {
			t.Errorf("%q is drawn %q, want %q", line, got, want)
		}
	}
	if got := ConsoleSigns.Draw("╭━╮ é ✓ ●"); got != "┌═┐ é + •" {
		t.Errorf("the console draws %q", got)
	}
}

// TestALineKeepsItsWidthWithoutSigns: columns stay true.
func TestALineKeepsItsWidthWithoutSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := Guard(rapid.String().Draw(t, "line"))
		for _, s := range []Signs{NoSigns, ConsoleSigns} {
			got := s.Draw(line)
			if Width(got) != Width(line) {
				t.Fatalf("%q is %d cells wide, %q is %d", line, Width(line), got, Width(got))
			}
			if s == NoSigns && !isASCII(got) {
				t.Fatalf("%q is drawn %q", line, got)
			}
		}
	})
}

// TestEverySignOfTheProgramHasAnASCIIOne: none becomes a question mark.
func TestEverySignOfTheProgramHasAnASCIIOne(t *testing.T) {
	for _, dir := range []string{"../../../views", "../../../app", "../../../state"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING && lit.Kind != token.CHAR {
					return true
				}
				words, _ := strconv.Unquote(lit.Value)
				for _, r := range Guard(words) {
					if Width(string(r)) == 1 && strings.Contains(NoSigns.Draw(string(r)), "?") && r != '?' && r != utf8.RuneError {
						t.Errorf("%s/%s: %c (%U) in %s", dir, path, r, r, lit.Value)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
