package state

// Draft is the request document without `input`: one JSON object whose unknown
// members, member order and spelling of values survive every edit.
type Draft struct {
	doc []byte
}
