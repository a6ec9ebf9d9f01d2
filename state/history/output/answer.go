package output

import (
	"cmp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
)

// Answer returns the readable answer: its text, with a word before each other item, and with ids the
// id of each call. If nothing could be read it returns the body.
func Answer(x *state.Exchange, c *wire.Capture, ids bool) string {
	if x.IsConnection() { // its responses are separate exchanges
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
				call := "call " + cmp.Or(it.FullName(), it.Type)
				if ids && it.CallID() != "" {
					call += " " + it.CallID()
				}
				add(call+": ", it.Input())
				what, returned := tooluse.Returned(it)
				add(what+": ", returned)
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

// choiceLine names one of several answers, and why it ended if they differ.
func choiceLine(c state.Choice) string {
	if c.Finish == "" {
		return c.Name + ":"
	}
	return c.Name + " (finish_reason " + c.Finish + "):"
}

// Indented returns a request indented, or as it was sent if it is no JSON.
func Indented(body []byte) string {
	out, err := scan.AppendIndent(nil, body, "")
	if err != nil {
		return string(body)
	}
	return string(out)
}
