// Package client talks to a model gateway: POST /responses, streamed or not,
// POST /rerank and GET /models of the API document. Do makes one exchange and
// records it byte for byte; Create, Stream, Rerank and Models build on it for
// callers that want values and errors.
//
// The client never retries and never follows a redirect: an exchange is one
// request and its answer.
package client
