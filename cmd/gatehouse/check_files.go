package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/app/files"
	"gatehouse/state/expect"
)

// files reads the check files, and chooses the groups that are asked for.
func (k *checking) files(paths []string) (checks []*expect.Check, err error) {
	var broken faultList
	for _, path := range paths {
		some, err := k.file(path)
		if checks = append(checks, some...); err != nil {
			broken = append(broken, err)
		}
	}
	if broken != nil {
		return nil, wrongUsage("%w", broken)
	}
	groups := groupsOf(checks)
	for _, name := range k.only {
		if !slices.Contains(groups, name) {
			if groups == nil {
				return nil, wrongUsage(`--only %s: no check is of a group; write group = %q in it`, name, name)
			}
			return nil, wrongUsage("--only %s: no such group%s", name, suggestion(name, groups))
		}
	}
	return slices.DeleteFunc(checks, func(c *expect.Check) bool { return k.only != nil && !slices.Contains(k.only, c.Group) }), nil
}

// groupsOf are the groups of checks, in the order in which they come.
func groupsOf(checks []*expect.Check) (groups []string) {
	for _, c := range checks {
		if c.Group != "" && !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	return groups
}

// groupsOf completes --only: the groups of the files that were named.
func (k *checking) groupsOf(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var checks []*expect.Check
	for _, path := range args {
		some, _ := k.file(path) // a completion is no place for an error
		checks = append(checks, some...)
	}
	return groupsOf(checks), cobra.ShellCompDirectiveNoFileComp
}

// file reads a check file, and what is beside it.
func (k *checking) file(path string) ([]*expect.Check, error) {
	if path == expect.DocumentName {
		return expect.Parse(path, expect.Document(), nil)
	}
	if strings.HasPrefix(path, "@") {
		return nil, fmt.Errorf("%s: the program has no checks of that name; give a FILE of checks, or @document", path)
	}
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	return expect.Parse(shortPath(path), data, func(name string) ([]byte, error) {
		data, err := files.Read(beside(path, name), files.MaxDocument)
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return data, err
	})
}

// shortPath is a path from the working directory, where that is shorter to say.
func shortPath(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return filepath.ToSlash(filepath.Clean(path))
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		path = short
	}
	return filepath.ToSlash(path)
}

// beside is a file that a check file names.
func beside(path, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
}
