// Package archive keeps what a person did: exchanges with their captures, and the
// conversations they belong to. Finished exchanges are in a SQLite database; the bytes of
// one that still runs are in a spool, a file that every chunk is appended to before
// anyone sees it. Killed at any moment, the program finds in the spool what had arrived.
//
// Several programs may use one archive at the same time.
package archive
