package read

import (
	"encoding/json"
	"unsafe"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// parse is gjson.ParseBytes without its copy: a response may be 100 MB. Texts of
// the result share data, which nobody writes to; texts that outlive data must be copied.
func parse(data []byte) gjson.Result {
	return gjson.Parse(unsafe.String(unsafe.SliceData(data), len(data)))
}

// firstText returns text if it is not empty, else the first of the values that is not.
func firstText(text string, values ...gjson.Result) string {
	for _, v := range values {
		if text != "" {
			break
		}
		if present(v) && !(v.IsObject() && v.Raw == "{}") {
			text = v.String()
		}
	}
	return text
}

// first returns the first of these members that an object has.
func first(object gjson.Result, names ...string) (v gjson.Result) {
	for _, name := range names {
		if v = object.Get(name); v.Exists() {
			return v
		}
	}
	return v
}

func raw(v gjson.Result) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return json.RawMessage(v.Raw)
}

func rawObject(v gjson.Result) json.RawMessage {
	if !v.IsObject() {
		return nil
	}
	return json.RawMessage(v.Raw)
}

// sharedObject is rawObject of a value that parse found in data, without a copy.
func sharedObject(data []byte, v gjson.Result) json.RawMessage {
	if !v.IsObject() {
		return nil
	}
	end := v.Index + len(v.Raw)
	return data[v.Index:end:end]
}

// present reports whether a member exists and is not null.
func present(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

// elements returns the elements of an array; none for any other value.
func elements(v gjson.Result) []gjson.Result {
	if !v.IsArray() {
		return nil
	}
	return v.Array()
}

// number reads a count; None if v is not a number.
func number(v gjson.Result) int {
	if v.Type != gjson.Number {
		return wire.None
	}
	return int(v.Int())
}
