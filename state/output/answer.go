package output

import (
	"cmp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Answer is what was answered, as a person reads it: the text, and before what else came a word
// of what it is, with ids the id of a call too. Where nothing could be read it is all that came.
func Answer(x *state.Exchange, c *wire.Capture, ids bool) string {
	if x.IsConnection() { // its responses are exchanges of their own
		return ""
	}
	var blocks []string
	head := ""
	add := func(lead, text string) {
		if text = strings.TrimRight(text, "\n"); text != "" {
			blocks = append(blocks, head+lead+text)
			head = ""
		}
	}
	for _, one := range x.Choices() {
		if one.Name != "" {
			head = choiceLine(one) + "\n"
		}
		for _, it := range one.Items {
			var texts []string
			for _, p := range it.Parts() {
				texts = append(texts, p.Text())
			}
			switch said := strings.Join(texts, "\n\n"); {
			case it.Type == "message":
				add("", said)
			case it.Input() != "":
				call := "call " + cmp.Or(it.Name(), it.Type)
				if ids && it.CallID() != "" {
					call += " " + it.CallID()
				}
				add(call+": ", it.Input())
			default:
				add(it.Type+": ", cmp.Or(said, string(it.Raw)))
			}
		}
	}
	if len(blocks) > 0 {
		return strings.Join(blocks, "\n\n")
	}
	return string(c.Text().All())
}

// choiceLine says which of several answers it is, and why it ended where they differ.
func choiceLine(c state.Choice) string {
	if c.Finish == "" {
		return c.Name + ":"
	}
	return c.Name + " (finish_reason " + c.Finish + "):"
}

// Indented is a request as a person reads it; what is no JSON as it was sent.
func Indented(body []byte) string {
	out, err := scan.AppendIndent(nil, body, "")
	if err != nil {
		return string(body)
	}
	return string(out)
}
