package archive

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// pageSize is that of all databases of the archive. A damaged header may say otherwise.
const pageSize = 4096

// pages are those of a database file, read without SQLite, which reads nothing below a
// damaged page. A page that the write-ahead log has anew is taken from there. The format is
// that of https://sqlite.org/fileformat2.html.
type pages struct {
	file, log io.ReaderAt
	count     uint32
	logged    map[uint32]int64 // where in the log a page is, as it was written last
	files     []*os.File
}

// openPages opens the database at path. Close it.
func openPages(path string) (*pages, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	p := &pages{file: f, files: []*os.File{f}}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.count = uint32((info.Size() + pageSize - 1) / pageSize)
	log, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.log, p.files = log, append(p.files, log)
	p.readLog(log)
	return p, nil
}

func (p *pages) close() error {
	var err error
	for _, f := range p.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// The sizes of the headers of the log and of a page in it.
const (
	logHeader   = 32
	frameHeader = 24
)

// readLog finds the pages in the log, up to the last transaction that is whole: the sums of
// all before it are right.
func (p *pages) readLog(log io.ReaderAt) {
	header := make([]byte, logHeader)
	if _, err := log.ReadAt(header, 0); err != nil {
		return
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if binary.BigEndian.Uint32(header)&1 == 1 {
		order = binary.BigEndian
	}
	var sum [2]uint32
	addSum(&sum, order, header[:24])
	if !isSum(sum, header[24:]) {
		return
	}
	p.logged = map[uint32]int64{}
	open := map[uint32]int64{} // pages of the transaction that is read
	frame := make([]byte, frameHeader+pageSize)
	for at := int64(logHeader); ; at += int64(len(frame)) {
		if _, err := log.ReadAt(frame, at); err != nil || string(frame[8:16]) != string(header[16:24]) {
			return
		}
		addSum(&sum, order, frame[:8])
		addSum(&sum, order, frame[frameHeader:])
		if !isSum(sum, frame[16:]) {
			return
		}
		open[binary.BigEndian.Uint32(frame)] = at + frameHeader
		if size := binary.BigEndian.Uint32(frame[4:]); size > 0 { // the last of a transaction
			for n, where := range open {
				p.logged[n] = where
			}
			clear(open)
			p.count = max(p.count, size)
		}
	}
}

func addSum(sum *[2]uint32, order binary.ByteOrder, data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		sum[0] += order.Uint32(data) + sum[1]
		sum[1] += order.Uint32(data[4:]) + sum[0]
	}
}

func isSum(sum [2]uint32, stored []byte) bool {
	return sum == [2]uint32{binary.BigEndian.Uint32(stored), binary.BigEndian.Uint32(stored[4:])}
}

// errNoPage is the error of a page that the file does not have, or not whole.
var errNoPage = errors.New("a page is missing")

// read reads a page, the first of which is 1.
func (p *pages) read(n uint32, into []byte) error {
	from, at := p.file, int64(n-1)*pageSize
	if where, ok := p.logged[n]; ok {
		from, at = p.log, where
	}
	if n == 0 || n > p.count {
		return errNoPage
	}
	if _, err := from.ReadAt(into, at); err == io.EOF {
		return errNoPage
	} else if err != nil {
		return err
	}
	return nil
}

// free are the pages that hold nothing any more, but may look as if they did: what was
// deleted for good. It is empty where the list of them is damaged.
func (p *pages) free() map[uint32]bool {
	page := make([]byte, pageSize)
	if p.read(1, page) != nil {
		return nil
	}
	next, left := binary.BigEndian.Uint32(page[32:]), binary.BigEndian.Uint32(page[36:])
	free := map[uint32]bool{}
	for ; next != 0; next = binary.BigEndian.Uint32(page) {
		if free[next] || p.read(next, page) != nil {
			return nil
		}
		free[next] = true
		n := binary.BigEndian.Uint32(page[4:])
		if n > pageSize/4-2 {
			return nil
		}
		for i := range n {
			leaf := binary.BigEndian.Uint32(page[8+4*i:])
			if leaf == 0 || leaf > p.count || free[leaf] {
				return nil
			}
			free[leaf] = true
		}
	}
	if uint32(len(free)) != left {
		return nil
	}
	return free
}
