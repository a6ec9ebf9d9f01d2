package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// otherCase refuses the first key that is one of ours but for capital letters. The decoder
// reads it, but TOML tells keys apart by their case: the same name can be there twice, and
// an edit would not find it.
func (f *File) otherCase(data []byte) error {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return &Wrong{Err: wrongValue(f.Path, data, err)}
	}
	found := capitals(all, nil)
	if len(found) == 0 {
		return nil
	}
	key := slices.MinFunc(found, func(a, b []string) int {
		return cmp.Or(f.lineOf(a)-f.lineOf(b), slices.Compare(a, b))
	})
	last := key[len(key)-1]
	return &Wrong{Err: fmt.Errorf("%s:%d: unknown key %s; write %s", f.Path, f.lineOf(key), strings.Join(key, "."), strings.ToLower(last))}
}

// capitals returns the keys of a table at a path that are not written as ours are.
func capitals(table map[string]any, path []string) (found [][]string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := append(slices.Clone(path), name)
		inner, isTable := table[name].(map[string]any)
		switch {
		case wanted(key) == "":
			found = append(found, key)
		case isTable:
			found = append(found, capitals(inner, key)...)
		}
	}
	return found
}

// lineOf is the line of a key: in an inline table, that of the table.
func (f *File) lineOf(key []string) int {
	for n := len(key); n > 0; n-- {
		if line := f.lines[strings.Join(key[:n], ".")]; line > 0 {
			return line
		}
	}
	return 1
}
