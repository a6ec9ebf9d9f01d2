// Package imports takes exchanges that other programs made into the history: out of HTTP
// Archives, curl commands and the files of OpenAI's Batch API.
package imports
