package archive

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"
)

// undo takes the steps to the later versions of the schema back, the newest first.
var undo = []struct {
	from       int
	statements []string
}{
	{10, []string{"DROP INDEX exchange_receipt", "DROP TABLE price_list", "ALTER TABLE exchange DROP COLUMN receipt"}},
	{9, []string{
		"DROP INDEX exchange_cache", "DROP INDEX exchange_unexplained", "DROP TABLE prompt", "ALTER TABLE exchange DROP COLUMN cache", "ALTER TABLE exchange DROP COLUMN lost",
	}},
	{8, []string{
		"DROP INDEX exchange_run", "DROP TABLE clue", "ALTER TABLE exchange DROP COLUMN run", "ALTER TABLE exchange DROP COLUMN gap",
		"ALTER TABLE exchange DROP COLUMN joined", "ALTER TABLE exchange DROP COLUMN calls", "ALTER TABLE exchange DROP COLUMN thought",
	}},
	{7, []string{
		"DROP TRIGGER segment_insert", "DROP TRIGGER segment_update", "DROP TRIGGER segment_delete", "DROP TABLE segment", "DROP TABLE segment_names",
		"ALTER TABLE exchange DROP COLUMN rate", "ALTER TABLE exchange DROP COLUMN looked",
	}},
	{6, []string{"DROP INDEX exchange_lint", "ALTER TABLE exchange DROP COLUMN lint"}},
	{5, []string{"DROP TABLE beginning", "DROP TABLE path_part", "DROP TABLE unindexed"}},
}

// outdate makes a database one of an older version of the schema, and does something more to it.
func outdate(t *testing.T, db *sql.DB, to int, more ...string) {
	t.Helper()
	var all []string
	for _, u := range undo {
		if u.from > to {
			all = append(all, u.statements...)
		}
	}
	for _, s := range slices.Concat(all, []string{fmt.Sprint("PRAGMA user_version = ", to)}, more) {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(s, err)
		}
	}
}
