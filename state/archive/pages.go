package archive

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"
)

// SQL reads nothing below a damaged page. To read what is there, each page that may have rows
// becomes the root of a table, in a copy of the database. The format is that of
// https://sqlite.org/fileformat2.html.

// pageSize is that of all databases of the archive.
const pageSize = 4096

// readPages copies the rows of the tables from every page of a damaged database, by way of a copy at
// file.
func (s *salvaged) readPages(ctx context.Context, path, file string) error {
	first, err := s.copyPages(ctx, path, file)
	if err != nil {
		return err
	}
	write, err := openSQLite(file, 1, url.Values{"_pragma": {"journal_mode(OFF)", "synchronous(OFF)"}})
	if err != nil {
		return err
	}
	defer write.Close()
	read, err := openSQLite(file, 1, url.Values{}) // not write, which would not parse a changed page again
	if err != nil {
		return err
	}
	defer read.Close()
	for i, t := range s.tables {
		kinds := "x'0d'" // leaves
		if !t.rowIDs {
			kinds = "x'0a', x'02'" // leaves and inner pages, which have rows too
		}
		pages, err := rowsOf(ctx, read, "SELECT pgno FROM sqlite_dbpage WHERE pgno > 1 AND pgno < ? AND substr(data, 1, 1) IN ("+kinds+")", first)
		if err != nil {
			return err
		}
		for _, page := range pages {
			_, err := write.ExecContext(ctx, "UPDATE sqlite_dbpage SET data = (SELECT data FROM sqlite_dbpage WHERE pgno = ?) WHERE pgno = ?", page[0], first+int64(i))
			if err == nil {
				err = s.copyRows(ctx, read, t, t.columns)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// copyPages copies the database at path to file, except the first page, which is that of a database
// with s.tables alone. Their roots are pages after all others, from first on.
func (s *salvaged) copyPages(ctx context.Context, path, file string) (first int64, err error) {
	for _, log := range []string{"", "-wal"} {
		if err := copyFile(path+log, file+log); err != nil {
			return 0, err
		}
	}
	if copied, err := openSQLite(file, 1, url.Values{}); err == nil { // an error here leaves what the log alone has
		_, _ = copied.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		copied.Close()
	}
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	first = info.Size()/pageSize + 2
	schema, err := openSQLite(file+".schema", 1, url.Values{"_pragma": {"writable_schema(ON)"}})
	if err != nil {
		return 0, err
	}
	for _, t := range s.tables {
		definition, option := strings.Join(t.columns, ", "), ""
		if t.rowIDs {
			definition = strings.Replace(definition, ",", " INTEGER PRIMARY KEY,", 1)
		} else {
			definition, option = definition+", PRIMARY KEY ("+strings.Join(t.columns[:t.keys], ", ")+")", " WITHOUT ROWID"
		}
		if _, e := schema.ExecContext(ctx, "CREATE TABLE "+t.name+" ("+definition+")"+option); e != nil {
			err = errors.Join(err, e)
		}
	}
	_, e := schema.ExecContext(ctx, "UPDATE sqlite_schema SET rootpage = rootpage - 2 + ?", first) // the first root was 2
	page, unread := os.ReadFile(file + ".schema")
	if err := errors.Join(err, e, schema.Close(), unread); err != nil {
		return 0, err
	}
	pages := first + int64(len(s.tables)) - 1
	binary.BigEndian.PutUint32(page[28:], uint32(pages))
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	_, err = f.WriteAt(page[:pageSize], 0)
	return first, errors.Join(err, f.Truncate(pages*pageSize), f.Close(), removed(os.Remove(file+"-wal")))
}

func copyFile(path, to string) error {
	from, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}
