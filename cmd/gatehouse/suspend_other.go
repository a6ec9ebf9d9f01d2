//go:build !unix

package main

// canSuspend: without job control nobody resumes a process.
func canSuspend() bool { return false }
