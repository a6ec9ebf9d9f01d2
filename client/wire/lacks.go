package wire

// Lacks says what of an exchange its capture does not have because the file that it was
// read from does not. An exchange that was recorded here lacks nothing. A Head with status
// 0 is one whose status is not known; times that are not known are -1.
type Lacks struct {
	Start   bool `json:"start,omitempty"`   // when it began: Capture.Start is the time of the file
	Request bool `json:"request,omitempty"` // the body of the request
	Answer  bool `json:"answer,omitempty"`  // the body of the answer, or whether one came at all
}
