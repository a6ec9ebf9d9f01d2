package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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
		r := table(data)
		header, err := r.Read()
		if err != nil {
			return nil, badHeader(err)
		}
		header = slices.Clone(header)
		for r.ReuseRecord = true; err == nil; {
			_, err = r.Read()
		}
		if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("no CSV: %w", err)
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
		sampled := 0
		for _, value := range scan.Elements(data) {
			if sampled++; sampled > maxSampled {
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
func some(names []string) string {
	const shown = 8
	text := strings.Join(names[:min(shown, len(names))], ", ")
	if more := len(names) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

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

// table reads a CSV. The separator is the most frequent of comma, semicolon and tab in its first line.
func table(data []byte) tableReader {
	r := csv.NewReader(bytes.NewReader(data))
	first, _, _ := bytes.Cut(data, []byte("\n"))
	most := 0
	for _, comma := range ",;\t" {
		if n := bytes.Count(first, []byte(string(comma))); n > most {
			most, r.Comma = n, comma
		}
	}
	return tableReader{r}
}

func badHeader(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("empty; a CSV begins with a row of column names")
	}
	return fmt.Errorf("no CSV: %w", err)
}

// table takes in one column of a CSV. A row that is empty there counts as
// skipped.
func (in *Intake) table(data []byte, column string) error {
	r := table(data)
	header, err := r.Read()
	if err != nil {
		return badHeader(err)
	}
	at, err := columnAt(header, column)
	if err != nil {
		return err
	}
	r.ReuseRecord = true
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("no CSV: %w", err)
		}
		in.at, _ = r.FieldPos(at)
		in.add(TextDocument(row[at]))
	}
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
