package export

import (
	"net/url"
	"slices"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/registry"
)

// responsesDocument returns the request of an exchange as one for POST /responses: translated
// from another API, or as it is. The error is dialect.ErrForeign for any other request.
func responsesDocument(list []Exchange, _ Each) ([]byte, error) {
	x := list[len(list)-1]
	if _, err := x.request(); err != nil {
		return nil, err
	}
	sent := x.Capture.Sent
	if native(sent) {
		return append(slices.Clip(sent.Body), '\n'), nil
	}
	r, err := translated(sent)
	if err != nil {
		return nil, err
	}
	return append(r.Body, '\n'), nil
}

// native reports whether a request is one for POST /responses already. A file that was
// never sent may hold one of another API all the same.
func native(sent wire.Sent) bool {
	return sent.PostsTo(wire.EndpointResponses) && !hasMessages(sent.Body)
}

// hasMessages reports whether a body may be of an API that is translated.
func hasMessages(body []byte) bool { return scan.KindOf(scan.Get(body, "messages")) == scan.Array }

func translated(sent wire.Sent) (dialect.Translated, error) {
	path := ""
	if u, err := url.Parse(sent.URL); err == nil {
		path = u.Path
	}
	return registry.Translate(path, sent.Body)
}

// untranslated returns what of the request its translation lacks, one a line.
func untranslated(x Exchange) (lines []string) {
	if x.Capture == nil || native(x.Capture.Sent) {
		return nil
	}
	r, err := translated(x.Capture.Sent)
	if err != nil {
		return nil
	}
	for _, l := range r.Losses {
		lines = append(lines, l.String())
	}
	return lines
}

// isTranslated reports whether the request is one for another API.
func isTranslated(x Exchange) bool {
	return x.Capture != nil && !native(x.Capture.Sent) && (hasMessages(x.Capture.Sent.Body) || registry.Translates(x.Capture.Sent))
}
