package registry

import (
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
)

// embeddings is POST …/embeddings, of OpenAI and of those who follow it: what an answer
// costs, and whether there is one. Its numbers stay bytes.
func embeddings() dialect.API {
	return dialect.API{
		Name: "embeddings", Dialect: "embeddings", Answer: "list of embeddings",
		Endpoint: dialect.PostsTo("embeddings"), Operation: "POST /embeddings", Last: "list of embeddings",
		Reader: func([]byte) answers.Reader { return &embeddingsAnswer{} },
	}
}

// embeddingsAnswer reads one answer.
type embeddingsAnswer struct{ read bool }

func (a *embeddingsAnswer) Clone() answers.Reader { return &embeddingsAnswer{a.read} }

func (*embeddingsAnswer) Member() string { return "" }

func (a *embeddingsAnswer) Ending() answers.Ending {
	return answers.Ending{Known: a.read, Status: "completed"}
}

// Frame implements answers.Reader. The API has no stream.
func (*embeddingsAnswer) Frame(*wire.Event, string) answers.Read {
	return answers.Read{Name: "frame", Unknown: "frame of an answer that is no stream"}
}

func (a *embeddingsAnswer) Document(body []byte) (answers.Read, bool) {
	for _, name := range [...]string{"data", "embeddings", "embedding"} {
		a.read = a.read || scan.KindOf(scan.Get(body, name)) == scan.Array
	}
	return answers.Read{Facts: body}, a.read
}
