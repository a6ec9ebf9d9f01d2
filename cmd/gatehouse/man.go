package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan is for those who pack the program: the packages of a release carry the
// pages that it writes.
func newMan(h host) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages of all commands to a directory",
		Hidden: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return wrongUsage("gatehouse man takes one directory, for example gatehouse man man1")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := writeMan(cmd.Root(), args[0]); err != nil {
				return &exit{exitFailed, fmt.Errorf("the man pages could not be written: %w", err)}
			}
			h.say("wrote the man pages to %s; read one with man -l %[1]s/gatehouse.1", args[0])
			return nil
		},
	}
}

// writeMan writes one page a command to dir, which is made if it is missing.
// SOURCE_DATE_EPOCH dates the pages, so that a build can be repeated.
func writeMan(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{Title: "GATEHOUSE", Section: "1", Source: "gatehouse", Manual: "gatehouse manual"}, dir)
}
