package process

import (
	"bytes"
	"os"
	"strconv"
)

// parentOf returns the parent of a process, 0 if it is not known: the second field after the name in
// /proc/ID/stat (proc(5)). The name may contain anything.
func parentOf(id int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0
	}
	return parent
}
