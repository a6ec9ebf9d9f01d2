package archive

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"gatehouse/state/history"
	"gatehouse/state/history/stats"
)

// A segment holds the figures of consecutive exchanges, column by column, so that those of a million
// are read quickly. It is derived, and dropped when one of its exchanges changes: exchanges without
// a segment are read from the rows.

// segmentSize is the maximum number of exchanges in a segment, and of those in none at the end.
const segmentSize = 2048

// gaps selects the spans of keys that no segment covers, the last without an end.
const gaps = `WITH bounds (first, last) AS (SELECT first, last FROM segment UNION ALL SELECT 9223372036854775807, 0),
	gap (low, high) AS (SELECT coalesce(lag(last) OVER (ORDER BY first), -1) + 1, first - 1 FROM bounds) `

// sealSome makes a segment of exchanges that are in none. more reports whether there may be others.
func (a *Archive) sealSome() (more bool, err error) {
	ctx := context.Background()
	var low, high int64
	err = a.db().write.QueryRowContext(ctx, gaps+`SELECT low, high FROM gap
		WHERE EXISTS (SELECT 1 FROM exchange WHERE id BETWEEN low AND high) AND (high < ?1
			OR ?2 <= (SELECT count(*) FROM (SELECT 1 FROM exchange WHERE id BETWEEN (SELECT max(low) FROM gap) AND ?1 LIMIT ?2)))
		ORDER BY low LIMIT 1`, math.MaxInt64-1, segmentSize).Scan(&low, &high)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	tx, err := a.db().write.Begin() // what is read does not change until it is written
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	list, err := entries(ctx, tx, "SELECT "+selected+" FROM exchange WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?", low, high, segmentSize)
	if err != nil || len(list) == 0 {
		return false, err
	}
	deleted, id := map[int64]bool{}, int64(0)
	err = queryRows(ctx, tx, "SELECT id FROM exchange WHERE deleted IS NOT NULL AND id BETWEEN ? AND ?", []any{low, list[len(list)-1].Key}, []any{&id}, func() error {
		deleted[id] = true
		return nil
	})
	if err != nil {
		return false, err
	}
	if err := a.seal(tx, list, deleted); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// seal writes the segment of exchanges, without those that are deleted.
func (a *Archive) seal(tx *sql.Tx, list []history.Entry, deleted map[int64]bool) error {
	first, last := list[0].Key, list[len(list)-1].Key
	list = slices.DeleteFunc(list, func(e history.Entry) bool { return deleted[e.Key] })
	var x stats.Exchanges
	for i := range list {
		x.Add(&list[i], "")
	}
	if _, err := tx.Exec("INSERT INTO segment (first, last, figures) VALUES (?, ?, ?)", first, last, a.packer.Pack(packFigures(&x))); err != nil {
		return err
	}
	for _, d := range stats.Dimensions() {
		if d.ByTime() {
			continue
		}
		var names stats.Exchanges
		for i := range list {
			names.Name = append(names.Name, names.Place(d.Value(&list[i])))
		}
		if len(names.Names) == 1 && names.Names[0] == "" {
			continue // none has a value
		}
		if _, err := tx.Exec("INSERT INTO segment_names (segment, dimension, names) VALUES (?, ?, ?)", first, d.Name, a.packer.Pack(packNames(&names))); err != nil {
			return err
		}
	}
	return nil
}

// packFigures writes the number of exchanges, their times as differences, the marks, and each column
// of figures, increased by 1 so that 0 is unknown.
func packFigures(x *stats.Exchanges) []byte {
	out := binary.AppendUvarint(nil, uint64(x.Len()))
	before := int64(0)
	for _, us := range x.Start {
		out = binary.AppendVarint(out, us-before)
		before = us
	}
	for _, m := range x.Kind {
		out = append(out, byte(m))
	}
	for _, column := range x.Figures() {
		for _, v := range *column {
			out = binary.AppendUvarint(out, uint64(max(v, -1)+1))
		}
	}
	return out
}

var errSegment = errors.New("the figures of a part of the history are damaged")

// unpackFigures appends the exchanges of a segment.
func unpackFigures(x *stats.Exchanges, data []byte) (n int, err error) {
	r := varints{data: data}
	n = int(min(r.unsigned(), segmentSize))
	before := int64(0)
	for range n {
		before += r.signed()
		x.Start = append(x.Start, before)
	}
	for _, m := range r.bytes(uint64(n)) {
		x.Kind = append(x.Kind, stats.Mark(m))
	}
	for _, column := range x.Figures() {
		values := *column
		for range n {
			values = append(values, int64(r.unsigned())-1)
		}
		*column = values
	}
	if r.short {
		return n, errSegment
	}
	return n, nil
}

// packNames writes the distinct values, and for each exchange the index of its value.
func packNames(x *stats.Exchanges) []byte {
	out := binary.AppendUvarint(nil, uint64(len(x.Names)))
	for _, name := range x.Names {
		out = append(binary.AppendUvarint(out, uint64(len(name))), name...)
	}
	for _, at := range x.Name {
		out = binary.AppendUvarint(out, uint64(at))
	}
	return out
}

// unpackNames appends the values of n exchanges.
func unpackNames(x *stats.Exchanges, data []byte, n int) error {
	if len(data) == 0 { // none has a value
		at := x.Place("")
		for range n {
			x.Name = append(x.Name, at)
		}
		return nil
	}
	r := varints{data: data}
	places := make([]uint32, min(r.unsigned(), segmentSize))
	for i := range places {
		places[i] = x.PlaceOf(r.bytes(r.unsigned()))
	}
	for range n {
		at := r.unsigned()
		if at >= uint64(len(places)) {
			return errSegment
		}
		x.Name = append(x.Name, places[at])
	}
	if r.short {
		return errSegment
	}
	return nil
}

type varints struct {
	data  []byte
	at    int
	short bool // there were fewer
}

func (r *varints) unsigned() uint64 {
	if r.at < len(r.data) && r.data[r.at] < 0x80 { // one byte, as most are
		r.at++
		return uint64(r.data[r.at-1])
	}
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		r.short = true
		return 0
	}
	r.at += n
	return v
}

func (r *varints) bytes(n uint64) []byte {
	if n > uint64(len(r.data)-r.at) {
		r.short = true
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

func (r *varints) signed() int64 {
	v := r.unsigned()
	return int64(v>>1) ^ -int64(v&1)
}
