package export

import (
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/rerankset"
)

// Comparison is a comparison of rankings to copy from.
type Comparison struct {
	Set      rerankset.Set
	Query    int
	Model    int           // -1 for none
	Document int           // -1 for none
	Label    string        // of the model
	Capture  *wire.Capture // of the model's ranking; nil for none
	Table    rerankset.Table
}

// ComparisonFormats are the formats of a comparison, in the order of the copy
// menu. None of them knows its size.
func ComparisonFormats() []Format[Comparison] {
	return []Format[Comparison]{modelResponse, modelRequest, comparison, document}
}

// later is the one copy of a text that takes a while to write.
func later(name, about string, text func() string) []Copy {
	return []Copy{{Name: name, About: about, Text: text}}
}

func modelResponse(of Comparison) []Copy {
	if of.Capture == nil || of.Capture.Text().Len() == 0 {
		return nil
	}
	return later("response", "of "+of.Label+", the body as received", func() string { return string(of.Capture.Text().All()) })
}

func modelRequest(of Comparison) []Copy {
	if of.Set.Missing(of.Query, of.Model) != nil {
		return nil
	}
	return later("request JSON", "what "+of.Label+" would be asked now", func() string {
		doc, _ := of.Set.Request(of.Query, of.Model) // empty where it cannot be written
		return string(doc)
	})
}

// comparison is the table of ranks in each way that it can be pasted.
func comparison(of Comparison) []Copy {
	if len(of.Set.Documents) == 0 {
		return nil
	}
	markdown := later("rank table, markdown", "with costs and agreement", func() string { return string(of.Table.Markdown()) })
	markdown[0].Ext = ".md"
	csv := later("rank table, CSV", "for a spreadsheet", func() string { return string(of.Table.CSV()) })
	csv[0].Ext = ".csv"
	table := append(markdown, csv...)
	if len(of.Table.Columns) == 0 {
		return table
	}
	return append(table, later("rank table, text", "in aligned columns, as gatehouse rerank prints it", func() string {
		return strings.Join(of.Table.Lines(true), "\n") + "\n"
	})...)
}

func document(of Comparison) []Copy {
	if of.Document < 0 || of.Document >= len(of.Set.Documents) {
		return nil
	}
	return later("document", fmt.Sprintf("number %d", of.Document+1), func() string { return of.Set.Documents[of.Document].Text })
}
