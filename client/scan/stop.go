package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// StopsAt reports whether a JSON text is unfinished, and where it stops: it is right
// as far as it goes. An empty text stops at no place. Where a word or an escape
// is cut, or a string is no UTF-8, Check finds a fault in front of the end;
// encoding/json decides then.
func StopsAt(body []byte) (place string, unfinished bool) {
	var wrong *SyntaxError
	if errors.As(Check(body), &wrong) && wrong.Unfinished(body) {
		if len(body) > 0 {
			place = wrong.Error()
		}
		return place, true
	}
	err := json.NewDecoder(bytes.NewReader(body)).Decode(new(json.RawMessage))
	return "", errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}
