package files

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// What of a title is in the name of a file.
const (
	nameWords = 5
	nameRunes = 48
)

// NameOf is a name for a file, made of the first words of a title; none stands for them
// where it has no words.
func NameOf(title, none, ext string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := []rune(cmp.Or(strings.Join(words[:min(len(words), nameWords)], "-"), none))
	return Name(string(name[:min(len(name), nameRunes)]) + ext)
}

// Free is the path of a file that is not there yet: path itself, or path with a number behind the
// name, hello-2.toml. It is to be proposed; another program may be faster.
func Free(path string) string {
	ext := filepath.Ext(path)
	free := path
	for n := 2; n < 10_000; n++ {
		if _, err := os.Lstat(free); err != nil {
			return free
		}
		free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
	}
	return path
}
