package diff

import (
	"gatehouse/client/scan"
)

// choices are those of a chat completion without what is another in each, and of the first
// one without the text, whose words are compared.
func choices(v []byte) []byte {
	first := true
	return each(v, func(choice []byte) []byte {
		spoken := first
		first = false
		return kept(choice, func(m scan.Member) []byte {
			if m.Key != "message" {
				return m.Value
			}
			return kept(m.Value, func(m scan.Member) []byte {
				switch {
				case m.Key == "content" && spoken && scan.KindOf(m.Value) == scan.String:
					return nil
				case m.Key == "tool_calls":
					return each(m.Value, withoutID)
				}
				return m.Value
			})
		})
	})
}

// blocks are the content of an Anthropic message without what is another in each, and
// without the texts.
func blocks(v []byte) []byte {
	return each(v, func(block []byte) []byte {
		spoken := stringAt(block, "type") == "text"
		return kept(block, func(m scan.Member) []byte {
			if m.Key == "id" || m.Key == "tool_use_id" || m.Key == "signature" || m.Key == "text" && spoken {
				return nil
			}
			return m.Value
		})
	})
}

func withoutID(v []byte) []byte {
	return kept(v, func(m scan.Member) []byte {
		if m.Key == "id" {
			return nil
		}
		return m.Value
	})
}
