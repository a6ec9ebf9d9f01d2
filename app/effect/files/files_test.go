package files

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestSaveNeverTakesThePlaceOfAnother(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []string{"picture.png", "picture (2).png", "picture (3).png"} {
		data := bytes.Repeat([]byte{byte(i)}, 1000)
		path, err := Save(dir, "picture.png", data)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(path); got != want {
			t.Errorf("the file is %q, want %q", got, want)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s holds %d bytes, %v", path, len(got), err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v, %v", path, info.Mode(), err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d files are left, %v; want the three", len(entries), err)
	}
}

func TestSaveIntoAFolderThatIsNone(t *testing.T) {
	if _, err := Save(filepath.Join(t.TempDir(), "none"), "x", nil); err == nil {
		t.Error("no error")
	}
}

func TestNamesFromTheWire(t *testing.T) {
	cases := map[string]string{
		"picture.png":           "picture.png",
		"../../etc/passwd":      "passwd",
		`C:\Windows\system.ini`: "system.ini",
		".bashrc":               "bashrc",
		"":                      "result.bin",
		"...":                   "result.bin",
		"a\x1b[2J\u202egnp.exe": "a[2Jgnp.exe",
		"with space.txt":        "with space.txt",
		"/":                     "result.bin",
		"bad\xffbyte":           "badbyte",
		"trailing. ":            "trailing",
	}
	for from, want := range cases {
		if got := Name(from); got != want {
			t.Errorf("%q becomes %q, want %q", from, got, want)
		}
	}
	long := Name(strings.Repeat("漢", 200) + ".png")
	if len(long) > maxName || !strings.HasSuffix(long, ".png") || !utf8.ValidString(long) {
		t.Errorf("a long name becomes %q", long)
	}
}

func TestEveryNameIsHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := string(rapid.SliceOf(rapid.Byte()).Draw(t, "name")) + rapid.String().Draw(t, "more")
		name := Name(from)
		if name == "" || name[0] == '.' || len(name) > maxName || filepath.Base(name) != name || !utf8.ValidString(name) {
			t.Fatalf("%q becomes %q", from, name)
		}
		for _, r := range name {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q becomes %q", from, name)
			}
		}
	})
}
