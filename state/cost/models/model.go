// Package models is the models of a service as the user chooses among them: what each
// costs and can do according to the service's list, and the words and orders by which they
// are found.
package models

import (
	"math"
	"slices"

	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
	"gatehouse/state/request/preview"
)

// Model is what a service's list says of a model.
type Model struct {
	Slug, Name, About string

	In, Out   float64 // USD per million tokens; NaN where unknown
	Context   int     // tokens; 0 where unknown
	Created   int64   // Unix time in seconds; 0 where unknown
	Providers []string
	Coding    float64 // coding score, 0 to 1; 0 where unknown
	Router    bool    // another model's price counts
	Can       []string
}

// What a model can do, in the words that find it.
const (
	Tools      = "tools"
	Structured = "structured"
	Reasoning  = "reasoning"
	Images     = "images"
	Files      = "files"
	Audio      = "audio"
	Video      = "video"
	Draws      = "draws"
	Speaks     = "speaks"
	Rerank     = "rerank"
	Embeddings = "embeddings"
)

// Abilities returns all of them, in the order in which they are shown.
func Abilities() []string {
	return []string{Rerank, Embeddings, Tools, Reasoning, Structured, Images, Files, Audio, Video, Draws, Speaks}
}

// Read reads a service's list; known is the catalogue of the same list.
func Read(list []wire.Model, known preview.Catalogue) []Model {
	models := make([]Model, len(list))
	for i, entry := range list {
		models[i] = readModel(entry, known.Models[i])
	}
	return models
}

func readModel(entry wire.Model, known preview.Model) Model {
	e := gjson.ParseBytes(entry.Raw)
	m := Model{
		Slug: entry.ID, Name: entry.Name, About: e.Get("description").Str,
		In: known.Prompt, Out: known.Completion, Router: known.Router, Coding: known.Coding, Providers: known.Providers,
		Context: max(entry.Context, 0), Created: e.Get("created").Int(),
	}
	can := map[string]bool{}
	for where, words := range abilityWords() {
		for _, word := range e.Get(where).Array() {
			if ability := words[word.Str]; ability != "" {
				can[ability] = true
			}
		}
	}
	m.Can = slices.DeleteFunc(Abilities(), func(a string) bool { return !can[a] })
	return m
}

// abilityWords returns the words by which the common shape of a list names an ability, by
// the member that has them.
func abilityWords() map[string]map[string]string {
	return map[string]map[string]string{
		"supported_parameters": {
			"tools": Tools, "structured_outputs": Structured, "reasoning": Reasoning,
		},
		"architecture.input_modalities":  {"image": Images, "file": Files, "audio": Audio, "video": Video},
		"architecture.output_modalities": {"image": Draws, "audio": Speaks, "rerank": Rerank, "embeddings": Embeddings},
	}
}

// Free reports whether the model is known to cost nothing.
func (m Model) Free() bool { return m.In == 0 && m.Out == 0 }

// Priced reports whether what input costs is known.
func (m Model) Priced() bool { return !math.IsNaN(m.In) }
