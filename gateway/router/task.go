package router

import (
	"regexp"
	"slices"
	"strings"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
)

var (
	codeSigns = output.Lazy("(?i)```|\\b(?:code|coding|function|functions|bug|bugs|debug|compile[rs]?|refactor|regex|unit tests?|stack trace|script|" +
		"algorithm|implement|python|golang|rust|java|javascript|typescript|sql|html|css|bash|api|class|program|programs?)\\b")
	reasoningSigns = output.Lazy(`(?i)\b(?:prove|proof|theorem|solve|equation|integral|probability|calculate|derive|logic|puzzle|riddle|` +
		`step by step|reason|reasoning|why|math|maths|mathematics|how many|optimal|deduce|plan)\b`)
	writingSigns = output.Lazy(`(?i)\b(?:poem|poems|story|stories|essay|novel|haiku|lyrics|blog|article|letter|speech|slogan|rewrite|rephrase|` +
		`draft|tone|headline|email|write)\b`)
	extractionSigns = output.Lazy(`(?i)\b(?:extract|summari[sz]e|summary|classify|categori[sz]e|json|csv|table|list all|find all|key points|` +
		`entities|parse|fields?)\b`)
	translationSigns = output.Lazy(`(?i)\b(?:translate|translation|into (?:english|french|german|spanish|italian|portuguese|polish|japanese|` +
		`chinese|korean|arabic|russian|greek|dutch)|in (?:french|german|spanish|italian|portuguese|polish|japanese|chinese|korean|arabic|russian|greek|dutch))\b`)
)

// classify returns the task of the newest user message, and the signs of it: the task with the most
// different signs, and of several the first in the order of the rules. A message without signs is
// chat. JSON in text.format is a sign of extraction.
func classify(req *request.Request) (task catalogue.Task, signs []string) {
	prompt := req.Prompt()
	prompt = strings.ToValidUTF8(prompt[:min(len(prompt), 4000)], "") // the start of a long text has its subject
	format, _ := req.Format()
	task = catalogue.Chat
	for _, rule := range []struct {
		catalogue.Task
		words func() *regexp.Regexp
	}{
		{catalogue.Translation, translationSigns},
		{catalogue.Code, codeSigns},
		{catalogue.Reasoning, reasoningSigns},
		{catalogue.Extraction, extractionSigns},
		{catalogue.Writing, writingSigns},
	} {
		var found []string
		if rule.Task == catalogue.Extraction && format != "text" {
			found = append(found, "text.format "+format)
		}
		for _, w := range rule.words().FindAllString(prompt, -1) {
			if w = strings.ToLower(w); !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
		if len(found) > len(signs) {
			task, signs = rule.Task, found
		}
	}
	return task, signs
}
