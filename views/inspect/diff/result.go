package diff

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
)

func failureOf(x *state.Exchange) []byte {
	if f := x.Failure; f != nil && !f.Document && int64(len(f.Body)) == f.BodySize {
		return f.Body
	}
	return nil
}

// remaining returns what of a result no other section compares, the settings
// that it echoes among it, without ids and times, which are others in each.
func remaining(result []byte) []byte {
	routing := read.FindRouting(result)
	return mapMembers(result, func(m scan.Member) []byte {
		switch m.Key {
		case "id", "created_at", "completed_at", "model", "provider", "output_text", "created":
			return nil
		case "choices":
			return choices(m.Value)
		case "content":
			return blocks(m.Value)
		case "usage":
			return without(m.Value, "input_tokens", "output_tokens", "total_tokens", "cost")
		case "output":
			return each(m.Value, item)
		}
		if len(routing) > 0 && bytes.Equal(m.Value, routing) {
			return nil
		}
		return m.Value
	})
}

// byDocument sorts the results of a ranking by document and adds their rank, so that two
// rankings differ in the ranks only. Results without a document stay as they are.
func byDocument(ranking []byte) []byte {
	return mapMembers(ranking, func(m scan.Member) []byte {
		if m.Key != "results" {
			return m.Value
		}
		var results [][]byte
		at := map[int]int{} // the places of the documents
		for _, e := range scan.Elements(m.Value) {
			document, err := strconv.Atoi(string(scan.Get(e, "index")))
			if _, twice := at[document]; err != nil || twice || scan.Get(e, "rank") != nil {
				return m.Value
			}
			at[document] = len(results)
			results = append(results, fmt.Appendf(nil, `{"rank":%d,%s`, len(results)+1, e[1:]))
		}
		ordered := make([][]byte, 0, len(results))
		for _, document := range slices.Sorted(maps.Keys(at)) {
			ordered = append(ordered, results[at[document]])
		}
		return enclosed("[", ordered, "]")
	})
}

// item returns an item of the output without its id, and of a message without the
// texts, whose words are compared.
func item(v []byte) []byte {
	if v = without(v, "id"); stringAt(v, "type") != "message" {
		return v
	}
	return mapMembers(v, func(m scan.Member) []byte {
		if m.Key != "content" {
			return m.Value
		}
		return each(m.Value, func(part []byte) []byte {
			if stringAt(part, "type") == "output_text" {
				return without(part, "text")
			}
			return part
		})
	})
}

// choices returns the choices of a chat completion without what differs in each, and of the first
// one without the text, whose words are compared.
func choices(v []byte) []byte {
	first := true
	return each(v, func(choice []byte) []byte {
		hasWords := first
		first = false
		return mapMembers(choice, func(m scan.Member) []byte {
			if m.Key != "message" {
				return m.Value
			}
			return mapMembers(m.Value, func(m scan.Member) []byte {
				switch {
				case m.Key == "content" && hasWords && scan.KindOf(m.Value) == scan.String:
					return nil
				case m.Key == "tool_calls":
					return each(m.Value, func(call []byte) []byte { return without(call, "id") })
				}
				return m.Value
			})
		})
	})
}

// blocks returns the content of an Anthropic message without what differs in each, and
// without the texts.
func blocks(v []byte) []byte {
	return each(v, func(block []byte) []byte {
		if stringAt(block, "type") == "text" {
			block = without(block, "text")
		}
		return without(block, "id", "tool_use_id", "signature")
	})
}

// without returns an object without members; another value stays as it is.
func without(v []byte, members ...string) []byte {
	return mapMembers(v, func(m scan.Member) []byte {
		if slices.Contains(members, m.Key) {
			return nil
		}
		return m.Value
	})
}

// mapMembers returns an object with each member's value replaced by the result of a
// function; nil removes the member. Another value stays as it is.
func mapMembers(v []byte, of func(scan.Member) []byte) []byte {
	if scan.KindOf(v) != scan.Object {
		return v
	}
	var members [][]byte
	for m := range scan.Members(v) {
		if value := of(m); value != nil {
			members = append(members, slices.Concat(v[m.KeyAt:m.At], value))
		}
	}
	return enclosed("{", members, "}")
}

// enclosed joins values with commas, between brackets.
func enclosed(before string, values [][]byte, after string) []byte {
	return slices.Concat([]byte(before), bytes.Join(values, []byte(",")), []byte(after))
}

// each returns an array with what each of its elements is made into; another value
// stays as it is.
func each(v []byte, of func([]byte) []byte) []byte {
	if scan.KindOf(v) != scan.Array {
		return v
	}
	var elements [][]byte
	for _, e := range scan.Elements(v) {
		elements = append(elements, of(e))
	}
	return enclosed("[", elements, "]")
}

// setResults compares the results of two exchanges once both have ended. A failed response
// may still arrive after the error event.
func (p *requestPart) setResults(pair bool, a, b *state.Exchange) {
	switch {
	case !pair:
		return
	case a.Running() || b.Running():
		p.words = "Compared once both have finished."
		return
	}
	first, second := []byte(a.Document()), []byte(b.Document())
	if a.Kind() != b.Kind() && first != nil && second != nil {
		p.setNotice("Not compared: A and B are results of different APIs.")
		return
	}
	if first == nil {
		first = failureOf(a)
	}
	if second == nil {
		second = failureOf(b)
	}
	switch {
	case first != nil && second != nil:
		p.set(pair, first, second, [2]string{})
		p.deep = a.TooDeep || b.TooDeep
	case first == nil && second == nil:
		p.setNotice("Neither has a result.")
	case first == nil:
		p.setNotice("A has no result.")
	default:
		p.setNotice("B has no result.")
	}
}
