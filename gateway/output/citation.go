package output

// Citation is a place in a message's text that stems from a web page: a
// url_citation (wire-notes §4).
type Citation struct {
	URL   string
	Title string
	Start int // in Unicode code points from the beginning of the text
	End   int // the first one behind it
}

// appendJSON appends the citation as an annotation.
func (c Citation) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"type":"url_citation"`...)
	dst = appendText(dst, "url", c.URL)
	dst = appendText(dst, "title", c.Title)
	dst = appendInt(dst, "start_index", c.Start)
	return append(appendInt(dst, "end_index", c.End), '}')
}

// playCitations announces each citation, after the text and before its end
// (wire-notes §5.3).
func (m Message) playCitations(s *Stage, head []byte) bool {
	for i, c := range m.Citations {
		if !s.event("response.output_text.annotation.added", func(b []byte) []byte {
			b = appendInt(append(b, head...), "annotation_index", i)
			return c.appendJSON(append(b, `,"annotation":`...))
		}) {
			return false
		}
	}
	return true
}
