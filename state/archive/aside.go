package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"time"

	"gatehouse/state/spelling"
)

// A damaged database, or one of an earlier version, is set aside: renamed to its name, one of the
// suffixes and a time.
const (
	damagedSuffix = ".damaged-"
	olderSuffix   = ".older-"
	asideTime     = "20060102-150405.000"
)

// isAside matches the name of a database that was set aside.
var isAside = regexp.MustCompile(regexp.QuoteMeta(databaseName) + `\.(damaged|older)-\d{8}-\d{6}\.\d{3}$`)

// replace sets a database aside and makes a new one.
func (a *Archive) replace(ctx context.Context, path string, cause error) (*database, error) {
	suffix, why := damagedSuffix, fmt.Sprintf("is damaged (%v)", cause)
	if errors.Is(cause, ErrOlder) {
		suffix, why = olderSuffix, "was "+cause.Error()
	}
	aside := path + suffix + time.Now().Format(asideTime)
	for _, log := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+log, aside+log); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(cause, err)
		}
	}
	db, err := a.connect(ctx, path)
	if err == nil {
		a.notice(fmt.Errorf("%s %s; it was renamed, and exchanges are saved in a new one; gatehouse history recover %s adds what can be read of it", path, why, spelling.ShellWord(aside)))
	}
	return db, err
}
