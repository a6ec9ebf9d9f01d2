package dataset

import "fmt"

// Input is what a file or a folder holds: a run, a set, or documents, for which one of Fields may have to be chosen.
type Input struct {
	Run     *RunFile // of another system
	Set     *Set     // of a data set
	Split   string   // of a data set in a folder: the file of its judgements
	Columns []string // of a CSV or JSONL that may be a table of judgements
	Missing string   // the first column that it lacks for one; "" if it has all
	Intake
	Fields  []string // that may hold the texts
	Format  Format   // of a file
	Images  int      // number of Documents that are pictures
	Refused []error  // name and reason of each file of a folder that is no document
}

// Choice selects how a file is read if its content allows several ways.
type Choice struct {
	Field    string  // column or member that holds the texts
	Complete bool    // documents are complete objects, with text and image
	Columns  Columns // of a table of judgements
	Depth    int     // candidates for each query of a data set; 0: FirstDepth
}

// ReadInput reads a file. An error begins with its name.
func ReadInput(name string, data []byte, f Format, c Choice) (in Input, err error) {
	if c.Field == "" && !c.Complete {
		in, err = ReadJudged(name, data, f, c.Columns)
		if err != nil || in.Run != nil || in.Set != nil {
			return in, err
		}
	}
	err = in.ReadDocuments(name, data, f, c)
	return in, err
}

// ReadJudged reads a TREC run or a table of judgements. Of any other file the input has only what it lacks
// for a table. An error begins with the name of the file.
func ReadJudged(name string, data []byte, f Format, columns Columns) (in Input, err error) {
	if IsRun(data) {
		run, err := ReadRun(name, data)
		return Input{Run: &run}, err
	}
	if in.Missing, in.Columns = columns.Missing(data, f); in.Missing == "" {
		var set Set
		set, err = ReadPairs(name, data, f, columns)
		in.Set = &set
	}
	return in, err
}

// ReadDocuments reads the documents of a file, or lists the fields that may hold their texts if one has to
// be chosen. An error begins with the name of the file.
func (in *Input) ReadDocuments(name string, data []byte, f Format, c Choice) (err error) {
	in.Format, in.Fields = f, nil
	if f.HasFields() && c.Field == "" && !c.Complete {
		in.Fields, err = Fields(data, f)
	}
	if err == nil && len(in.Fields) == 0 {
		in.Intake, err = Read(data, f, c.Field)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
