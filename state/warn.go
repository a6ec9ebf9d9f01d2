package state

import "fmt"

// maxWarnings bounds the list of each code: a hostile stream can be wrong in a
// million ways, and a person reads the first few.
const maxWarnings = 16

// warn adds a warning. The same code about the same subject is told once and
// counted.
func (x *Exchange) warn(code, subject, message string) {
	key := code + " " + subject
	if i, ok := x.warned[key]; ok {
		x.Warnings[i].Count++
		return
	}
	if x.warned == nil {
		x.warned, x.listed = make(map[string]int), make(map[string]int)
	}
	if x.listed[code] >= maxWarnings {
		return
	}
	x.listed[code]++
	x.warned[key] = len(x.Warnings)
	x.Warnings = append(x.Warnings, Warning{Code: code, Message: message, AtUS: x.now, Count: 1})
}

// warnf is warn with a message that is only written the first time.
func (x *Exchange) warnf(code, subject, format string, args ...any) {
	if _, ok := x.warned[code+" "+subject]; ok {
		x.warn(code, subject, "")
		return
	}
	x.warn(code, subject, fmt.Sprintf(format, args...))
}

// refusal warns of a model that declined: the verdict stays completed.
func (x *Exchange) refusal() {
	x.warn(WarnRefusal, "", "the model refused to answer")
}
