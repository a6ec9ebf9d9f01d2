// Package pdf reads the text of a PDF that a stranger sent: with bounds for time
// and memory, whatever the file claims to be.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"
)

// The bounds of what is read.
const (
	MaxFile  = 16 << 20 // bytes of the file
	MaxPages = 200
	MaxText  = 1 << 20 // bytes of text
)

// The bounds of the work. The library reads an object anew for every page that
// names it, and a broken file can lead it in circles.
const (
	maxTime = 5 * time.Second
	maxRead = 256 << 20 // bytes of the file, in all
	oneRead = 4096      // what a reading counts at least
)

// maxOpen is how much of a file is read until its pages are known: each part of
// its table of objects once, and most of them by a reading of their own.
func maxOpen(file []byte) int64 { return 4<<20 + 4*int64(len(file)) }

// Document is what was read of a file.
type Document struct {
	Text  string // of all pages, a blank line between two
	Pages int    // as many as the file says that it has
	Whole bool   // nothing was left out for a bound
}

// Read reads the text of a PDF. The error says why there is none: the end of ctx
// is a reason, and so is too much work.
func Read(ctx context.Context, file []byte) (doc Document, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxTime, errTooMuch)
	defer cancel()
	// The library panics on much that is no PDF.
	defer func() {
		if x := recover(); x != nil {
			doc, err = Document{}, fmt.Errorf("the PDF is malformed: %v", x)
		}
	}()
	if err := bounded(ctx, file); err != nil {
		return doc, err
	}
	metered := &meteredFile{ctx: ctx, r: bytes.NewReader(file), left: maxOpen(file)}
	r, err := pdf.NewReader(metered, int64(len(file)))
	if err != nil {
		return doc, err
	}
	if err := soundTable(r); err != nil {
		return doc, err
	}
	metered.left = maxRead
	doc.Pages, doc.Whole = r.NumPage(), true
	var pages []string
	length := 0
	for n := 1; n <= doc.Pages; n++ {
		if n > MaxPages || length > MaxText {
			doc.Whole = false
			break
		}
		text, err := r.Page(n).GetPlainText(nil)
		if err != nil {
			return Document{}, fmt.Errorf("page %d: %w", n, err)
		}
		text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
		pages = append(pages, text)
		length += len(text)
	}
	doc.Text = strings.TrimSpace(strings.Join(pages, "\n\n"))
	if len(doc.Text) > MaxText {
		doc.Text, doc.Whole = strings.ToValidUTF8(doc.Text[:MaxText], ""), false
	}
	return doc, nil
}

// errTooMuch ends the reading of a file that leads in circles.
var errTooMuch = errors.New("the PDF takes too long to read")

// meteredFile gives out so many bytes and no more, however often they are asked
// for, and nothing after ctx has ended.
type meteredFile struct {
	ctx  context.Context
	r    *bytes.Reader
	left int64
}

func (m *meteredFile) ReadAt(b []byte, at int64) (int, error) {
	if m.ctx.Err() != nil {
		return 0, context.Cause(m.ctx)
	}
	if m.left < 0 {
		return 0, errTooMuch
	}
	n, err := m.r.ReadAt(b, at)
	m.left -= max(int64(n), oneRead)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("reading at %d: %w", at, err)
	}
	return n, err
}

// soundTable reports why the table of objects that the library has read is not
// to be used. An object can lie in a stream of objects, which itself must lie in
// the file (ISO 32000-1, 7.5.7): the library looks for one that lies in another,
// or in itself, until the stack overflows, which ends the process.
//
// The table is the library's own and not exported; it is only read here.
func soundTable(r *pdf.Reader) error {
	table := reflect.ValueOf(r).Elem().FieldByName("xref")
	for i := range table.Len() {
		entry := table.Index(i)
		if !entry.FieldByName("inStream").Bool() {
			continue
		}
		within := entry.FieldByName("stream").FieldByName("id").Uint()
		if within < uint64(table.Len()) && table.Index(int(within)).FieldByName("inStream").Bool() {
			return errors.New("the PDF is malformed: one object stream contains another")
		}
	}
	return nil
}
