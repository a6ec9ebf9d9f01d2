package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Condition is the state of an archive that can be found without using it.
type Condition struct {
	Exists    bool
	Exchanges int
	Bytes     int64    // of all its files
	Readable  []string // files and folders that others of this machine can read
	Aside     []string // databases that were set aside
}

// Look returns the condition of the archive in a directory, and changes nothing. The error is why
// the archive cannot be used; what was found before it is returned too.
func Look(ctx context.Context, dir string) (Condition, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Condition{}, err
	}
	c, err := lookAtFiles(dir)
	if err != nil {
		return c, err
	}
	path := filepath.Join(dir, databaseName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	c.Exists = true
	db, err := readable(ctx, path)
	if damaged(err) {
		return c, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if err != nil {
		return c, err
	}
	defer db.Close()
	have, err := schemaNumber(ctx, db, path)
	switch {
	case errors.Is(err, ErrOlder):
		return c, fmt.Errorf("%s was %w", path, err)
	case err == nil && have > 0:
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM exchange WHERE deleted IS NULL").Scan(&c.Exchanges)
	}
	if damaged(err) || isCode(err, schemaCodes...) || errors.Is(err, errSchemaNumber) {
		return c, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return c, err
}

// lookAtFiles sums up the files of an archive, and finds those that others can read.
func lookAtFiles(dir string) (Condition, error) {
	var c Condition
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // there is none yet, or the file has just gone
			return nil
		}
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return nil // it has just gone
		}
		if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // which has other rights
			c.Readable = append(c.Readable, path)
		}
		if info.Mode().IsRegular() {
			c.Bytes += info.Size()
			if isAside.MatchString(path) {
				c.Aside = append(c.Aside, path)
			}
		}
		return nil
	})
	return c, err
}
