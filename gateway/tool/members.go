package tool

import (
	"gatehouse/gateway/output"
	"gatehouse/gateway/response"

	"github.com/go-json-experiment/json"
)

// members is the inside of a JSON object, each member with a comma before it.
type members []byte

func (m members) text(name, value string) members {
	return output.AppendString(append(append(append(m, `,"`...), name...), `":`...), value)
}

func (m members) json(name string, value any) members { return m.raw(name, encode(value)) }

func encode(value any) string {
	b, err := json.Marshal(value, json.Deterministic(true), json.FormatNilSliceAsNull(false))
	if err != nil {
		panic("tool: " + err.Error())
	}
	return string(b)
}

func (m members) raw(name, value string) members {
	return append(append(append(append(m, `,"`...), name...), `":`...), value...)
}

// item returns a tool's item without text: the members known from the start, and those known at its
// end.
func item(typ, id string, asked, found members, e output.Events) output.ToolCall {
	return output.ToolCall{Type: typ, ID: response.NewID(id), Events: e, Members: func(b []byte, _ string, done bool) []byte {
		b = append(b, asked...)
		if done {
			b = append(b, found...)
		}
		return b
	}}
}

func single(it output.Item, status string) []output.Placed {
	return []output.Placed{{Item: it, Status: status}}
}

// waiting returns the outcome of a call that the caller has to run.
func waiting(it output.ToolCall) Outcome {
	it.By = output.Caller
	return Outcome{Items: single(it, output.Completed), Waits: true}
}
