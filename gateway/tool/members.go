package tool

import (
	"gatehouse/gateway/output"
	"gatehouse/gateway/response"

	"github.com/go-json-experiment/json"
)

// members is an object under construction, each member with a comma before it.
type members []byte

func (m members) text(name, value string) members {
	return output.AppendString(append(append(append(m, `,"`...), name...), `":`...), value)
}

// json adds a value of any kind. It holds nothing that cannot be written.
func (m members) json(name string, value any) members {
	return m.raw(name, encoded(value))
}

func encoded(value any) string {
	b, err := json.Marshal(value, json.Deterministic(true), json.FormatNilSliceAsNull(false))
	if err != nil {
		panic("tool: " + err.Error())
	}
	return string(b)
}

func (m members) raw(name, value string) members {
	return append(append(append(append(m, `,"`...), name...), `":`...), value...)
}

// item is a tool's item that has no text of its own: what is known from the
// start, and what is there at the end.
func item(typ, id string, asked, found members, e output.Events) output.ToolCall {
	return output.ToolCall{Type: typ, ID: response.NewID(id), Events: e, Members: func(b []byte, _ string, done bool) []byte {
		b = append(b, asked...)
		if done {
			b = append(b, found...)
		}
		return b
	}}
}

// single is an outcome of one item.
func single(it output.Item, status string) []output.Placed {
	return []output.Placed{{Item: it, Status: status}}
}

// waiting is the outcome of a call that the caller has to run.
func waiting(it output.ToolCall) Outcome {
	it.By = output.Caller
	return Outcome{Items: single(it, output.Completed), Waits: true}
}
