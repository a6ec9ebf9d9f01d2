// Package scan reads JSON in place: every value is a slice of its document, so
// that what is passed on keeps its spelling. Nothing here recurses.
//
// There are two ways over a document. The functions whose names begin with
// Check, and Valid and Scan, take any bytes and say whether they are JSON. All
// others expect valid JSON; of anything else they return less than is there,
// but never panic.
package scan
