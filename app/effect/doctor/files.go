package doctor

import (
	"context"
	"errors"
	"fmt"
	"gatehouse/state/answer/figures"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gatehouse/state/archive"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

func (m Machine) config(found func(report.Finding)) {
	const name = "file"
	switch {
	case m.ConfigErr != nil:
		faults := faultsOf(m.ConfigErr)
		for i, fault := range faults {
			remedy := ""
			switch {
			case i < len(faults)-1: // only the last has it
			case i == 0:
				remedy = "correct it; until then no other command runs"
			default:
				remedy = "correct them; until then no other command runs"
			}
			found(step("settings", report.Failed, fault.Error(), "", remedy))
		}
	case m.HasConfig:
		found(step(name, report.OK, m.ConfigPath, "", ""))
	default:
		found(step(name, report.OK, "none; the defaults apply", "It is read from "+m.ConfigPath+".", ""))
	}
	for _, w := range m.Warnings {
		found(step("warning", report.Warning, strings.TrimPrefix(w, "warning: "), "", ""))
	}
}

// faultsOf returns the errors that were joined to err, or err alone.
func faultsOf(err error) []error {
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		return several.Unwrap()
	}
	return []error{err}
}

// The free space below which the history is at risk, in bytes.
const (
	littleSpace = 200 << 20
	noSpace     = 5 << 20
)

func (m Machine) history(ctx context.Context, found func(report.Finding)) {
	if !m.Persist {
		found(step("database", report.Skipped, "off: nothing is saved", "", ""))
		return
	}
	c, err := archive.Look(ctx, m.DataDir)
	switch {
	case errors.Is(err, archive.ErrNewer):
		found(step("database", report.Failed, err.Error(), "", ""))
	case errors.Is(err, archive.ErrOlder):
		found(step("database", report.Warning, err.Error(), "", "it is renamed when something is saved, and a new one is made; gatehouse history recover adds what the old one holds"))
	case err != nil:
		found(step("database", report.Failed, err.Error(), "", "check the permissions of the folder, or choose another with --data-dir; "+
			"a damaged database is renamed when something is saved, and a new one is begun"))
	case !c.Exists:
		found(step("database", report.OK, "none yet; it will be created in "+m.DataDir, "", ""))
	default:
		found(step("database", report.OK, figures.Counted(c.Exchanges, "exchange")+", "+size(c.Bytes)+", in "+m.DataDir, "", ""))
	}
	for _, aside := range c.Aside {
		found(step("set-aside", report.Warning, "a damaged or older history was set aside", aside,
			"gatehouse history recover "+spelling.ShellWord(aside)+" adds what can be read of it; then delete it"))
	}
	where := existing(m.DataDir)
	err = canWrite(where)
	switch {
	case err != nil:
		found(step("permissions", report.Failed, where+" is not writable", err.Error(), "make it writable for you, or choose another folder with --data-dir"))
	case len(c.Readable) > 0:
		found(step("permissions", report.Warning, "other users can read "+c.Readable[0], "", "chmod -R go= "+m.DataDir))
	case c.Exists:
		found(step("permissions", report.OK, "only you can read it; it is writable", "", ""))
	default:
		found(step("permissions", report.OK, "it can be created in "+where, "", ""))
	}
	if free, ok := freeSpace(where); ok {
		found(space(free, where))
	}
}

func space(free uint64, where string) report.Finding {
	s := step("disk", report.OK, size(int64(min(free, math.MaxInt64)))+" free", "", "")
	if free < littleSpace {
		s.Level, s.Detail = report.Warning, "Exchanges that do not fit are in memory until you quit."
		s.Remedy = "free space on the disk of " + where + ", or choose another folder with --data-dir"
	}
	if free < noSpace {
		s.Level = report.Failed
	}
	return s
}

// existing returns a folder, or the nearest existing one above it.
func existing(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			return dir
		}
		dir = above
	}
}

func canWrite(dir string) error {
	f, err := os.CreateTemp(dir, ".gatehouse-doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("a test\n")
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// size formats a number of bytes with at most three digits.
func size(bytes int64) string {
	n := float64(bytes)
	for _, unit := range []string{"bytes", "KiB", "MiB", "GiB"} {
		if n < 1000 {
			if unit == "bytes" || n >= 10 {
				return fmt.Sprintf("%.0f %s", n, unit)
			}
			return fmt.Sprintf("%.1f %s", n, unit)
		}
		n /= 1024
	}
	return fmt.Sprintf("%.1f TiB", n)
}
