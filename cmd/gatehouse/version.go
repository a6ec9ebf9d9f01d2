package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gatehouse/app/answer"
)

// apiVersion is the interface that is implemented here (API document,
// "Versioning").
const apiVersion = "gateway API 1.0.0 (/api/v1)"

func newVersion(h host) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the program's version and the interface it implements",
		Args:  noMore,
		RunE:  func(*cobra.Command, []string) error { return printVersion(h) },
	}
}

func printVersion(h host) error {
	_, err := fmt.Fprintf(h.stdout, "gatehouse %s (%s %s/%s)\n%s\n",
		buildVersion(debug.ReadBuildInfo()), runtime.Version(), runtime.GOOS, runtime.GOARCH, apiVersion)
	if err != nil && !answer.ReaderGone(err) {
		return &exit{exitFailed, fmt.Errorf("the version could not be written to standard output: %w", err)}
	}
	return nil
}

// programVersion is the version in one word.
func programVersion() string { return "gatehouse " + buildVersion(debug.ReadBuildInfo()) }

// buildVersion is the module's version, or for a build from a work tree the
// commit that it was built from.
func buildVersion(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	version := "devel"
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			version += " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			version += " modified"
		}
	}
	return version
}
