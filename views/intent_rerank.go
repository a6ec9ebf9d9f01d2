package views

import "gatehouse/state/rank/dataset"

// The intents of the rerank screen.
type (
	// RunRerank asks every model of the rerank screen to rank the documents;
	// with Force also when the checks found faults.
	RunRerank struct{ Force bool }
	// SetQuery changes the query that is shown.
	SetQuery struct{ Text string }
	// LimitCost begins the run for which a limit was asked, with one in USD; empty
	// for none.
	LimitCost struct{ USD string }
	// StepQuery goes to the next query of the set (1), or the one before (-1).
	StepQuery struct{ Step int }
	// OpenCase shows the answers to a case of a lab, counted from 0.
	OpenCase struct{ Case int }
	// MarkDocument marks how relevant a document is to the query: 0 to 3, or -1
	// to remove the mark.
	MarkDocument struct{ Document, Mark int }
	// AddDocuments appends the documents of a text: one a
	// line, or set apart by empty lines; of JSON what a field of it holds.
	AddDocuments struct{ Text, Field string }
	// SetDocument changes a document; one that is an object is given as JSON, or
	// with Member its text alone.
	SetDocument struct {
		Document int
		Text     string
		Member   bool
	}
	// LoadDocuments appends the documents of a file or of a folder's files.
	// Field names the column of a CSV or the member of JSON
	// objects that holds the text; empty asks for it where it has to be known.
	LoadDocuments struct {
		Path, Field string
		Objects     bool // objects are taken unchanged, with text and image
		Judged      bool // a data set; asks for the columns without a name
		Columns     dataset.Columns
	}
	// AddReranker adds a model.
	AddReranker struct{ Slug string }
	// SetReranker changes what a model, counted from 0, is asked with: a member
	// of its request, as JSON. An empty Value takes it away.
	SetReranker struct {
		Model         int
		Member, Value string
	}
	// AskReranker asks for a setting of a model: a member of its request; an
	// empty one is the complete request.
	AskReranker struct {
		Model  int
		Member string
	}
)

func (RunRerank) intent()     {}
func (SetQuery) intent()      {}
func (LimitCost) intent()     {}
func (StepQuery) intent()     {}
func (OpenCase) intent()      {}
func (MarkDocument) intent()  {}
func (AddDocuments) intent()  {}
func (SetDocument) intent()   {}
func (LoadDocuments) intent() {}
func (AddReranker) intent()   {}
func (SetReranker) intent()   {}
func (AskReranker) intent()   {}
