package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Stop tells a JSON text that stops in its middle from one that is wrong, and where
// it stops. An empty text stops before its beginning, at no place. One that nests
// deeper than Check reads is read by encoding/json.
func Stop(body []byte) (place string, unfinished bool) {
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
