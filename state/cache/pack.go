package cache

import (
	"encoding/binary"
	"errors"

	"github.com/shopspring/decimal"

	"gatehouse/state/answer/run"
)

// packVersion is the first byte of what Pack writes.
const packVersion = 1

// sumBytes is how many bytes of a sum are stored.
const sumBytes = 5

// The flags of the first byte after the tokens written.
const (
	flagCut = 1 << iota
	flagCharge
	flagReported
)

func flag(set bool, f byte) byte {
	if set {
		return f
	}
	return 0
}

// Pack writes a record for an archive, without the texts of the prompt.
func Pack(r *Record) []byte {
	p := &r.Prompt
	out := binary.AppendUvarint([]byte{packVersion}, uint64(max(r.Written, -1)+1))
	out = append(out, flag(p.Cut, flagCut)|flag(r.Charge.Known, flagCharge)|flag(r.Reported != "", flagReported))
	text := func(s string) { out = append(binary.AppendUvarint(out, uint64(len(s))), s...) }
	if r.Charge.Known {
		for _, usd := range []decimal.Decimal{r.Charge.Read, r.Charge.Write, r.Charge.Full} {
			text(usd.String())
		}
	}
	if r.Reported != "" {
		text(r.Reported)
	}
	out = binary.AppendUvarint(out, uint64(len(p.Settings)))
	for _, s := range p.Settings {
		text(s.Name)
		text(s.Value)
	}
	for i := range p.Pieces {
		x := &p.Pieces[i]
		flags := byte(x.Group) | byte(x.Mark)<<2
		if x.Media {
			flags |= 1 << 4
		}
		out = append(out, flags)
		out = binary.AppendUvarint(out, uint64(x.Size))
		for _, s := range x.Sums {
			out = append(out, byte(s>>32), byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
		}
	}
	return out
}

var errDamaged = errors.New("the pieces of a prompt are damaged")

// Unpack reads what Pack wrote.
func Unpack(data []byte) (record Record, err error) {
	record.Written = -1
	if len(data) < 3 || data[0] != packVersion {
		return record, errDamaged
	}
	r := reader{data: data[1:]}
	p, reported := &record.Prompt, false
	record.Written = int(r.number()) - 1
	if flags := r.bytes(1); len(flags) > 0 {
		p.Cut, record.Charge.Known, reported = flags[0]&flagCut != 0, flags[0]&flagCharge != 0, flags[0]&flagReported != 0
	}
	if c := &record.Charge; c.Known {
		for _, to := range []*decimal.Decimal{&c.Read, &c.Write, &c.Full} {
			if *to, err = decimal.NewFromString(string(r.bytes(r.number()))); err != nil {
				return Record{Written: -1}, errDamaged
			}
		}
	}
	if reported {
		record.Reported = string(r.bytes(r.number()))
	}
	for n := r.number(); n > 0 && !r.short; n-- {
		p.Settings = append(p.Settings, run.Setting{Name: string(r.bytes(r.number())), Value: string(r.bytes(r.number()))})
	}
	sums := make([]uint64, 0, len(r.data)/sumBytes) // of all pieces
	for len(r.data) > 0 && !r.short {
		flags := r.bytes(1)[0]
		x := run.Piece{Group: run.Group(flags & 3), Mark: run.Lifetime(flags >> 2 & 3), Media: flags>>4&1 == 1, Size: int(r.number())}
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
		return Record{Written: -1}, errDamaged
	}
	return record, nil
}

// reader reads numbers and bytes one after the other.
type reader struct {
	data  []byte
	short bool // more was read than there is
}

// number reads a number; 0 if there is none.
func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.short = true
		return 0
	}
	r.data = r.data[n:]
	return v
}

// bytes reads n bytes; nil if there are fewer.
func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.short = true
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}
