package intake

import (
	"bytes"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// first returns the first JSON object of a file: the file, the first element of its list, or its
// first line; nil for none.
func first(file []byte) []byte {
	file = bytes.TrimSpace(wire.TrimBOM(file))
	switch scan.KindOf(file) {
	case scan.Object:
		if line, _, more := bytes.Cut(file, []byte("\n")); more && scan.Check(line) == nil {
			return line
		}
		return file
	case scan.Array:
		if one := firstOf(file); scan.KindOf(one) == scan.Object {
			return one
		}
	}
	return nil
}

// has reports whether an object has all these members.
func has(object []byte, names ...string) bool {
	for _, name := range names {
		if scan.Get(object, name) == nil {
			return false
		}
	}
	return true
}

// IsOTLP reports whether a file is OTLP in JSON: spans or log records, those of the GenAI
// conventions among them.
func IsOTLP(file []byte) bool {
	one := first(file)
	return has(one, "resourceSpans") || has(one, "resourceLogs")
}

// IsPostman reports whether a file is a collection of Postman, version 2.
func IsPostman(file []byte) bool {
	one := first(file)
	schema := scan.Text(scan.At(one, "info", "schema"))
	return has(one, "info", "item") && (strings.Contains(schema, "getpostman.com") || has(scan.Get(one, "info"), "_postman_id"))
}

// NameOf says of a file that is not read what it is; empty where that is not known.
func NameOf(file []byte) string {
	one := first(file)
	kind := scan.Text(scan.Get(one, "type"))
	switch {
	case scan.Text(scan.Get(one, "_type")) == "export" && has(one, "resources"):
		return "an Insomnia export, which holds requests without answers; export them as HAR"
	case one == nil && bytes.HasPrefix(bytes.TrimSpace(file), []byte("type: collection.insomnia")):
		return "an Insomnia collection, which holds requests without answers; export them as HAR"
	case has(one, "traceId", "type", "startTime") && (kind == "GENERATION" || kind == "SPAN" || kind == "EVENT"),
		has(one, "projectId", "timestamp") && (has(one, "observations") || has(one, "bookmarked") || has(one, "scores")),
		has(one, "batch") && strings.Contains(scan.Text(scan.Get(firstOf(scan.Get(one, "batch")), "type")), "-create"):
		return "a Langfuse export; it is not read: export the spans as OTLP JSON, or record with gatehouse proxy"
	case has(one, "resourceMetrics"):
		return "OTLP JSON with metrics, which hold no requests; spans are read"
	case has(one, "resource_spans"):
		return "OTLP in another JSON than the protocol's: its names are written resourceSpans, scopeSpans"
	case has(one, "_postman_variable_scope"):
		return "a Postman environment, which holds variables and no requests"
	case has(one, "requests", "order"):
		return "a Postman collection of version 1; export it as Collection v2.1"
	case has(firstOf(scan.Get(one, "data")), "traceID", "spans"):
		return "a Jaeger export, whose spans are not read; export OTLP JSON"
	case has(one, "traceId", "id", "localEndpoint"):
		return "a Zipkin export, whose spans are not read; export OTLP JSON"
	case has(one, "openapi"), has(one, "swagger"):
		return "an OpenAPI description, which holds no exchanges"
	}
	return ""
}

// firstOf returns the first element of a list.
func firstOf(list []byte) []byte {
	for _, one := range scan.Elements(list) {
		return one
	}
	return nil
}
