package main

import (
	"errors"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"gatehouse/app/config"
	"gatehouse/client/profile"
)

// completeValues has the shell complete the values that can be known without a
// network: profiles of the config file, presets and themes.
func (c *common) completeValues(root *cobra.Command) {
	for flag, names := range map[string]func() []string{
		"profile": c.profileNames,
		"theme": func() []string {
			own, _ := ownThemes(c.path())
			return themeNames(own)
		},
	} {
		completeFlag(root, flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return names(), cobra.ShellCompDirectiveNoFileComp
		})
	}
}

// completeFlag has the shell complete a flag's value.
func completeFlag(cmd *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // a flag that the command does not have
	}
}

// completeWords has the shell complete a flag of which all values are known.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	completeFlag(cmd, flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// profileNames are those that --profile takes; of a config file with a fault those
// that have none themselves. A file that cannot be read has none: a completion is no
// place for an error.
func (c *common) profileNames() []string {
	var names []string
	file, err := config.Load(c.path(), false)
	if wrong := (*config.Wrong)(nil); errors.As(err, &wrong) {
		file = wrong.Rest
	}
	if file != nil {
		names = slices.Sorted(maps.Keys(file.Profiles))
	}
	for _, s := range profile.Services() {
		if !slices.Contains(names, s.ID) {
			names = append(names, s.ID)
		}
	}
	return names
}
