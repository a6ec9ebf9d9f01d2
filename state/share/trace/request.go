package trace

import (
	"strconv"

	"gatehouse/client/scan"
)

// setting is an attribute of a request and the members that it is read from, in the order of
// the APIs: the first that is there counts.
type setting struct {
	key   string
	read  func(v []byte) (any, bool)
	paths [][]string
}

func at(paths ...[]string) [][]string { return paths }

var settings = []setting{
	{requestMaxTokens, integer, at([]string{"max_output_tokens"}, []string{"max_completion_tokens"}, []string{"max_tokens"}, []string{"generationConfig", "maxOutputTokens"}, []string{"options", "num_predict"})},
	{requestTemperature, number, at([]string{"temperature"}, []string{"generationConfig", "temperature"}, []string{"options", "temperature"})},
	{requestTopP, number, at([]string{"top_p"}, []string{"generationConfig", "topP"}, []string{"options", "top_p"})},
	{requestTopK, integer, at([]string{"top_k"}, []string{"generationConfig", "topK"}, []string{"options", "top_k"})},
	{requestSeed, integer, at([]string{"seed"}, []string{"generationConfig", "seed"}, []string{"options", "seed"})},
	{requestFrequency, number, at([]string{"frequency_penalty"}, []string{"generationConfig", "frequencyPenalty"}, []string{"options", "frequency_penalty"})},
	{requestPresence, number, at([]string{"presence_penalty"}, []string{"generationConfig", "presencePenalty"}, []string{"options", "presence_penalty"})},
	{requestReasoning, word, at([]string{"reasoning", "effort"}, []string{"reasoning_effort"}, []string{"output_config", "effort"}, []string{"generationConfig", "thinkingConfig", "thinkingLevel"})},
	{requestPrevious, word, at([]string{"previous_response_id"})},
	{requestChoices, several, at([]string{"n"}, []string{"generationConfig", "candidateCount"})},
	{outputType, format, at([]string{"text", "format", "type"}, []string{"response_format", "type"}, []string{"generationConfig", "responseMimeType"})},
	{embeddingDimensions, integer, at([]string{"dimensions"})},
}

// settings are what the request asks for besides an answer.
func (t *exported) settings(l *list) {
	for _, s := range settings {
		for _, path := range s.paths {
			if v := scan.At(t.c.Sent.Body, path...); !scan.IsNull(v) {
				if value, ok := s.read(v); ok {
					l.add(s.key, value)
				}
				break
			}
		}
	}
}

func number(v []byte) (any, bool) {
	n, err := strconv.ParseFloat(string(v), 64)
	return n, err == nil && scan.KindOf(v) == scan.Number
}

func integer(v []byte) (any, bool) {
	n, err := strconv.ParseInt(string(v), 10, 64)
	return n, err == nil
}

// several returns a count that is not one.
func several(v []byte) (any, bool) {
	n, ok := integer(v)
	return n, ok && n != int64(1)
}

func word(v []byte) (any, bool) {
	text := scan.Text(v)
	return text, isWord(text)
}

// format returns the type of output that is asked for.
func format(v []byte) (any, bool) {
	switch scan.Text(v) {
	case "json_schema", "json_object", "application/json":
		return "json", true
	case "text", "text/plain":
		return "text", true
	}
	return nil, false
}
