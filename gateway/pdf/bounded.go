package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/ascii85"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// MaxInflated is how long all streams of a file may be together, unpacked.
const MaxInflated = 64 << 20

// gap is what may stand between two tokens: white space and comments.
const gap = `(?:[\x00\t\n\f\r ]|%[^\r\n]*[\r\n])*`

// number is the beginning of a number of a million or more.
const number = `[+-]?0*[1-9]\d{6}`

var (
	// Numbers that the library would make room for before it looks at anything:
	// sizes, and the numbers of objects in both kinds of table.
	tooLarge = regexp.MustCompile(`/(?:Columns|Size|Count|N)` + gap + number +
		`|/Index` + gap + `\[[^\]]*?` + number +
		`|` + number + strings.Repeat(`\d*`+gap+`[+-]?\d+`, 3) + gap + `[nf][\x00\t\n\f\r ]`)
	widths = regexp.MustCompile(`/W` + gap + `\[([^\[\]]*)\]`)
	digit  = regexp.MustCompile(`\d+`)
	// A filter, or a list of them, is written down where it is used: what stands
	// elsewhere could unpack what was unpacked already.
	filter  = regexp.MustCompile(`/Filter` + gap + `(?:/[A-Za-z0-9.]+|\[((?:` + gap + `/[A-Za-z0-9]+)*)` + gap + `\]|null)`)
	filters = regexp.MustCompile(`/Filter[\x00\t\n\f\r /%\[\]<>()]`)
	// A name may spell its characters as numbers.
	spelled = regexp.MustCompile(`/[^\x00\t\n\f\r /%\[\]<>(){}]*#[^\x00\t\n\f\r /%\[\]<>(){}]*`)
	escape  = regexp.MustCompile(`#[0-9A-Fa-f]{2}`)
)

// bounded reports why a file is not to be opened: a small file can unpack to any
// length. How deep it nests is the library's own affair.
func bounded(ctx context.Context, file []byte) error {
	switch {
	case len(file) > MaxFile:
		return fmt.Errorf("the PDF is larger than %d bytes", MaxFile)
	case tooLarge.Match(file) || wide(file):
		return errors.New("the PDF declares an impossible size")
	case hidden(file) || nested(file):
		return errors.New("the PDF encodes its streams in an unsupported way")
	}
	m := &meter{ctx: ctx, left: MaxInflated}
	if _, err := m.Write(file); err != nil {
		return err
	}
	// Every stream begins behind this word, wherever a table says that it is.
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
		if err := m.inflate(ascii85.NewDecoder(&digits{b: packed})); err != nil {
			return err
		}
	}
}

// digits is the digits of ASCII85 in a stream: the library skips whatever else
// stands between them.
type digits struct{ b []byte }

func (d *digits) Read(to []byte) (n int, err error) {
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

// hidden reports whether a name that decides how much work a file is, is spelled
// with numbers, which hides it from the other checks.
func hidden(file []byte) bool {
	for _, name := range spelled.FindAll(file, -1) {
		plain := string(escape.ReplaceAllFunc(name[1:], func(b []byte) []byte {
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

// wide reports whether an entry of a table of objects would be long: its fields
// are as wide as a flat array says, which can stand for the widths of a font too.
func wide(file []byte) bool {
	const most = 1 << 27
	for _, list := range widths.FindAllSubmatch(file, -1) {
		sum := 0
		for _, n := range digit.FindAll(list[1], -1) {
			width, err := strconv.Atoi(string(n))
			if sum += width; err != nil || width > most || sum > most {
				return true
			}
		}
	}
	return false
}

// nested reports whether a stream may be packed twice, or by a filter that stands
// elsewhere.
func nested(file []byte) bool {
	found := filter.FindAllSubmatch(file, -1)
	for _, f := range found {
		if bytes.Count(f[1], []byte("Flate")) > 1 || bytes.Count(f[1], []byte("ASCII85")) > 1 {
			return true
		}
	}
	return len(found) < len(filters.FindAll(file, -1))
}

// meter takes so many bytes.
type meter struct {
	ctx   context.Context
	left  int64
	fault error // why it took no more
}

func (m *meter) Write(b []byte) (int, error) {
	if m.ctx.Err() != nil {
		m.fault = context.Cause(m.ctx)
	}
	if m.left -= int64(len(b)); m.left < 0 {
		m.fault = fmt.Errorf("the PDF decompresses to more than %d bytes", MaxInflated)
	}
	return len(b), m.fault
}

// inflate unpacks what may be a stream. One that is none, or that is broken, is
// not the meter's affair.
func (m *meter) inflate(r io.Reader) error {
	z, err := zlib.NewReader(r)
	if err != nil {
		return nil
	}
	_, _ = io.Copy(m, z)
	return m.fault
}
