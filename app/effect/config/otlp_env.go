package config

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"gatehouse/state/share/otlp"
)

// OTLPEnvironment holds the settings of the standard variables for an exporter of spans
// (https://opentelemetry.io/docs/specs/otel/protocol/exporter/,
// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Those of
// traces alone replace the general ones.
type OTLPEnvironment struct {
	URL        string // to which spans are posted; empty: none is named, or it is no address
	From       string // the variable that names it; empty: none does
	Protocol   string // the variable and its value; empty: none
	Format     otlp.Format
	Header     http.Header
	HeaderFrom string // the variable that has them
	CAFile     string
	Service    string // OTEL_SERVICE_NAME
	Off        bool   // OTEL_SDK_DISABLED, or OTEL_TRACES_EXPORTER without otlp
	Notes      []string
}

// Named reports whether a variable names an address.
func (e *OTLPEnvironment) Named() bool { return e.From != "" }

func readOTLP(get func(string) string) (e OTLPEnvironment) {
	either := func(name string) (value, from string) {
		for _, from := range []string{"OTEL_EXPORTER_OTLP_TRACES_" + name, "OTEL_EXPORTER_OTLP_" + name} {
			if value := get(from); value != "" {
				return value, from
			}
		}
		return "", ""
	}
	if e.URL, e.From = get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"; e.URL != "" {
		if _, err := Address(e.URL); err != nil {
			e.URL = ""
		}
	} else if base := get("OTEL_EXPORTER_OTLP_ENDPOINT"); base != "" {
		e.From = "OTEL_EXPORTER_OTLP_ENDPOINT"
		if at, err := Address(base); err == nil {
			e.URL = at + tracesPath
		}
	} else {
		e.From = ""
	}
	if value, from := either("PROTOCOL"); value != "" {
		e.Protocol = from + "=" + value
		e.Format = map[string]otlp.Format{"http/protobuf": otlp.Protobuf, "http/json": otlp.JSON}[value]
	}
	value, from := either("HEADERS")
	if e.Header, e.HeaderFrom = headersOf(value), from; value != "" && len(e.Header) == 0 {
		e.Notes = append(e.Notes, from+" holds no header; write name=value,name=value")
	}
	e.CAFile, _ = either("CERTIFICATE")
	exporters := get("OTEL_TRACES_EXPORTER")
	e.Off = strings.EqualFold(get("OTEL_SDK_DISABLED"), "true") || exporters != "" && !slices.Contains(strings.Split(exporters, ","), "otlp")
	e.Service = get("OTEL_SERVICE_NAME")
	return e
}

// headersOf parses name=value,name=value, with percent-encoded values, as in W3C baggage.
func headersOf(list string) http.Header {
	h := http.Header{}
	for one := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(one, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if decoded, err := url.PathUnescape(value); err == nil {
			value = decoded
		}
		if strings.Contains(one, "=") && httpguts.ValidHeaderFieldName(name) && httpguts.ValidHeaderFieldValue(value) {
			h.Set(name, value)
		}
	}
	return h
}
