//go:build !unix

package tool

// CanSuspend returns false: without job control nothing resumes a process.
func CanSuspend() bool { return false }
