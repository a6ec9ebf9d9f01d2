package team

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"gatehouse/state/archive"
	"gatehouse/state/history"
)

// steps leads from firstVersion to each version of the schema after it; nothing leads back.
var steps = []string{`
ALTER TABLE gatehouse.exchange ADD COLUMN spoken boolean NOT NULL DEFAULT true;
ALTER TABLE gatehouse.exchange ADD COLUMN purpose text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX ON gatehouse.exchange (purpose, id) WHERE purpose <> '';`, `
ALTER TABLE gatehouse.exchange ADD COLUMN changed text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX ON gatehouse.exchange (id) WHERE changed <> '';`, openDay + moveFuture, `
ALTER TABLE gatehouse.exchange ADD COLUMN fault text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX ON gatehouse.exchange (fault, id) WHERE fault <> '';`}

// openDay makes the partitions of a day. None is in the future, or whoever writes a row dated 2099 has the first of
// every list.
const openDay = `
CREATE OR REPLACE FUNCTION gatehouse.open_day(of integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
	first bigint := of * 86400000000::bigint;
	name text := 'd' || to_char(to_date('1970-01-01', 'YYYY-MM-DD') + of, 'YYYYMMDD');
BEGIN
	IF of < 0 OR of > floor(extract(epoch FROM clock_timestamp() + interval '1 hour') / 86400) THEN
		RAISE EXCEPTION 'day % is out of range: the database has %', of, clock_timestamp() USING ERRCODE = 'numeric_value_out_of_range';
	END IF;
	PERFORM pg_advisory_xact_lock(7236489, 1);
	IF EXISTS (SELECT FROM gatehouse.day WHERE day = of) THEN
		RETURN;
	END IF;
	EXECUTE format('CREATE TABLE gatehouse.%I (LIKE gatehouse.exchange INCLUDING ALL)', 'exchange_' || name);
	EXECUTE format('CREATE UNIQUE INDEX ON gatehouse.%I (name)', 'exchange_' || name);
	EXECUTE format('ALTER TABLE gatehouse.exchange ATTACH PARTITION gatehouse.%I FOR VALUES FROM (%L) TO (%L)', 'exchange_' || name, first, first + 86400000000);
	EXECUTE format('CREATE TABLE gatehouse.%I (LIKE gatehouse.capture INCLUDING ALL)', 'capture_' || name);
	EXECUTE format('ALTER TABLE gatehouse.capture ATTACH PARTITION gatehouse.%I FOR VALUES FROM (%L) TO (%L)', 'capture_' || name, first, first + 86400000000);
	EXECUTE format('CREATE TABLE gatehouse.%I (LIKE gatehouse.piece INCLUDING ALL)', 'piece_' || name);
	EXECUTE format('ALTER TABLE gatehouse.piece ATTACH PARTITION gatehouse.%I FOR VALUES FROM (%L) TO (%L)', 'piece_' || name, of, of + 1);
	INSERT INTO gatehouse.day VALUES (of);
END $$;
`

// moveFuture gives rows of the future the time of the update, and drops their days.
const moveFuture = `
DO $$
DECLARE
	moved_to bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
	to_day integer := moved_to / 86400000000;
	one record;
	of integer;
	kind text;
BEGIN
	PERFORM gatehouse.open_day(to_day);
	FOR one IN SELECT id, name FROM gatehouse.exchange WHERE id >= (to_day + 2) * 86400000000::bigint ORDER BY id LOOP
		CONTINUE WHEN EXISTS (SELECT FROM gatehouse.exchange WHERE name = one.name AND id < (to_day + 2) * 86400000000::bigint);
		moved_to := moved_to + 1;
		INSERT INTO gatehouse.piece (day, hash, data) SELECT to_day, hash, data FROM gatehouse.piece
			WHERE day = one.id / 86400000000 AND hash = ANY (ARRAY(SELECT unnest(pieces) FROM gatehouse.capture WHERE exchange = one.id)) ON CONFLICT DO NOTHING;
		UPDATE gatehouse.capture SET exchange = moved_to WHERE exchange = one.id;
		UPDATE gatehouse.run SET first = least(first, moved_to), last = greatest(last, moved_to) WHERE id = (SELECT run FROM gatehouse.exchange WHERE id = one.id);
		UPDATE gatehouse.exchange SET id = moved_to, undated = true WHERE id = one.id;
	END LOOP;
	FOR of IN SELECT day FROM gatehouse.day WHERE day > to_day + 1 LOOP
		FOREACH kind IN ARRAY ARRAY['exchange', 'capture', 'piece'] LOOP
			EXECUTE format('DROP TABLE gatehouse.%I', kind || '_d' || to_char(to_date('1970-01-01', 'YYYY-MM-DD') + of, 'YYYYMMDD'));
		END LOOP;
		DELETE FROM gatehouse.day WHERE day = of;
	END LOOP;
END $$;`

// firstVersion is the number of the oldest schema that is updated. Smaller numbers belong to versions
// that were not released.
const (
	firstVersion = 14
	version      = history.Version // in the table about
)

// Roles that init makes, for people to be members of.
const (
	WriteRole = "gatehouse_write"
	ReadRole  = "gatehouse_read"
)

var newSchema = `
CREATE TABLE gatehouse.about (version integer NOT NULL);
INSERT INTO gatehouse.about VALUES (0);

-- The days that there are partitions of, counted from 1970-01-01 in UTC.
CREATE TABLE gatehouse.day (day integer PRIMARY KEY);

-- An exchange's id is its start in microseconds of Unix time, moved on where that is taken.
CREATE TABLE gatehouse.exchange (` + archive.Declaration(columns, func(t history.Type) string { return t.Postgres }) + `
	program text COLLATE "C" NOT NULL, -- version of gatehouse that shared it
	login   text COLLATE "C" NOT NULL DEFAULT session_user,
	found   tsvector NOT NULL          -- the words by which it is found
) PARTITION BY RANGE (id);` + indexes() + `
CREATE INDEX ON gatehouse.exchange USING gin (found);

-- The capture of an exchange. A body is its parts, one behind the other: see pieces.go.
CREATE TABLE gatehouse.capture (
	exchange   bigint PRIMARY KEY,
	about      bytea NOT NULL,
	request    bytea,
	response   bytea,
	chunks     bytea,
	raw        bytea,
	raw_chunks bytea,
	pieces     bytea[] NOT NULL -- hashes of the pieces that its bodies have
) PARTITION BY RANGE (exchange);

-- A piece of bodies of one day.
CREATE TABLE gatehouse.piece (
	day  integer,
	hash bytea, -- the first half of the SHA-256 of what is in it
	data bytea NOT NULL,
	PRIMARY KEY (day, hash)
) PARTITION BY RANGE (day);
ALTER TABLE gatehouse.piece ALTER COLUMN data SET STORAGE EXTERNAL;

-- The ways in which columns with few values spell them.
CREATE TABLE gatehouse.spelling (
	field text COLLATE "C",
	word  text COLLATE "C",
	PRIMARY KEY (field, word)
);

-- Runs: an archive's number of one, and the ids of its first and last exchange.
CREATE TABLE gatehouse.run (
	id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	source text COLLATE "C" NOT NULL, -- the archive
	number bigint NOT NULL,
	first  bigint NOT NULL,
	last   bigint NOT NULL,
	UNIQUE (source, number)
);

-- Who writes may not make tables, change rows, or delete what others wrote: these functions do
-- what is to be done of that.
` + openDay + `
CREATE FUNCTION gatehouse.run_of(of_source text, of_number bigint, from_id bigint, to_id bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
	of bigint;
BEGIN
	UPDATE gatehouse.run SET first = least(first, from_id), last = greatest(last, to_id)
		WHERE source = of_source AND number = of_number RETURNING id INTO of;
	IF of IS NULL THEN
		INSERT INTO gatehouse.run (source, number, first, last) VALUES (of_source, of_number, from_id, to_id) RETURNING id INTO of;
	END IF;
	RETURN of;
END $$;

-- What is computed of an exchange with others may change when these come.
CREATE FUNCTION gatehouse.renew(of_id bigint, of_name text` + parameters() + `)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
	UPDATE gatehouse.exchange SET (` + history.NamesOf(later) + `) = ROW (of_` + strings.ReplaceAll(history.NamesOf(later), ", ", ", of_") + `)
		WHERE id = of_id AND name = of_name AND login = session_user;
$$;

-- Removes exchanges of who calls it, and what only these had.
CREATE FUNCTION gatehouse.remove_own(of bigint[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
	gone bigint[];
	of_day integer;
	first bigint;
	hashes bytea[];
BEGIN
	PERFORM pg_advisory_xact_lock(7236489, 2);
	SELECT coalesce(array_agg(id), '{}') INTO gone FROM gatehouse.exchange WHERE id = ANY (of) AND login = session_user;
	FOR of_day IN SELECT DISTINCT (id / 86400000000)::integer FROM unnest(gone) AS id LOOP
		first := of_day * 86400000000::bigint;
		SELECT coalesce(array_agg(DISTINCT hash), '{}') INTO hashes FROM gatehouse.capture, unnest(pieces) AS hash
			WHERE exchange = ANY (gone) AND exchange >= first AND exchange < first + 86400000000;
		DELETE FROM gatehouse.capture WHERE exchange = ANY (gone) AND exchange >= first AND exchange < first + 86400000000;
		DELETE FROM gatehouse.exchange WHERE id = ANY (gone) AND id >= first AND id < first + 86400000000;
		DELETE FROM gatehouse.piece WHERE day = of_day AND hash = ANY (hashes) AND NOT hash = ANY (
			SELECT unnest(pieces) FROM gatehouse.capture WHERE exchange >= first AND exchange < first + 86400000000);
	END LOOP;
	RETURN cardinality(gone);
END $$;
`

// columns are those of an entry in the table exchange, selected their names, and later those that
// renew changes.
var (
	columns  = history.Columns()
	selected = history.NamesOf(columns)
	read     = readColumns(columns)
	later    = history.LaterColumns()
)

// maxText limits a text of an entry, in bytes: others wrote it.
const maxText = 64 << 10

// shown returns SQL for a column of texts, with words instead of one that is too large.
func shown(name string) string {
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) > %d THEN '(too large to show: ' || octet_length(%[1]s) || ' bytes)' ELSE %[1]s END", name, maxText)
}

// readColumns returns columns for a SELECT, with words instead of texts that are too large.
func readColumns(of []history.Column) string {
	all := make([]string, len(of))
	for i := range of {
		if all[i] = of[i].Name; of[i].IsText() {
			all[i] = shown(of[i].Name)
		}
	}
	return strings.Join(all, ", ")
}

// indexes returns the indexes of these columns, for each value by id: lists have the newest first.
func indexes() string {
	var b strings.Builder
	for _, c := range columns {
		of, rows := c.Name+", id", ""
		switch {
		case c.Index == history.Filled && c.Filter.Match == history.Name:
			of = "id"
			fallthrough
		case c.Index == history.Filled:
			rows = " WHERE " + c.HasValue()
		case c.Index != history.Every:
			continue
		}
		b.WriteString("\nCREATE INDEX ON gatehouse.exchange (" + of + ")" + rows + ";")
	}
	return b.String()
}

// parameters returns the parameters of renew after the id and the name.
func parameters() string {
	var b strings.Builder
	for _, c := range later {
		kind, _, _ := strings.Cut(c.Of(&history.Entry{}).Type().Postgres, " COLLATE")
		b.WriteString(", of_" + c.Name + " " + kind)
	}
	return b.String()
}

// grants lets the members of the roles do what they are for.
func grants() string {
	return `
REVOKE ALL ON SCHEMA gatehouse FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA gatehouse FROM PUBLIC;
GRANT USAGE ON SCHEMA gatehouse TO gatehouse_read, gatehouse_write;
GRANT SELECT ON gatehouse.about, gatehouse.day, gatehouse.exchange, gatehouse.capture, gatehouse.piece, gatehouse.spelling, gatehouse.run TO gatehouse_read, gatehouse_write;
GRANT INSERT (` + selected + `, program, found) ON gatehouse.exchange TO gatehouse_write;
GRANT INSERT ON gatehouse.capture, gatehouse.piece, gatehouse.spelling TO gatehouse_write;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA gatehouse TO gatehouse_write;
`
}

// querier is a pool, or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// versionOf returns the version of the schema in the database; 0 where there is none.
func versionOf(ctx context.Context, q querier) (have int, err error) {
	err = q.QueryRow(ctx, "SELECT coalesce(max(version), -1) FROM gatehouse.about").Scan(&have)
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "42P01", "3F000": // no such table, no such schema
			return 0, nil
		case "42501":
			return 0, fmt.Errorf("this login may not read the history of the team; its owner lets it with GRANT %s TO … or GRANT %s TO …", ReadRole, WriteRole)
		}
	}
	return have, err
}

// Init creates the schema in a database, or updates it, and describes in lines what it did. The
// login must be the owner of the database.
func Init(ctx context.Context, url string) (lines []string, err error) {
	s, err := connect(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	have, err := versionOf(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	if have != 0 && (have < firstVersion || have > version) {
		return nil, fits(have)
	}
	err = s.pool.transaction(ctx, maintainLimits, func(ctx context.Context, tx pgx.Tx) error {
		lines, err = initialize(ctx, tx)
		return err
	})
	if c := s.pool.Config().ConnConfig; denied(err) {
		err = &RightsError{fmt.Sprintf("%s may not make the history of the team in the database %s; gatehouse team init is for a login that owns it", c.User, c.Database), err}
	}
	return lines, err
}

func initialize(ctx context.Context, tx pgx.Tx) (lines []string, err error) {
	do := func(statement string) {
		if err == nil {
			_, err = tx.Exec(ctx, statement)
		}
	}
	do("SELECT pg_advisory_xact_lock(7236489, 0)")
	do("SELECT pg_advisory_xact_lock(7236489, 2)") // nobody writes meanwhile
	do("CREATE SCHEMA IF NOT EXISTS gatehouse")
	var have int
	var tables bool
	if err == nil {
		err = tx.QueryRow(ctx, "SELECT to_regclass('gatehouse.about') IS NOT NULL").Scan(&tables)
	}
	if err == nil && tables {
		err = tx.QueryRow(ctx, "SELECT coalesce(max(version), -1) FROM gatehouse.about").Scan(&have)
	}
	if err == nil && have != 0 && (have < firstVersion || have > version) {
		err = fits(have)
	}
	if err != nil {
		return nil, err
	}
	todo := []string{newSchema}
	if have > 0 {
		todo = steps[have-firstVersion:]
	}
	for _, step := range todo {
		do(step)
	}
	do(fmt.Sprintf("UPDATE gatehouse.about SET version = %d", version))
	if err != nil {
		return nil, err
	}
	switch {
	case have == 0:
		lines = append(lines, "made the history of the team")
	case have < version:
		lines = append(lines, fmt.Sprintf("updated the history of the team from schema %d to %d", have, version))
	default:
		lines = append(lines, "the history of the team is there, and up to date")
	}
	more, err := makeRoles(ctx, tx)
	if err != nil {
		return nil, err
	}
	lines = append(lines, more...)
	do(grants())
	return lines, err
}

// makeRoles creates the roles that are missing.
func makeRoles(ctx context.Context, tx pgx.Tx) (lines []string, err error) {
	for _, role := range []string{WriteRole, ReadRole} {
		var there bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role).Scan(&there); err != nil {
			return nil, err
		}
		if there {
			continue
		}
		_, err := tx.Exec(ctx, "CREATE ROLE "+role+" NOLOGIN")
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "42501" {
			return nil, fmt.Errorf("this login may not make roles; run CREATE ROLE %s; CREATE ROLE %s; as one that may, and gatehouse team init again", WriteRole, ReadRole)
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("made the role %s: GRANT %s TO NAME lets a login %s", role, role, strings.TrimPrefix(role, "gatehouse_")))
	}
	return lines, nil
}
