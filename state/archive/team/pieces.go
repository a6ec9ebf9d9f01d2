package team

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"gatehouse/state/archive"
)

// An agent sends its conversation again with every request, and a little more. So a body is cut at
// places that depend on its content, equal for equal bytes, and each piece is stored once a day. A
// small body, or one that is unlikely to repeat, as answers are, is stored uncut.

// Sizes of pieces, in bytes: where a body is cut depends on the last 64 bytes alone.
const (
	minPiece  = 2 << 10
	maxPiece  = 64 << 10
	cutMask   = 1<<13 - 1 // of the hash of these bytes: pieces of 8 KiB after the minimum
	minCut    = 4 << 10   // a smaller body is not cut
	largePart = 1 << 20   // of a body that is not cut
)

// gear holds a random number for each byte.
var gear = func() (table [256]uint64) {
	x := uint64(0x9e3779b97f4a7c15)
	for i := range table { // splitmix64
		x += 0x9e3779b97f4a7c15
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		table[i] = z ^ z>>31
	}
	return table
}()

// cut yields a body in pieces.
func cut(body []byte, yield func(piece []byte)) {
	for len(body) > 0 {
		n := cutAt(body)
		yield(body[:n])
		body = body[n:]
	}
}

func cutAt(body []byte) int {
	end := min(len(body), maxPiece)
	var h uint64
	for i := range end {
		h = h<<1 + gear[body[i]]
		if i >= minPiece && h>>40&cutMask == 0 {
			return i + 1
		}
	}
	return end
}

// The first byte of a body in a column.
const (
	bodyPacked = 'z' // packed, as archive.Packer writes it
	bodyPieces = 'p' // hashes of pieces
)

// hashSize is the size of the hash of a piece: two of a day's pieces would have the same after some 10^19.
const hashSize = 16

// piece is one that must be in the database.
type piece struct {
	day        int32
	hash, data []byte
}

// body returns the column of a body, and adds the pieces that it needs. cutting is for a body whose
// beginning others may have too.
func (s *Store) body(day int32, plain []byte, cutting bool, add func(piece)) []byte {
	switch {
	case len(plain) == 0:
		return nil
	case len(plain) < minCut, !cutting && len(plain) < largePart:
		return s.packer.Pack(plain) // begins with bodyPacked
	}
	column := []byte{bodyPieces}
	one := func(part []byte) {
		sum := sha256.Sum256(part)
		hash := sum[:hashSize]
		column = append(column, hash...)
		add(piece{day, hash, s.packer.Pack(part)})
	}
	if cutting {
		cut(plain, one)
		return column
	}
	for len(plain) > 0 {
		n := min(len(plain), largePart)
		one(plain[:n])
		plain = plain[n:]
	}
	return column
}

// Errors of a body.
var (
	errWithheld = errors.New("more than 256 MiB are withheld")
	errPieces   = errors.New("a part of the body is missing in the history of the team")
	errAltered  = errors.New("a part of the body in the history of the team does not match its hash: somebody replaced it")
)

// maxBody limits a body, in bytes, whatever a row states: others wrote it.
const maxBody = 256 << 20

// Other limits of what is read of an exchange, in bytes.
const (
	maxAbout  = 16 << 20                      // its capture without bodies
	maxTimes  = 16 << 20                      // times of a body's chunks, unpacked
	maxColumn = maxBody / minPiece * hashSize // of a body: as many hashes as that has pieces
	maxPacked = largePart + 64<<10            // a piece: what does not shrink gets a little larger
)

// groupedPieces is how many pieces are in memory in addition to the body that they are joined to.
const groupedPieces = 64

// tooLarge is archive.ErrTooLarge with what it is about.
func tooLarge(what string) error {
	return fmt.Errorf("%s is too large to show: %w", what, archive.ErrTooLarge)
}

// load returns the body of a column, which has at most limit bytes. get returns pieces by their hashes.
func load(p *archive.Packer, column []byte, limit int64, get func(hashes [][]byte) (map[string][]byte, error)) (plain []byte, err error) {
	if len(column) == 0 {
		return nil, nil
	}
	unpack := func(data []byte) error {
		plain, err = p.UnpackAtMost(plain, data, int(min(limit-int64(len(plain)), largePart)))
		return err
	}
	if column[0] == bodyPacked {
		return plain, unpack(column)
	}
	for hashes := range slices.Chunk(column[1:], hashSize*groupedPieces) {
		parts, err := get(slices.Collect(slices.Chunk(hashes, hashSize)))
		if err != nil {
			return nil, err
		}
		for h := range slices.Chunk(hashes, hashSize) {
			part, ok := parts[string(h)]
			if !ok {
				return nil, errPieces
			}
			before := len(plain)
			if err := unpack(part); err != nil {
				return nil, err
			}
			if sum := sha256.Sum256(plain[before:]); string(sum[:hashSize]) != string(h) {
				return nil, errAltered
			}
		}
	}
	return plain, nil
}

// pieces returns pieces of a day by their hashes.
func (s *Store) pieces(ctx context.Context, day int32, hashes [][]byte) (map[string][]byte, error) {
	rows, err := s.pool.Query(ctx, "SELECT hash, data FROM gatehouse.piece WHERE day = $1 AND hash = ANY ($2) AND octet_length(data) <= $3", day, hashes, maxPacked)
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{}
	var hash, data []byte
	_, err = pgx.ForEachRow(rows, []any{&hash, &data}, func() error {
		parts[string(hash)] = bytes.Clone(data)
		return nil
	})
	return parts, err
}
