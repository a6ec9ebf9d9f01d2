// Package scan is the JSON scanner: it reads JSON in place, so that every value
// is a slice of its document and keeps its spelling. Nothing here recurses.
//
// It goes over a document in two ways. The functions that check (Valid, Check,
// Scan, CheckObject, CheckValue) take any bytes and report whether they are
// JSON; Check and Scan also report where they are not. All other functions
// expect valid JSON and are faster for it; of anything else they return less
// than is there, but never panic.
package scan
