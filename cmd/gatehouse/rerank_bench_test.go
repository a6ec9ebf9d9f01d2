package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

const benchSet = `{"kind":"rerank-set","queries":[{"query":"rotate a key","marks":{"0":3,"2":1}},{"query":"billing","marks":{"1":3}},{"query":"audit","marks":{"3":2}}],
"documents":["Rotating keys","Billing and invoices","Key scopes: rotate one","Audit log of keys"],"models":["sim/bm25","sim/position"]}`

// written writes a file and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The means by hand: position has the documents in their order, so that the reciprocal ranks
// are 1, 1/2, 1/4; of bm25 1, 1, 1.
func TestMeasuresOverAllQueries(t *testing.T) {
	r := program(t, benchSet, "rerank", "--measure", "mrr,p@2")
	r.wants(t, exitOK)
	const want = `OVER ALL QUERIES  3 queries
                MRR    P@2
sim/bm25      1.000  0.556
sim/position  0.583  0.333
ties: mean over all orders of the tie

MORE THAN CHANCE?  difference of the mean RR
                                 95 % interval      p
sim/bm25 − sim/position  +0.417              –  0.500  too few queries
2 queries that differ are too few: with them p is never below 0.500.
p: paired randomisation test over the queries, two-sided: all assignments of up to 16 that differ, of more 10,000 drawn with a fixed seed; interval: bootstrap, 10,000 samples with a fixed seed
`
	got, _, _ := strings.Cut(r.stdout, "\nTIME AND COST")
	if got != want {
		t.Errorf("%s", r.stdout)
	}
	for _, words := range []string{"AGREEMENT  means over the queries", "TIME AND COST", "answered", "3 of 3"} {
		if !strings.Contains(r.stdout, words) {
			t.Errorf("no %q in %s", words, r.stdout)
		}
	}
	if all := program(t, benchSet, "rerank", "--all"); !strings.Contains(all.stdout, "query: audit\n") || !strings.Contains(all.stdout, "\nOVER ALL QUERIES  3 queries\n") {
		t.Errorf("%s", all.stdout)
	}
}

func TestMinimumThatIsMissed(t *testing.T) {
	program(t, benchSet, "rerank", "--measure", "mrr", "--min", "mrr=0.5").wants(t, exitOK)
	program(t, benchSet, "rerank", "--csv", "--min", "mrr=0.5", "--min", "p@2=0.4").wants(t, exitFailed, "sim/position: P@2 is 0.3333, below 0.4")
	program(t, notes, "rerank", "-m", "sim/bm25", "-q", "q", "--min", "ndcg=0.1").wants(t, exitFailed, "sim/bm25: nDCG is unknown: no query has both a ranking and a document marked 1 or more")
	for flag, words := range map[string]string{
		"--min=ndcg":      "--min ndcg: write MEASURE=VALUE",
		"--min=bleu=1":    `--min: "bleu" is no measure`,
		"--min=ndcg=2":    "--min ndcg=2: write MEASURE=VALUE with a value from 0 to 1",
		"--measure=p":     `--measure: "p" needs a depth, for example p@10`,
		"--ties=last":     `--ties must be average or trec, not "last"`,
		"--depth=-1":      "--depth must be 1 or more",
		"--output=x.xlsx": "--output x.xlsx: end the name in .run, .qrels, .csv, .md, .json, .tsv or .jsonl, or in / for a folder",
	} {
		program(t, benchSet, "rerank", flag).wants(t, exitUsage, words)
	}
	program(t, benchSet, "rerank", "--json", "--csv").wants(t, exitUsage, "--json and --csv exclude each other")
}

// A service that takes no more requests ends the run, and what arrived is printed.
func TestRefusalEndsARunOfManyQueries(t *testing.T) {
	var queries []string
	for range 60 {
		queries = append(queries, `{"query":"rotate a key"}`)
	}
	set := `{"kind":"rerank-set","queries":[` + strings.Join(queries, ",") + `],"documents":["Rotating keys","Billing"],"models":["m/x"]}`
	for status, ends := range map[int]bool{401: true, 402: true, 403: true, 429: false, 503: false} {
		var asked atomic.Int64
		url := answering(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if asked.Add(1) > 3 {
				w.WriteHeader(status)
				io.WriteString(w, `{"error":{"code":1,"message":"no more"}}`)
				return
			}
			io.WriteString(w, `{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}]}`)
		})
		r := program(t, set, "rerank", "--base-url", url, "--csv")
		r.wants(t, exitFailed)
		if n := asked.Load(); (n < 60) != ends || strings.Count(r.stdout, ",completed,") != 3 {
			t.Errorf("%d: %d asked\n%s", status, n, r.stdout)
		}
		if said := fmt.Sprintf("m/x answered %d", status); strings.Contains(r.stderr, said) != ends {
			t.Errorf("%d: %s", status, r.stderr)
		}
	}
}

func TestRowsOfCSV(t *testing.T) {
	r := program(t, benchSet, "rerank", "-m", "sim/position", "-m", "fault/500", "--csv", "--measure", "mrr")
	r.wants(t, exitFailed, "fault/500: ")
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != 7 || lines[0] != "query_id,query,model,status,time_ms,cost,mrr" {
		t.Fatalf("%s", r.stdout)
	}
	for i, ends := range []string{"0.25", ","} {
		if !strings.HasSuffix(lines[5+i], ends) {
			t.Errorf("%s", lines[5+i])
		}
	}
	if !strings.HasPrefix(lines[6], "3,audit,fault/500,failed,") {
		t.Errorf("%s", lines[6])
	}
}

func TestMeasuresAsJSON(t *testing.T) {
	r := program(t, benchSet, "rerank", "--json", "--measure", "mrr", "--ties", "trec")
	r.wants(t, exitOK)
	var got struct {
		Queries []struct{ Query string }
		Bench   struct {
			Ties     string
			Measures []struct {
				Measure string
				Models  []struct {
					Model   string
					Mean    float64
					Queries int
				}
				Differences []struct {
					A, B    string
					Mean, P float64
					Test    string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	m := got.Bench.Measures[0]
	if len(got.Queries) != 3 || got.Bench.Ties != "trec" || m.Measure != "mrr" || m.Models[1].Mean != 1.75/3 || m.Models[1].Queries != 3 || m.Differences[0].P != 0.5 || m.Differences[0].Test != "exact" {
		t.Errorf("%+v", got)
	}
}

// What arrived before the limit is printed, and no request is sent that could exceed it.
func TestLimitOfTheCost(t *testing.T) {
	var asked atomic.Int64
	serve := func(models, cost string) string {
		return answering(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if strings.HasSuffix(r.URL.Path, "/models") {
				io.WriteString(w, `{"data":[`+models+`]}`)
				return
			}
			asked.Add(1)
			io.WriteString(w, `{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}],"usage":{`+cost+`}}`)
		})
	}
	priced := `{"id":"m/x","pricing":{"prompt":"0","completion":"0","request":"0.02"},"architecture":{"output_modalities":["rerank"]}}`
	for name, c := range map[string]struct {
		models, cost, limit string
		code                int
		asked               int64
		messages            []string
	}{
		"enough":         {priced, `"cost":0.01`, "0.10", exitOK, 3, []string{"3 requests, limit $0.10; at most $0.06 by the list of models"}},
		"priced":         {priced, `"cost":0.01`, "0.03", exitIncomplete, 2, []string{"the limit of $0.03 is reached: the next request may cost $0.02, and $0.01 is left: 2 of 3 requests sent, which cost $0.02"}},
		"learned":        {"", `"cost":0.01`, "0.02", exitIncomplete, 2, []string{"what they may cost is not known beforehand: the list of models does not name m/x", "the limit of $0.02 is reached: 2 of 3 requests sent"}},
		"unknown":        {"", `"search_units":1`, "0.02", exitIncomplete, 1, []string{"the limit of $0.02 cannot be kept: neither a price nor an answer of m/x says what it costs"}},
		"nothing":        {priced, `"cost":0.01`, "0.01", exitUsage, 0, []string{"nothing is sent: the limit of $0.01 is reached: the next request may cost $0.02, and $0.01 is left"}},
		"none of it":     {priced, `"cost":0.01`, "0", exitUsage, 0, []string{"nothing is sent: the limit of $0.00 is reached"}},
		"what is no sum": {priced, `"cost":0.01`, "much", exitUsage, 0, []string{"--max-cost much: must be an amount in USD"}},
	} {
		t.Run(name, func(t *testing.T) {
			asked.Store(0)
			r := program(t, benchSet, "rerank", "-m", "m/x", "--base-url", serve(c.models, c.cost), "--csv", "--measure", "mrr", "--max-cost", c.limit)
			r.wants(t, c.code, c.messages...)
			if got := asked.Load(); got != c.asked || strings.Count(r.stdout, ",completed,") != int(c.asked) {
				t.Errorf("%d asked\n%s", got, r.stdout)
			}
		})
	}
	r := program(t, benchSet, "rerank", "-m", "m/x", "--base-url", serve(priced, `"cost":0.01`), "--max-cost", "0.03")
	if r.wants(t, exitIncomplete); strings.Count(r.stdout, "query: ") != 2 || !strings.Contains(r.stdout, "2 of 3") {
		t.Errorf("%s", r.stdout)
	}
}

// Documents and queries in a file each, with marks by the ids of the documents.
func TestQueriesOfASecondFile(t *testing.T) {
	docs := written(t, "docs.jsonl", `{"id":"a","text":"Rotating keys"}`+"\n"+`{"id":"b","text":"Billing and invoices"}`+"\n")
	queries := written(t, "queries.jsonl", `{"id":"q1","query":"rotate a key","marks":{"a":3}}`+"\n"+`{"id":"q2","query":"billing","marks":{"b":2}}`+"\n")
	r := program(t, "", "rerank", docs, "--queries", queries, "-m", "sim/bm25", "-m", "sim/position", "--csv", "--measure", "mrr")
	r.wants(t, exitOK)
	if lines := strings.Split(strings.TrimSpace(r.stdout), "\n"); len(lines) != 5 || !strings.HasPrefix(lines[4], "q2,billing,sim/position,completed,") || !strings.HasSuffix(lines[4], ",0.5") || !strings.HasSuffix(lines[3], ",1") {
		t.Errorf("%s", r.stdout)
	}
	program(t, "Rotating keys\nBilling\n", "rerank", "--queries", written(t, "q.txt", "rotate\nbilling\n"), "-m", "sim/bm25").wants(t, exitOK)
	program(t, "", "rerank", docs, "--queries", written(t, "bad.jsonl", `{"query":"q","marks":{"c":3}}`), "-m", "sim/bm25").wants(t, exitUsage, `bad.jsonl:1: marks["c"]: no document has this id`)
	program(t, `{"model":"sim/bm25","query":"q","documents":["a"]}`, "rerank", "--queries", queries).wants(t, exitUsage, "--queries is for documents or a set")
}

// The columns of a data set are those of the documentation or of the flags; none is guessed.
func TestColumnsOfADataSetAreNamed(t *testing.T) {
	table := written(t, "judged.csv", "question,passage,label\nkeys,how to rotate,3\nkeys,billing,0\n")
	lines := written(t, "judged.jsonl", `{"question":"keys","text":"how to rotate","relevance":3}`+"\n"+`{"question":"keys","text":"billing","relevance":0}`+"\n")
	for name, args := range map[string][]string{
		"CSV":   {table, "--query-field", "question", "--text-field", "passage", "--relevance-field", "label"},
		"JSONL": {lines, "--query-field", "question"},
	} {
		r := program(t, "", append([]string{"rerank", "-m", "sim/position", "--measure", "mrr"}, args...)...)
		if r.wants(t, exitOK, "2 documents, 1 query"); !strings.Contains(r.stdout, "sim/position  1.000") {
			t.Errorf("%s: %s", name, r.stdout)
		}
	}
	const remedy = "it has question, passage, label; name the columns with --query-field, --text-field and --relevance-field"
	program(t, "", "rerank", "-m", "sim/position", table).wants(t, exitUsage, "judged.csv: no column query; "+remedy)
	program(t, "", "rerank", "-m", "sim/position", table, "--query-field", "question", "--text-field", "words").wants(t, exitUsage, "judged.csv: no column words; "+remedy)
	program(t, "", "rerank", "-m", "sim/position", lines).wants(t, exitUsage, "judged.jsonl: no column query; it has question, text, relevance")
	program(t, "", "rerank", "-m", "sim/position", table, "--field", "passage", "--query-field", "question").wants(t, exitUsage, "--field is for documents alone")
}

func TestRunOfAnotherSystemWithTheModels(t *testing.T) {
	run := written(t, "other.run", "1 Q0 3 1 0.5 search\n1 Q0 1 2 0.9 search\n2 Q0 1 1 3 search\n2 Q0 2 2 2 search\n2 Q0 77 3 1 search\n")
	r := program(t, benchSet, "rerank", "--measure", "mrr", "--run", run, "-m", "sim/position")
	r.wants(t, exitOK, run+": 1 query of the set not in it; 1 document that the set does not have: measured at its rank")
	if !strings.Contains(r.stdout, "\nsearch        0.750  over 2 of 3\n") {
		t.Errorf("%s", r.stdout)
	}
	program(t, `{"model":"sim/bm25","query":"q","documents":["a"]}`, "rerank", "--run", run).wants(t, exitUsage, "--run is for a set or a data set: a request has no ids and no marks")
	bad := written(t, "bad.run", "1 Q0 3 1 0.5 search\nx\n")
	program(t, benchSet, "rerank", "--run", bad).wants(t, exitUsage, "--run "+bad+":2: 1 fields; a line of a run is")
	half := written(t, "half.run", "1 Q0 3 1 0.5 search\nq9 Q0 3 1 0.5 search\nq9 Q0 1 2 0.4 search\n")
	program(t, benchSet, "rerank", "-m", "sim/bm25", "--run", half).wants(t, exitOK, "half.run: 2 queries of the set not in it; left out 1 query that the set does not have")
	other := written(t, "foreign.run", "q9 Q0 3 1 0.5 search\n")
	program(t, benchSet, "rerank", "--run", other).wants(t, exitUsage, "none of its queries is in the set, whose first has the id 1")
}

func TestComparisonIsWritten(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "position.run")
	program(t, benchSet, "rerank", "-m", "sim/position", "-o", out).wants(t, exitOK)
	data, err := os.ReadFile(out)
	if err != nil || !strings.HasPrefix(string(data), "1 Q0 1 1 1 sim/position\n1 Q0 2 2 0.75 sim/position\n") || strings.Count(string(data), "\n") != 12 {
		t.Errorf("%s %v", data, err)
	}
	program(t, benchSet, "rerank", "-m", "fault/stall", "-o", out).wants(t, exitUsage, "--output "+out+": it exists; give a new name") // nothing is sent
	program(t, benchSet, "rerank", "-o", filepath.Join(dir, "two.run")).wants(t, exitUsage, "a run file holds one model, and these are 2; choose one with --model")
	program(t, benchSet, "rerank", "-o", filepath.Join(dir, "marks.qrels")).wants(t, exitOK)
	if data, err := os.ReadFile(filepath.Join(dir, "marks.qrels")); err != nil || string(data) != "1 0 1 3\n1 0 3 1\n2 0 2 3\n3 0 4 2\n" {
		t.Errorf("%s %v", data, err)
	}
	program(t, benchSet, "rerank", "-o", filepath.Join(dir, "all.md")).wants(t, exitOK)
	if data, err := os.ReadFile(filepath.Join(dir, "all.md")); err != nil || !strings.Contains(string(data), "| sim/position | 0.6") {
		t.Errorf("%s %v", data, err)
	}
	// A data set that was written and read again gives the same.
	folder := filepath.Join(dir, "beir") + "/"
	was := program(t, benchSet, "rerank", "--csv", "-m", "sim/bm25", "--measure", "ndcg@10,map", "-o", folder)
	was.wants(t, exitOK)
	again := program(t, "", "rerank", folder, "--csv", "-m", "sim/bm25", "--measure", "ndcg@10,map")
	again.wants(t, exitOK, "4 documents, 3 queries with marks in qrels/test.tsv")
	if a, b := measuresOf(was.stdout), measuresOf(again.stdout); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	for _, name := range []string{"set.tsv", "set.jsonl"} {
		table := filepath.Join(dir, name)
		program(t, benchSet, "rerank", "-m", "sim/bm25", "-o", table).wants(t, exitOK)
		again := program(t, "", "rerank", table, "--csv", "-m", "sim/bm25", "--measure", "ndcg@10,map")
		again.wants(t, exitOK, table+": 4 documents, 3 queries")
		if a, b := measuresOf(was.stdout), measuresOf(again.stdout); a != b {
			t.Errorf("%s: %s\n%s", name, a, b)
		}
	}
	program(t, "", "rerank", written(t, "bad.csv", "query,text,relevance\na,b,high\n"), "-m", "sim/bm25").wants(t, exitUsage, "bad.csv:2: column relevance: “high” is no whole number from 0 to 3")
	fewer := program(t, "", "rerank", folder, "--csv", "-m", "sim/bm25", "--measure", "recall@4", "--depth", "2")
	fewer.wants(t, exitOK, "each query ranks its best 2 of 4 documents by BM25 (k1 1.2, b 0.75)")
	if got := measuresOf(fewer.stdout); !strings.HasPrefix(got, "recall@4 1 1 1") {
		t.Errorf("%s", got)
	}
}

// measuresOf are the cells of a CSV after time and cost, without the query.
func measuresOf(csv string) string {
	var all []string
	for line := range strings.Lines(csv) {
		all = append(all, strings.Split(strings.TrimSpace(line), ",")[6:]...)
	}
	return strings.Join(all, " ")
}

// TestASetWaitsAsTheServiceAsks: a 429 with Retry-After is sent again, and the 401 of a key ends it.
func TestASetWaitsAsTheServiceAsks(t *testing.T) {
	for status, want := range map[int]int64{http.StatusTooManyRequests: 4, http.StatusUnauthorized: 1} {
		var asked atomic.Int64
		base := answering(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if n := asked.Add(1); n == 1 || status == http.StatusUnauthorized {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(status)
				io.WriteString(w, `{"error":{"code":429,"message":"not now"}}`)
				return
			}
			io.WriteString(w, `{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}]}`)
		})
		r := program(t, benchSet, "rerank", "-m", "m/x", "--base-url", base, "--csv", "--measure", "mrr")
		if got := asked.Load(); status == http.StatusTooManyRequests && (got != want || r.code != exitOK) || got < want {
			t.Errorf("%d: %d requests, exit code %d: %s", status, got, r.code, r.stderr)
		}
	}
}
