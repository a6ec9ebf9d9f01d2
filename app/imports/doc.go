// Package imports takes exchanges that other programs made into the history: out of HTTP
// Archives, curl commands, the files of OpenAI's Batch API, collections of Postman and spans
// in OTLP JSON.
package imports
