// Package proxy is a reverse proxy that records what passes through it. What it forwards
// is what came: any method and path, status, header values, trailers and the bytes of
// bodies, each read handed on at once. Recording goes on beside it and delays nothing.
package proxy
