package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// otherCase returns the keys that are ours but for capital letters. The decoder reads them,
// but TOML tells keys apart by their case: the same name can be there twice, and an edit
// would not find it.
func (f *File) otherCase(data []byte) (faults []Fault) {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return []Fault{wrongValue(f.Path, data, err)}
	}
	for _, key := range capitals(all, nil) {
		last, line := key[len(key)-1], f.lineOf(key)
		faults = append(faults, Fault{line, fmt.Sprintf("%s:%d: unknown key %s; write %s", f.Path, line, strings.Join(key, "."), strings.ToLower(last)), strings.Join(key, ".")})
	}
	return faults
}

// capitals returns the keys of a table at a path that are not written as ours are.
func capitals(table map[string]any, path []string) (found [][]string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		key := append(slices.Clone(path), name)
		inner, isTable := table[name].(map[string]any)
		switch {
		case wanted(key) == "" && wanted(append(slices.Clone(path), strings.ToLower(name))) != "":
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
