package plugin

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/ascii85"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/gateway/output"

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

// ReadPDF returns the text of an untrusted PDF. The error is why there is none, including the end
// of ctx and a limit of time or memory.
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
		page := r.Page(n)
		if readsForever(page) {
			return Document{}, fmt.Errorf("page %d: the PDF is malformed: a string has no end", n)
		}
		text, err := page.GetPlainText(nil)
		if err != nil {
			return Document{}, fmt.Errorf("page %d: %w", n, err)
		}
		text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
		pages = append(pages, text)
		length += len(text)
	}
	doc.Text = strings.TrimSpace(strings.Join(pages, "\n\n"))
	if len(doc.Text) > MaxPDFText {
		doc.Text, doc.Complete = output.Prefix(doc.Text, MaxPDFText), false
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

// readsForever reports whether the library would not return from the streams of a page: after the
// end of a stream it reads white space, which a hexadecimal string skips.
func readsForever(page pdf.Page) bool {
	streams := []pdf.Value{page.V.Key("Contents")}
	for _, name := range page.Fonts() {
		streams = append(streams, page.Font(name).V.Key("ToUnicode"))
	}
	return slices.ContainsFunc(streams, func(v pdf.Value) bool {
		var last hexString
		if v.Kind() != pdf.Array {
			_, _ = io.Copy(&last, v.Reader()) // the library reports what cannot be read
		}
		for i := range v.Len() { // together they are one stream
			_, _ = io.Copy(&last, v.Index(i).Reader())
		}
		return bool(last)
	})
}

// hexString is whether what was written ends in a hexadecimal string that is not closed.
type hexString bool

func (open *hexString) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c == '<':
			*open = true
		case !strings.ContainsRune("0123456789ABCDEFabcdef\x00\t\n\f\r ", rune(c)):
			*open = false
		}
	}
	return len(b), nil
}

// MaxPDFInflated is the maximum length of all streams of a file together, decompressed.
const MaxPDFInflated = 64 << 20

// pdfGap is what may separate two tokens: white space and comments.
const pdfGap = `(?:[\x00\t\n\f\r ]|%[^\r\n]*[\r\n])*`

// pdfNumber matches the start of a number of a million or more.
const pdfNumber = `[+-]?0*[1-9]\d{6}`

var (
	// Numbers for which the library allocates memory before it reads on: sizes, and the object
	// numbers in both kinds of table.
	tooLarge = regexp.MustCompile(`/(?:Columns|Size|Count|N)` + pdfGap + pdfNumber +
		`|/Index` + pdfGap + `\[[^\]]*?` + pdfNumber +
		`|` + pdfNumber + strings.Repeat(`\d*`+pdfGap+`[+-]?\d+`, 3) + pdfGap + `[nf][\x00\t\n\f\r ]`)
	widths = regexp.MustCompile(`/W` + pdfGap + `\[([^\[\]]*)\]`)
	digit  = regexp.MustCompile(`\d+`)
	// A filter, or a list of them, has to be written where it is used: one in another object could
	// decompress a stream a second time.
	pdfFilter  = regexp.MustCompile(`/Filter` + pdfGap + `(?:/[A-Za-z0-9.]+|\[((?:` + pdfGap + `/[A-Za-z0-9]+)*)` + pdfGap + `\]|null)`)
	pdfFilters = regexp.MustCompile(`/Filter[\x00\t\n\f\r /%\[\]<>()]`)
	// A name may have characters as hexadecimal numbers.
	escapedName = regexp.MustCompile(`/[^\x00\t\n\f\r /%\[\]<>(){}]*#[^\x00\t\n\f\r /%\[\]<>(){}]*`)
	nameEscape  = regexp.MustCompile(`#[0-9A-Fa-f]{2}`)
)

// checkBounds returns why a file is not opened: a small file can decompress to any length. The
// library limits the depth of nesting.
func checkBounds(ctx context.Context, file []byte) error {
	switch {
	case len(file) > MaxPDF:
		return fmt.Errorf("the PDF is larger than %d bytes", MaxPDF)
	case tooLarge.Match(file) || hasWideTable(file):
		return errors.New("the PDF declares an impossible size")
	case hasHiddenNames(file) || hasNestedFilters(file):
		return errors.New("the PDF encodes its streams in an unsupported way")
	}
	m := &meter{ctx: ctx, left: MaxPDFInflated}
	if _, err := m.Write(file); err != nil {
		return err
	}
	// Every stream begins after this word, wherever a table puts it.
	for rest := file; ; {
		_, after, found := bytes.Cut(rest, []byte("stream"))
		if !found {
			return nil
		}
		rest = after
		packed := bytes.TrimLeft(after, "\r\n")
		if err := m.inflate(bytes.NewReader(packed)); err != nil {
			return err
		}
		if err := m.inflate(ascii85.NewDecoder(&ascii85Digits{b: packed})); err != nil {
			return err
		}
	}
}

// ascii85Digits reads the ASCII85 digits of a stream. Like the library, it skips everything else.
type ascii85Digits struct{ b []byte }

func (d *ascii85Digits) Read(to []byte) (n int, err error) {
	for n < len(to) {
		if len(d.b) == 0 || d.b[0] == '~' {
			return n, io.EOF
		}
		if c := d.b[0]; c >= '!' && c <= 'u' || c == 'z' {
			to[n] = c
			n++
		}
		d.b = d.b[1:]
	}
	return n, nil
}

// hasHiddenNames reports whether a name that decides how much work a file is has numbers for
// characters, which hides it from the other checks.
func hasHiddenNames(file []byte) bool {
	for _, name := range escapedName.FindAll(file, -1) {
		plain := string(nameEscape.ReplaceAllFunc(name[1:], func(b []byte) []byte {
			c, err := hex.DecodeString(string(b[1:]))
			if err != nil {
				return b
			}
			return c
		}))
		if strings.HasSuffix(plain, "Decode") || slices.Contains([]string{"Filter", "Columns", "Size", "Count", "N", "Index", "W"}, plain) {
			return true
		}
	}
	return false
}

// hasWideTable reports whether an entry of an object table would be long: the array has the widths
// of its fields. The widths of a font have the same form.
func hasWideTable(file []byte) bool {
	const maxWidth = 1 << 27
	for _, list := range widths.FindAllSubmatch(file, -1) {
		sum := 0
		for _, n := range digit.FindAll(list[1], -1) {
			width, err := strconv.Atoi(string(n))
			if sum += width; err != nil || width > maxWidth || sum > maxWidth {
				return true
			}
		}
	}
	return false
}

// hasNestedFilters reports whether a stream may be compressed twice, or by a filter in another
// object.
func hasNestedFilters(file []byte) bool {
	found := pdfFilter.FindAllSubmatch(file, -1)
	for _, f := range found {
		if bytes.Count(f[1], []byte("Flate")) > 1 || bytes.Count(f[1], []byte("ASCII85")) > 1 {
			return true
		}
	}
	return len(found) < len(pdfFilters.FindAll(file, -1))
}

// meter accepts a limited number of bytes.
type meter struct {
	ctx   context.Context
	left  int64
	fault error // why it accepts no more
}

func (m *meter) Write(b []byte) (int, error) {
	if m.ctx.Err() != nil {
		m.fault = context.Cause(m.ctx)
	}
	if m.left -= int64(len(b)); m.left < 0 {
		m.fault = fmt.Errorf("the PDF decompresses to more than %d bytes", MaxPDFInflated)
	}
	return len(b), m.fault
}

// inflate measures what may be a stream. Anything else, or a broken stream, is ignored.
func (m *meter) inflate(r io.Reader) error {
	z, err := zlib.NewReader(r)
	if err != nil {
		return nil
	}
	_, _ = io.Copy(m, z)
	return m.fault
}
