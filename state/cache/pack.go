package cache

import (
	"encoding/binary"
	"errors"

	"gatehouse/state/run"
)

// packVersion is the first byte of what Pack writes.
const packVersion = 1

// sumBytes is how many bytes of a sum are kept.
const sumBytes = 5

// Pack writes a prompt without its texts, and how many tokens of it were written to a cache, for
// an archive.
func Pack(p *run.Prompt, written int) []byte {
	out := binary.AppendUvarint([]byte{packVersion}, uint64(max(written, -1)+1))
	out = append(out, map[bool]byte{true: 1}[p.Cut])
	out = binary.AppendUvarint(out, uint64(len(p.Settings)))
	for _, s := range p.Settings {
		for _, text := range []string{s.Name, s.Value} {
			out = append(binary.AppendUvarint(out, uint64(len(text))), text...)
		}
	}
	for i := range p.Pieces {
		x := &p.Pieces[i]
		out = append(out, byte(x.Group)|byte(x.Keep)<<2|map[bool]byte{true: 1 << 4}[x.Media])
		out = binary.AppendUvarint(out, uint64(x.Size))
		for _, s := range x.Sums {
			out = append(out, byte(s>>32), byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
		}
	}
	return out
}

var errPacked = errors.New("the pieces of a prompt are damaged")

// Unpack reads what Pack wrote.
func Unpack(data []byte) (p run.Prompt, written int, err error) {
	if len(data) < 3 || data[0] != packVersion {
		return p, -1, errPacked
	}
	r := reader{data: data[1:]}
	written = int(r.number()) - 1
	p.Cut = len(r.bytes(1)) > 0 && r.last[0] == 1
	for n := r.number(); n > 0 && !r.short; n-- {
		p.Settings = append(p.Settings, run.Setting{Name: string(r.bytes(r.number())), Value: string(r.bytes(r.number()))})
	}
	sums := make([]uint64, 0, len(r.data)/sumBytes) // of all pieces
	for len(r.data) > 0 && !r.short {
		kind := r.bytes(1)[0]
		x := run.Piece{Group: run.Group(kind & 3), Keep: run.Lifetime(kind >> 2 & 3), Media: kind>>4&1 == 1, Size: int(r.number())}
		from := len(sums)
		for n := max((x.Size+run.SumSize-1)/run.SumSize, 1); n > 0 && !r.short; n-- {
			if b := r.bytes(sumBytes); !r.short {
				sums = append(sums, uint64(b[0])<<32|uint64(b[1])<<24|uint64(b[2])<<16|uint64(b[3])<<8|uint64(b[4]))
			}
		}
		x.Sums = sums[from:len(sums):len(sums)]
		p.Pieces = append(p.Pieces, x)
	}
	if r.short {
		return run.Prompt{}, -1, errPacked
	}
	return p, written, nil
}

// reader reads numbers and bytes one after the other.
type reader struct {
	data, last []byte
	short      bool // there were fewer
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.short = true
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.short, r.last = true, nil
		return nil
	}
	r.last, r.data = r.data[:n], r.data[n:]
	return r.last
}
