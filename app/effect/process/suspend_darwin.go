package process

import "golang.org/x/sys/unix"

// parentOf returns the parent of a process, 0 if it is not known.
func parentOf(id int) int {
	p, err := unix.SysctlKinfoProc("kern.proc.pid", id)
	if err != nil {
		return 0
	}
	return int(p.Eproc.Ppid)
}
