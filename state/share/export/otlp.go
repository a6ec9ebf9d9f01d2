package export

import (
	"bytes"
	"slices"

	"gatehouse/client/har"
	"gatehouse/state/share/otlp"
	"gatehouse/state/share/trace"
)

// OTLPWord is the word of the document of spans.
const OTLPWord = "otlp"

// OTLP returns the document of the spans of exchanges; with content it also holds what was asked
// and answered.
func OTLP(content bool) Document {
	return Document{
		As: OTLPWord, Name: "OpenTelemetry spans", About: "OTLP in JSON, as a collector's file exporter writes it", Ext: ".jsonl", Several: true, Redact: true,
		write: func(list []Exchange, each Each) ([]byte, error) { return spansDocument(list, each, content) },
	}
}

// batch is how many exchanges are on a line.
const batch = 64

// spansDocument writes the spans of exchanges, a batch on a line.
func spansDocument(list []Exchange, each Each, content bool) ([]byte, error) {
	for _, of := range list {
		switch {
		case of.Capture == nil || of.State == nil:
			return nil, ErrNoRequest
		case of.Capture.Start.IsZero() && !of.Capture.Lacks.Start:
			return nil, ErrNotSent
		}
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Exchange) int { return a.Capture.Start.Compare(b.Capture.Start) })
	var b bytes.Buffer
	done := 0
	for some := range slices.Chunk(list, batch) {
		var spans []trace.Span
		for _, of := range some {
			spans = append(spans, trace.Of(of.About, of.State, of.Capture, content)...)
			done++
			if err := each(done); err != nil {
				return nil, err
			}
		}
		line, err := otlp.Encode(otlp.JSON, otlp.Gatehouse(har.Version()), spans)
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}
