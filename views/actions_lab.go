package views

// The actions of the lab.
const (
	ActLab        Action = "lab" // on every screen
	ActLabAdd     Action = "lab-add"
	ActLabVariant Action = "lab-variant"
	ActLabPin     Action = "lab-pin"
	ActLabEdit    Action = "lab-edit"
	ActLabNext    Action = "lab-next"
	ActLabBefore  Action = "lab-before"
)

func labCommands() []Command {
	r := rowsIn(Lab, "Lab")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "answers", "Show the answers of all variants to the case."),
		r.row(ActRankRunAll, "run", "Run what is missing, until esc: what was never sent, was stopped or failed.", "R"),
		r.row(ActBenchFigure, "figure", "Show the next figure: passed, completed, times, rate, tokens, cost, your mark.", "right", "l"),
		r.quiet(ActBenchFigureBack, "figure back", "Show the figure before.", "left", "h"),
		r.row(ActBenchFigures, "figures", "Switch between the grid and the figures of all cases.", "="),
		r.row(ActBenchDisagree, "differences", "Put the cases first in which the variants differ most, or restore the order of the file.", "D"),
		r.row(ActBenchSort, "worst", "Put the cases first in which all variants are worst, or restore the order of the file.", "o"),
		r.row(ActRankJudge, "judge", "Mark the answers that have no mark, without naming the variants.", "u"),
		r.row(ActLabAdd, "add", "Add prompts: typed, of a file, of the conversation, of the history.", "a").titled("Add prompts to the lab…", "case, dataset, csv, jsonl, import"),
		r.row(ActLabVariant, "variant", "Add a variant: another model.", "+").titled("Add a variant to the lab…", "model, candidate, column"),
		r.row(ActLabPin, "pin", "Pin a model and provider that served: as a new variant, or in Build.", "p").titled("Pin who served…", "provider, route, fix"),
		r.row(ActLabEdit, "edit", "Edit the lab file in your editor.", "e").titled("Edit the lab file", "toml, editor"),
		r.row(ActBenchExport, "export", "Export the results as JSON, CSV, Markdown or HTML, by file extension.", "w"),
		r.row(ActCopy, "copy", "Copy the grid as text."),
	}...)
}

func labCaseCommands() []Command {
	r := rowsIn(LabCase, "Lab: answers")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "inspect", "Inspect the exchange of the selected answer."),
		r.quiet(ActGoLeft, "left", "Select the previous answer.", "h", "left"),
		r.row(ActGoRight, "answer", "Select the next answer.", "l", "right"),
		r.row(ActRankMark0, "mark 0", "Mark the answer as bad.", "0"),
		r.row(ActRankMark1, "mark 1", "Mark the answer as poor.", "1"),
		r.row(ActRankMark2, "mark 2", "Mark the answer as good.", "2"),
		r.row(ActRankMark3, "mark 3", "Mark the answer as very good.", "3"),
		r.row(ActLabNext, "next case", "Go to the next case; while marking blind, to the next answer.", ")").titled("Next case of the lab", "skip"),
		r.row(ActLabBefore, "case before", "Go to the previous case; while marking blind, to the previous answer.", "(").titled("Previous case of the lab", ""),
		r.row(ActRankJudge, "judge", "Mark the answers that have no mark, without naming the variants.", "u"),
		r.row(ActLabPin, "pin", "Pin the model and provider that served the selected answer.", "p"),
		r.row(ActCopy, "copy", "Copy the selected answer."),
		r.row(ActRankGrid, "grid", "Go back to the grid.", "B"),
	}...)
}
