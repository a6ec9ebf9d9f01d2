package plugin

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

// The limits of what is read.
const (
	MaxPDF      = 16 << 20 // bytes of the file
	MaxPDFPages = 200
	MaxPDFText  = 1 << 20 // bytes of text
)

// The limits of the work. The library reads an object again for every page that names it, and a
// broken file can contain cycles.
const (
	maxPDFTime = 5 * time.Second
	maxRead    = 256 << 20 // bytes read from the file
	minRead    = 4096      // bytes that each read counts at least
)

// maxOpen returns the maximum number of bytes read until the pages are known: each part of the
// object table once, most of them in a separate read.
func maxOpen(file []byte) int64 { return 4<<20 + 4*int64(len(file)) }

// Document is the text of a file.
type Document struct {
	Text     string // of all pages, separated by blank lines
	Pages    int    // in the file
	Complete bool   // no limit was reached
}

// ReadPDF returns the text of a PDF. The error is why there is none, including the end of ctx and a
// limit of the work.
func ReadPDF(ctx context.Context, file []byte) (doc Document, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxPDFTime, errSlowPDF)
	defer cancel()
	// The library panics on malformed files.
	defer func() {
		if x := recover(); x != nil {
			doc, err = Document{}, fmt.Errorf("the PDF is malformed: %v", x)
		}
	}()
	if err := checkBounds(ctx, file); err != nil {
		return doc, err
	}
	metered := &meteredFile{ctx: ctx, r: bytes.NewReader(file), left: maxOpen(file)}
	r, err := pdf.NewReader(metered, int64(len(file)))
	if err != nil {
		return doc, err
	}
	if err := checkTable(r); err != nil {
		return doc, err
	}
	metered.left = maxRead
	doc.Pages, doc.Complete = r.NumPage(), true
	var pages []string
	length := 0
	for n := 1; n <= doc.Pages; n++ {
		if n > MaxPDFPages || length > MaxPDFText {
			doc.Complete = false
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
	if len(doc.Text) > MaxPDFText {
		doc.Text, doc.Complete = strings.ToValidUTF8(doc.Text[:MaxPDFText], ""), false
	}
	return doc, nil
}

// errSlowPDF ends the reading of a file with cycles.
var errSlowPDF = errors.New("the PDF takes too long to read")

// meteredFile returns a limited number of bytes, counting repeated reads, and none after ctx has
// ended.
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
		return 0, errSlowPDF
	}
	n, err := m.r.ReadAt(b, at)
	m.left -= max(int64(n), minRead)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("reading at %d: %w", at, err)
	}
	return n, err
}

// checkTable returns why the object table that the library has read is not safe. An object can be
// in a stream of objects, which itself must not be in one (ISO 32000-1, 7.5.7): the library follows
// such a chain until the stack overflows, which ends the process. The table is not exported; it is
// only read here.
func checkTable(r *pdf.Reader) error {
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
