package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"gatehouse/state/text/spelling"
)

// SARIFRule is what a result is an instance of.
type SARIFRule struct {
	ID    string // stays the same for ever
	Level string // note, warning or error
	Short string // a sentence
	Help  string // what it does, and what to do; may be empty
}

// SARIFResult is one finding.
type SARIFResult struct {
	Rule    string // its ID
	Level   string
	Message string
	File    string // a path with slashes, from the working directory; empty: it is in no file
	Line    int    // counted from 1; 0: it is in no line
	Name    string // of what has it, such as a check or an exchange
	Key     string // distinguishes it from other results of the rule, and stays when lines move
}

// WriteSARIF writes the log of one run of the program in the Static Analysis Results
// Interchange Format (SARIF 2.1.0, OASIS), as code scanning services read it. Every result's rule is among the rules. Messages and
// names may have been received: each is one line, and no command for a CI system.
func WriteSARIF(rules []SARIFRule, results []SARIFResult) ([]byte, error) {
	index := map[string]int{}
	of := sarifRun{Columns: "unicodeCodePoints", Results: []result{}}
	of.Tool.Driver = driver{Name: "gatehouse", Rules: []rule{}}
	for i, r := range rules {
		index[r.ID] = i
		one := rule{ID: r.ID, Short: text{r.Short}, Level: &configuration{r.Level}}
		if r.Help != "" {
			one.Help = &text{r.Help}
		}
		of.Tool.Driver.Rules = append(of.Tool.Driver.Rules, one)
	}
	for _, r := range results {
		of.Results = append(of.Results, r.written(index[r.Rule]))
	}
	return encoded(document{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{of}}, "  ")
}

// written returns a result as the log has it.
func (r SARIFResult) written(rule int) result {
	name := spelling.OneLine(r.Name)
	at := location{Logical: []logical{{Name: name, Full: name}}}
	if r.File != "" {
		at.Physical = &physical{Artifact: artifact{(&url.URL{Path: r.File}).EscapedPath()}}
		if strings.HasPrefix(r.File, "/") {
			at.Physical.Artifact.URI = "file://" + at.Physical.Artifact.URI
		}
		if r.Line > 0 {
			at.Physical.Region = &region{r.Line}
		}
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{r.Rule, r.File, r.Name, r.Key}, "\x00")))
	return result{
		Rule: r.Rule, Index: rule, Level: r.Level, Message: text{spelling.OneLine(r.Message)}, Locations: []location{at},
		// The name is the one that GitHub compares runs by.
		Prints: map[string]string{"primaryLocationLineHash": hex.EncodeToString(sum[:8]) + ":1"},
	}
}

// The parts of a log that are written, by their names in the standard.
type (
	document struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver driver `json:"driver"`
		} `json:"tool"`
		Columns string   `json:"columnKind"`
		Results []result `json:"results"`
	}
	driver struct {
		Name  string `json:"name"`
		Rules []rule `json:"rules"`
	}
	rule struct {
		ID    string         `json:"id"`
		Short text           `json:"shortDescription"`
		Help  *text          `json:"help,omitempty"`
		Level *configuration `json:"defaultConfiguration,omitempty"`
	}
	configuration struct {
		Level string `json:"level"`
	}
	text struct {
		Text string `json:"text"`
	}
	result struct {
		Rule      string            `json:"ruleId"`
		Index     int               `json:"ruleIndex"`
		Level     string            `json:"level"`
		Message   text              `json:"message"`
		Locations []location        `json:"locations"`
		Prints    map[string]string `json:"partialFingerprints"`
	}
	location struct {
		Physical *physical `json:"physicalLocation,omitempty"`
		Logical  []logical `json:"logicalLocations"`
	}
	physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   *region  `json:"region,omitempty"`
	}
	artifact struct {
		URI string `json:"uri"`
	}
	region struct {
		Line int `json:"startLine"`
	}
	logical struct {
		Name string `json:"name"`
		Full string `json:"fullyQualifiedName"`
	}
)
