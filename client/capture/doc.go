// Package capture records one exchange: what was sent, the response's head, its
// bytes as they came with the time of each read, and the moments of the
// connection. Known secrets are overwritten here, before anything is kept.
package capture
