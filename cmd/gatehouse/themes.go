package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gatehouse/themes"
)

const maxTheme = 64 << 10 // bytes of a theme's file

// ownThemes reads the themes that the person wrote: the files NAME.toml of the folder
// themes beside the config file. Faults has an error a theme that cannot be used.
func ownThemes(config string) (own []themes.Palette, faults map[string]error) {
	faults = map[string]error{}
	paths, _ := filepath.Glob(filepath.Join(filepath.Dir(config), "themes", "*.toml"))
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".toml")
		palette, err := ownTheme(path, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			faults[name] = fmt.Errorf("%s: %w", path, err)
			continue
		}
		own = append(own, palette)
	}
	return own, faults
}

func ownTheme(path, name string) (themes.Palette, error) {
	if name == themes.Auto || slices.Contains(themes.Names(), name) {
		return themes.Palette{}, errors.New("a built-in theme has this name; rename the file")
	}
	f, err := os.Open(path)
	if err != nil {
		return themes.Palette{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxTheme+1))
	if err != nil {
		return themes.Palette{}, err
	}
	if len(data) > maxTheme {
		return themes.Palette{}, fmt.Errorf("larger than %d KiB", maxTheme>>10)
	}
	return themes.Parse(name, data)
}

// themeNames are those that --theme takes.
func themeNames(own []themes.Palette) []string {
	names := append([]string{themes.Auto}, themes.Names()...)
	for _, p := range own {
		names = append(names, p.Name)
	}
	return names
}
