// Package checks reads files of checks, and checks exchanges with them: those that a command sends, and
// recorded ones. It sends nothing.
package checks

import (
	"gatehouse/app/files"
	"gatehouse/state/expect"
)

// Read reads a check file, and the files that it names within its Reach; allowed are further
// folders of --allow-files. The error is an *expect.Broken, or names the path and the remedy.
func Read(path string, allowed ...string) ([]*expect.Check, error) {
	data, err := files.Read(path, files.MaxDocument)
	if err != nil {
		return nil, err
	}
	reach, err := files.ReachOf(path, allowed...)
	if err != nil {
		return nil, err
	}
	return expect.Parse(files.FromHere(path), data, func(name string) ([]byte, error) {
		return reach.Read(name, files.MaxDocument)
	})
}
