package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"path"
	"strings"
	"unicode/utf8"

	"gatehouse/client/scan"
)

// Format is how documents are arranged in a text.
type Format string

// The formats.
const (
	Lines      Format = "lines"      // one document a line
	Paragraphs Format = "paragraphs" // separated by blank lines
	JSON       Format = "json"       // a list of strings or objects, or the documents of a set or request
	JSONL      Format = "jsonl"      // one string or object a line
	CSV        Format = "csv"        // with a header row; commas, semicolons or tabs
)

// HasFields reports whether documents of the format may be objects with the text in a field.
func (f Format) HasFields() bool { return f == JSON || f == JSONL || f == CSV }

// Intake is the documents read from a text.
type Intake struct {
	Documents []Document
	Skipped   int    // records without text, which are not documents
	First     string // position of the first skipped one: line 3, element [4]; empty for none

	unit string // what records are called, before their number
	at   int    // number of the current record
	has  bool   // a record has the field
	not  error  // the first record without it
}

// where returns the position of the current record, from 1.
func (in *Intake) where() string {
	if in.unit == "element" {
		return fmt.Sprintf("element [%d]", in.at)
	}
	return fmt.Sprintf("line %d", in.at)
}

// skip skips the current record.
func (in *Intake) skip() {
	if in.Skipped++; in.Skipped == 1 {
		in.First = in.where()
	}
}

// ErrNothing is the error of a text without documents.
var ErrNothing = errors.New("no document is in it; give a text, one document a line")

// NotText returns the error of data that is not UTF-8 text; nil for text.
func NotText(data []byte) error {
	switch at := bytes.IndexByte(data, 0); {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return errors.New("text in UTF-16; convert it to UTF-8")
	case at >= 0:
		return fmt.Errorf("no text: a zero byte at offset %d; give a text file in UTF-8", at)
	case utf8.Valid(data):
		return nil
	}
	at := 0
	for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(data[at:]) {
		at += size
	}
	return fmt.Errorf("no text in UTF-8: byte 0x%02x at offset %d; convert it to UTF-8, or give a text file", data[at], at)
}

// Guess returns the format of a file by its name, or else its content. A text with a blank line before its last line
// is taken for paragraphs.
func Guess(name string, data []byte) Format {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return CSV
	case ".jsonl", ".ndjson":
		return JSONL
	case ".json":
		return JSON
	}
	text := endings(bytes.TrimSpace(trimMark(data)))
	first, _, _ := bytes.Cut(text, []byte("\n"))
	switch k := scan.KindOf(text); {
	case (k == scan.Array || k == scan.Object) && scan.Check(text) == nil:
		return JSON
	case (k == scan.Object || k == scan.String) && scan.Check(first) == nil:
		return JSONL
	case bytes.Contains(bytes.ReplaceAll(text, []byte("\r"), nil), []byte("\n\n")):
		return Paragraphs
	}
	return Lines
}

// trimMark removes a byte order mark.
func trimMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\ufeff")) }

// FullText returns one document with all of a text file, without a byte order mark and the final line end.
func FullText(data []byte) Document {
	text := trimMark(data)
	if before, ok := bytes.CutSuffix(text, []byte("\n")); ok {
		text = bytes.TrimSuffix(before, []byte("\r"))
	}
	return TextDocument(string(text))
}

// Read reads documents. field names the member, a.b for one of a member, or the column with the text; the member id names
// the document. Records without it are skipped, unless all lack it. Without a field, strings and objects with text or
// image are documents, and a CSV must have one column. An error names the line or element.
func Read(data []byte, f Format, field string) (Intake, error) {
	if err := NotText(data); err != nil {
		return Intake{}, err
	}
	data = endings(trimMark(data))
	in := Intake{}
	var err error
	switch f {
	case Paragraphs:
		in.paragraphs(string(data))
	case JSON:
		err = in.list(data, field)
	case JSONL:
		err = in.lines(data, field)
	case CSV:
		err = in.table(data, field)
	default:
		for line := range strings.Lines(string(data)) {
			in.at++
			in.add(TextDocument(strings.TrimRight(line, "\r\n")))
		}
	}
	if err == nil && in.not != nil && !in.has {
		err = in.not
	}
	if err == nil && len(in.Documents) == 0 {
		err = ErrNothing
	}
	if err != nil {
		return Intake{}, err
	}
	return in, nil
}

// endings returns a text whose lines end in LF or CRLF; where all end in CR, in LF.
func endings(text []byte) []byte {
	if bytes.Contains(text, []byte("\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// add adds a document, unless it is empty.
func (in *Intake) add(d Document) {
	if strings.TrimSpace(d.Text) == "" && scan.KindOf(d.Raw) == scan.String {
		in.skip()
		return
	}
	in.Documents = append(in.Documents, d)
}

// paragraphs splits at blank lines, which are not documents.
func (in *Intake) paragraphs(text string) {
	var block strings.Builder
	flush := func() {
		if block.Len() > 0 {
			in.add(TextDocument(strings.TrimRight(block.String(), "\r\n")))
		}
		block.Reset()
	}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		block.WriteString(line)
	}
	flush()
}

// list reads a JSON list, or the documents of a set or a request.
func (in *Intake) list(data []byte, field string) error {
	if err := scan.Check(data); err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	if docs := scan.Get(data, "documents"); docs != nil {
		data = docs
	}
	if scan.KindOf(data) == scan.Object && field != "" && HasField(data, field) {
		return in.value(data, field) // JSONL of one line
	}
	if field == "" && (HasField(data, "text") || HasField(data, "image")) {
		return in.value(data, "") // one document
	}
	if scan.KindOf(data) != scan.Array {
		const must = "no list of documents: the JSON must be an array, or an object with an array named documents"
		var names []string
		for m := range scan.Members(data) {
			names = append(names, m.Key)
		}
		if len(names) > 0 {
			return errors.New(must + "; this object has " + some(names))
		}
		return errors.New(must)
	}
	in.unit = "element"
	for _, value := range scan.Elements(data) {
		if err := in.value(value, field); err != nil {
			return fmt.Errorf("%s: %w", in.where(), err)
		}
		in.at++
	}
	return nil
}

// lines reads one JSON value a line.
func (in *Intake) lines(data []byte, field string) error {
	for at, line := range nonBlank(data) {
		in.at = at
		if err := checkLine(at, line); err != nil {
			return err
		}
		if err := in.value(line, field); err != nil {
			return fmt.Errorf("%s: %w", in.where(), err)
		}
	}
	return nil
}

// nonBlank yields the trimmed lines of a text that are not blank, with their numbers from 1.
func nonBlank(data []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		at := 0
		for line := range bytes.Lines(data) {
			at++
			if line = bytes.TrimSpace(line); len(line) > 0 && !yield(at, line) {
				return
			}
		}
	}
}

// checkLine returns an error about the JSON of a line.
func checkLine(at int, line []byte) error {
	err := scan.Check(line)
	if err == nil {
		return nil
	}
	var syntax *scan.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("line %d, column %d: no JSON: %s", at, syntax.Column, syntax.What)
	}
	return fmt.Errorf("line %d: %w", at, err)
}

// HasField reports whether an object has the member that a field names, as Read finds it.
func HasField(object []byte, field string) bool { return memberAt(object, field) != nil }

// memberAt returns the member of an object that a field names; nil for none.
func memberAt(object []byte, field string) []byte {
	if found := scan.Get(object, field); found != nil {
		return found
	}
	return scan.At(object, strings.Split(field, ".")...)
}

// value adds one JSON value.
func (in *Intake) value(value []byte, field string) error {
	if field == "" || scan.KindOf(value) == scan.String {
		d, err := RawDocument(value)
		if err != nil && scan.KindOf(value) == scan.Object {
			return fmt.Errorf("%w; %s", err, fieldsOf(value))
		}
		if err != nil {
			return err
		}
		in.add(d)
		return nil
	}
	found := memberAt(value, field)
	switch scan.KindOf(found) {
	case scan.String:
		in.has = true
		d := TextDocument(scan.Text(found))
		d.ID = idOf(value)
		in.add(d)
	case scan.Null:
		in.has = true
		in.skip()
	case scan.Invalid:
		if in.not == nil {
			in.not = fmt.Errorf("%s: no field %q; %s", in.where(), field, fieldsOf(value))
		}
		in.skip()
	default:
		return fmt.Errorf("field %q holds no text", field)
	}
	return nil
}

// Input is what a file or a folder holds: a run, a set, or documents, for which one of Fields may have to be chosen.
type Input struct {
	Run     *RunFile // of another system
	Set     *Set     // of a data set
	Split   string   // of a data set in a folder: the file of its judgements
	Columns []string // of a CSV or JSONL that may be a table of judgements
	Missing string   // the first column that it lacks for one; "" if it has all
	Intake
	Fields  []string // that may hold the texts
	Format  Format   // of a file
	Images  int      // number of Documents that are pictures
	Refused []error  // name and reason of each file of a folder that is no document
}

// Choice selects how a file is read if its content allows several ways.
type Choice struct {
	Field    string  // column or member that holds the texts
	Complete bool    // documents are complete objects, with text and image
	Columns  Columns // of a table of judgements
	Depth    int     // candidates for each query of a data set; 0: FirstDepth
}

// ReadInput reads a file. An error begins with its name.
func ReadInput(name string, data []byte, f Format, c Choice) (in Input, err error) {
	if c.Field == "" && !c.Complete {
		in, err = ReadJudged(name, data, f, c.Columns)
		if err != nil || in.Run != nil || in.Set != nil {
			return in, err
		}
	}
	err = in.ReadDocuments(name, data, f, c)
	return in, err
}

// ReadJudged reads a TREC run or a table of judgements. Of any other file the input has only what it lacks
// for a table. An error begins with the name of the file.
func ReadJudged(name string, data []byte, f Format, columns Columns) (in Input, err error) {
	if IsRun(data) {
		run, err := ReadRun(name, data)
		return Input{Run: &run}, err
	}
	if in.Missing, in.Columns = columns.Missing(data, f); in.Missing == "" {
		var set Set
		set, err = ReadPairs(name, data, f, columns)
		in.Set = &set
	}
	return in, err
}

// ReadDocuments reads the documents of a file, or lists the fields that may hold their texts if one has to
// be chosen. An error begins with the name of the file.
func (in *Input) ReadDocuments(name string, data []byte, f Format, c Choice) (err error) {
	in.Format, in.Fields = f, nil
	if f.HasFields() && c.Field == "" && !c.Complete {
		in.Fields, err = Fields(data, f)
	}
	if err == nil && len(in.Fields) == 0 {
		in.Intake, err = Read(data, f, c.Field)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
