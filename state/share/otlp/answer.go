package otlp

import (
	"errors"
	"fmt"
	"mime"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"gatehouse/client/scan"
)

// Answer is the answer of a collector to a request that it took.
type Answer struct {
	Rejected int64  // spans that it did not take
	Message  string // why, or another message
}

// ErrForeign is the error of an answer that no collector gives.
var ErrForeign = errors.New("not an answer of an OTLP receiver")

// ReadAnswer reads the body of a success, an ExportTraceServiceResponse, by its media type.
func ReadAnswer(contentType string, body []byte) (Answer, error) {
	media, _, _ := mime.ParseMediaType(contentType)
	switch {
	case len(body) == 0:
		return Answer{}, nil
	case media == "application/x-protobuf" || media == "application/protobuf":
		return readProtobuf(body)
	case media == "application/json":
		return readJSON(body)
	}
	return Answer{}, ErrForeign
}

func readJSON(body []byte) (a Answer, err error) {
	if scan.KindOf(body) != scan.Object || !scan.Valid(body) {
		return a, ErrForeign
	}
	partial := scan.Get(body, "partialSuccess")
	a.Message = scan.Text(scan.Get(partial, "errorMessage"))
	if n := scan.AnyText(scan.Get(partial, "rejectedSpans")); n != "" && n != "null" {
		if a.Rejected, err = strconv.ParseInt(n, 10, 64); err != nil {
			return Answer{}, fmt.Errorf("%w: rejectedSpans is no number", ErrForeign)
		}
	}
	return a, nil
}

// readProtobuf reads partial_success = 1 { rejected_spans = 1, error_message = 2 }.
func readProtobuf(body []byte) (a Answer, err error) {
	ok := fields(body, func(number protowire.Number, _ uint64, partial []byte) bool {
		return number != 1 || fields(partial, func(number protowire.Number, count uint64, text []byte) bool {
			switch number {
			case 1:
				a.Rejected = int64(count)
			case 2:
				a.Message = string(text)
			}
			return true
		})
	})
	if !ok {
		return Answer{}, ErrForeign
	}
	return a, nil
}

// fields calls visit with each field of a message: its number, and its value, a varint or bytes. It
// reports whether the message could be read.
func fields(b []byte, visit func(number protowire.Number, value uint64, bytes []byte) bool) bool {
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return false
		}
		b = b[n:]
		var value uint64
		var bytes []byte
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			bytes, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(number, kind, b)
		}
		if n < 0 || !visit(number, value, bytes) {
			return false
		}
		b = b[n:]
	}
	return true
}

// ReadStatus reads the message of a google.rpc.Status, the body of a refusal; empty where there
// is none.
func ReadStatus(contentType string, body []byte) (message string) {
	switch media, _, _ := mime.ParseMediaType(contentType); media {
	case "application/x-protobuf", "application/protobuf":
		fields(body, func(number protowire.Number, _ uint64, text []byte) bool {
			if number == 2 {
				message = string(text)
			}
			return true
		})
	case "application/json":
		message = scan.Text(scan.Get(body, "message"))
	case "text/plain":
		const maxMessage = 200 // bytes
		message = string(body[:min(len(body), maxMessage)])
	}
	return message
}
