//go:build !unix

package process

// CanSuspend returns false: without job control nothing resumes a process.
func CanSuspend() bool { return false }
