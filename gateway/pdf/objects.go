package pdf

import (
	"errors"
	"reflect"

	"github.com/ledongthuc/pdf"
)

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
