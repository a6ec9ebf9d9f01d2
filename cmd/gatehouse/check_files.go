package main

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/app/checks"
	"gatehouse/state/expect"
)

// files reads the check files, and chooses the groups that are asked for.
func (k *checking) files(c *common, paths []string) (list []*expect.Check, err error) {
	var broken faultList
	for _, path := range paths {
		some, err := k.file(c, path)
		if list = append(list, some...); err != nil {
			broken = append(broken, err)
		}
	}
	if broken != nil {
		return nil, wrongUsage("%w", broken)
	}
	groups := groupsOf(list)
	for _, name := range k.only {
		if !slices.Contains(groups, name) {
			if groups == nil {
				return nil, wrongUsage(`--only %s: no check is of a group; write group = %q in it`, name, name)
			}
			return nil, wrongUsage("--only %s: no such group%s", name, suggestion(name, groups))
		}
	}
	return slices.DeleteFunc(list, func(c *expect.Check) bool { return k.only != nil && !slices.Contains(k.only, c.Group) }), nil
}

// groupsOf are the groups of checks, in the order in which they come.
func groupsOf(list []*expect.Check) (groups []string) {
	for _, c := range list {
		if c.Group != "" && !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	return groups
}

// groupsOf completes --only: the groups of the files that were named.
func (k *checking) groupsOf(c *common, args []string) []string {
	var list []*expect.Check
	for _, path := range args {
		some, _ := k.file(c, path) // a completion is no place for an error
		list = append(list, some...)
	}
	return groupsOf(list)
}

// file reads a check file, or the one that ships in the program.
func (k *checking) file(c *common, path string) ([]*expect.Check, error) {
	if path == expect.DocumentName {
		return expect.Parse(path, expect.Document(), nil)
	}
	if strings.HasPrefix(path, "@") {
		return nil, fmt.Errorf("%s: the program has no checks of that name; give a FILE of checks, or @document", path)
	}
	return checks.Read(path, c.allowFiles...)
}
