package tool

import (
	"context"
	"path"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/pages"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"
)

// files is the server tool. There are no files: the document covers no upload,
// so what it says about them is made up.
func files(_ context.Context, k *Kit, t request.Tool) Outcome {
	operation, name := "list", path.Base(k.quoted(0, t, ""))
	if name == "." {
		name = ""
	} else {
		operation = "read"
	}
	asked := members{}.text("operation", operation)
	if name != "" {
		asked = asked.text("filename", name)
	}
	said := Simulated + " The local gateway stores no files, so there is nothing to " + operation + "."
	it := item(t.Type, "fi", asked, members{}.text("result", said), output.Events{})
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: strings.TrimSpace(operation + " " + name), Output: said}}
}

const fileResults = 10 // max_num_results where it was not sent

// fileSearchCall searches the gateway's own pages as if they were the files of
// the vector store. What was found stands in the item when include asks for
// file_search_call.results.
func fileSearchCall(_ context.Context, k *Kit, t request.Tool) Outcome {
	type result struct {
		FileID     string         `json:"file_id"`
		Filename   string         `json:"filename"`
		Score      float64        `json:"score"`
		Text       string         `json:"text"`
		Attributes map[string]any `json:"attributes"`
	}
	about := query(k.Prompt)
	hits := k.Web().Search(pages.Query{Text: about, Max: t.Count("max_num_results", fileResults)})
	results := []result{}
	var lines []string
	for _, h := range hits {
		name := path.Base(h.URL)
		results = append(results, result{
			"file_sim_" + name, name + ".md", h.Score / hits[0].Score, pages.Note + " " + h.Excerpt, map[string]any{"simulated": true},
		})
		lines = append(lines, name+".md: "+h.Excerpt)
	}
	asked := members{}.json("queries", []string{about})
	found := members{}.raw("results", "null")
	if k.Request.Includes("file_search_call.results") {
		found = members{}.json("results", results)
	}
	it := item("file_search_call", "fs", asked, found, output.Events{})
	said := "Nothing found. " + pages.Note
	if len(lines) > 0 {
		said = strings.Join(lines, "\n")
	}
	return Outcome{Items: single(it, output.Completed), Finding: sim.Finding{Arguments: about, Output: said}}
}
