package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Limits of a list from which the user chooses.
const (
	maxFields  = 200
	maxSampled = 100 // elements that are looked at
)

// Fields lists the fields that may hold the texts, in their order: columns of a CSV, members of JSON objects that are
// strings, as a.b those of a nested object. It is empty if every document is a string. An error names row or line.
func Fields(data []byte, f Format) ([]string, error) {
	if err := NotText(data); err != nil {
		return nil, err
	}
	data = trimMark(data)
	switch f {
	case CSV:
		r, header, err := table(data)
		if err != nil {
			return nil, err
		}
		for _, err := range r.rows() {
			if err != nil {
				return nil, err
			}
		}
		return header, nil
	case JSON:
		if err := scan.Check(data); err != nil {
			return nil, fmt.Errorf("no JSON: %w", err)
		}
		if docs := scan.Get(data, "documents"); docs != nil {
			data = docs
		}
		var names []string
		for i, value := range scan.Indexed(data) {
			if i == maxSampled {
				break
			}
			names = fields(names, "", value)
		}
		return names, nil
	case JSONL:
		var names []string
		for at, line := range nonBlank(data) {
			if err := checkLine(at, line); err != nil {
				return nil, err
			}
			if at <= maxSampled {
				names = fields(names, "", line)
			}
		}
		return names, nil
	}
	return nil, nil
}

// fields adds the members of an object that are strings, one level deep.
func fields(names []string, prefix string, object []byte) []string {
	for m := range scan.Members(object) {
		name := prefix + m.Key
		switch k := scan.KindOf(m.Value); {
		case len(names) >= maxFields:
			return names
		case k == scan.String && !slices.Contains(names, name):
			names = append(names, name)
		case k == scan.Object && prefix == "":
			names = fields(names, name+".", m.Value)
		}
	}
	return names
}

func fieldsOf(object []byte) string {
	names := fields(nil, "", object)
	if len(names) == 0 {
		return "there is no text in it"
	}
	return "it has " + some(names)
}

// some lists the first few of some names.
func some(names []string) string { return spelling.Some(names, 8) }

// tableReader reads the rows of a CSV.
type tableReader struct{ *csv.Reader }

// Read returns the texts of the next row.
func (r tableReader) Read() ([]string, error) {
	row, err := r.Reader.Read()
	for i := range row {
		row[i] = spelling.CellText(row[i])
	}
	return row, err
}

// rows yields the rows that follow. A row is valid until the next one.
func (r tableReader) rows() iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for r.ReuseRecord = true; ; {
			row, err := r.Read()
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(nil, fmt.Errorf("no CSV: %w", err))
				return
			case !yield(row, nil):
				return
			}
		}
	}
}

// table reads the header of a CSV. The separator is the most frequent of comma, semicolon and tab in its first line.
func table(data []byte) (r tableReader, header []string, err error) {
	r = tableReader{csv.NewReader(bytes.NewReader(data))}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	most := 0
	for _, comma := range ",;\t" {
		if n := bytes.Count(first, []byte(string(comma))); n > most {
			most, r.Comma = n, comma
		}
	}
	header, err = r.Read()
	switch {
	case errors.Is(err, io.EOF):
		err = errors.New("empty; a CSV begins with a row of column names")
	case err != nil:
		err = fmt.Errorf("no CSV: %w", err)
	}
	return r, header, err
}

// table adds the documents in one column of a CSV. A row that is empty there counts as skipped.
func (in *Intake) table(data []byte, column string) error {
	r, header, err := table(data)
	if err != nil {
		return err
	}
	at, err := columnAt(header, column)
	if err != nil {
		return err
	}
	for row, err := range r.rows() {
		if err != nil {
			return err
		}
		in.at, _ = r.FieldPos(at)
		in.add(TextDocument(row[at]))
	}
	return nil
}

// columnAt returns the place of a column; without a name, that of the only one.
func columnAt(header []string, column string) (int, error) {
	at := slices.Index(header, column)
	switch {
	case column == "" && len(header) == 1:
		return 0, nil
	case column == "":
		return 0, fmt.Errorf("several columns; choose one of %s", some(header))
	case at < 0:
		return 0, fmt.Errorf("no column %q; it has %s", column, some(header))
	}
	return at, nil
}
