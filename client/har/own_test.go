package har_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/client/har"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// TestWrittenFilesPreserveTheirBytes: a body that looks like base64 is one in the file of another
// program only. What gatehouse wrote without an encoding is read as it is.
func TestWrittenFilesPreserveTheirBytes(t *testing.T) {
	for media, plain := range map[string]string{
		"application/json":    `{"output_text":"hello"}`,
		wire.EventStream:      "data: {\"type\":\"response.created\"}\n\n",
		"application/ld+json": `[{"a":1},{"b":2}]`,
	} {
		body := base64.StdEncoding.EncodeToString([]byte(plain))
		c := &wire.Capture{
			ID: "x", Start: time.Unix(1_750_000_000, 0), Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean},
			Sent: wire.Sent{Method: "POST", URL: "https://h/v1/responses", Header: map[string][]string{"Content-Type": {media}}, Body: []byte(body)},
			Head: &wire.Head{Status: 200, Header: map[string][]string{"Content-Type": {media}}},
		}
		c.Body.Append([]byte(body), 5)
		again := written(t, har.Entry{Capture: c})[0].Capture
		if string(again.Sent.Body) != body || string(again.Body.All()) != body || len(again.Remarks) > 0 {
			t.Errorf("%s: %q and %q, %q", media, again.Sent.Body, again.Body.All(), again.Remarks)
		}
	}
}

// TestAFaultInEachEntry costs no walk from the beginning of the file for each: with those it
// would take many minutes. Each is named at its place all the same.
func TestAFaultInEachEntry(t *testing.T) {
	const many = 400_000
	for _, between := range []string{"", "\n"} {
		file := `{"log":{"entries":[` + strings.Repeat(between+`{"a":nope},`, many)
		file = strings.TrimSuffix(file, ",") + "]}}"
		found := places(t, file)
		last := found[len(found)-1]
		line, column := scan.Position([]byte(file), strings.LastIndex(file, "nope"))
		if len(found) != many || last != fmt.Sprint(line, column) {
			t.Errorf("%d faults, the last at %s, want %d %d", len(found), last, line, column)
		}
	}
}

// places are the lines and columns of the faults of a file.
func places(t *testing.T, file string) (all []string) {
	_, err := har.Read([]byte(file))
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatal(err)
	}
	for _, fault := range joined.Unwrap() {
		wrong, ok := fault.(*har.EntryError).Err.(*scan.SyntaxError)
		if !ok {
			t.Fatal(fault)
		}
		all = append(all, fmt.Sprint(wrong.Line, wrong.Column))
	}
	return all
}
