// Package json draws JSON in rows: a document with a member a line, and what differs
// between two. It does not check documents and does not change them.
package json
