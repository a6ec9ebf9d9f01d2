package plugin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"gatehouse/gateway/content"
	"gatehouse/gateway/output"
	"gatehouse/gateway/pdf"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// The bounds of what is read of one request.
const (
	maxFiles = 20
	maxTime  = 15 * time.Second
)

// errTooMuch is why a file was not read that came behind ones that took long.
var errTooMuch = errors.New("the request's PDFs take too long to read")

// File is one PDF of a request, and what was read of it.
type File struct {
	Name string
	Doc  pdf.Document
	Err  error // why nothing was read
}

// PDFs calls each with every PDF that comes as a data URL in a part of type
// input_file. Where each returns true, the text that it returns takes the file's
// place. It ends with ctx, which leaves the files that are not read yet.
func PDFs(ctx context.Context, body []byte, each func(f File) (text string, replace bool)) []byte {
	if !bytes.Contains(body, []byte(`"input_file"`)) {
		return body
	}
	reading, cancel := context.WithTimeoutCause(ctx, maxTime, errTooMuch)
	defer cancel()
	n := 0
	return content.Parts(body, "input_file", func(part gjson.Result) []byte {
		if ctx.Err() != nil {
			return nil
		}
		f := File{Name: cmp.Or(part.Get("filename").String(), "file")}
		file, err := dataURL(part.Get("file_data").Str)
		if !bytes.HasPrefix(file, []byte("%PDF-")) && !isPDF(part) {
			return nil // a file of another kind is not the parser's affair
		}
		switch n++; {
		case err != nil:
			f.Err = err
		case n > maxFiles:
			f.Err = fmt.Errorf("only the first %d PDFs of a request are read", maxFiles)
		default:
			f.Doc, f.Err = pdf.Read(reading, file)
		}
		text, replace := each(f)
		if !replace {
			return nil
		}
		return append(output.AppendString([]byte(`{"type":"input_text","text":`), f.Name+":\n\n"+text), '}')
	})
}

// isPDF reports whether a part says that it is a PDF.
func isPDF(part gjson.Result) bool {
	return strings.HasPrefix(part.Get("file_data").Str, "data:application/pdf") ||
		strings.HasSuffix(strings.ToLower(part.Get("filename").String()), ".pdf")
}

// dataURL is the bytes of a data URL in base64.
func dataURL(url string) ([]byte, error) {
	head, data, _ := strings.Cut(url, ",")
	if !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return nil, errors.New("file_data is not a base64 data URL")
	}
	file, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, fmt.Errorf("the data URL is invalid: %w", err)
	}
	return file, nil
}

// ParseFiles is the plugin file-parser: the text of every PDF takes the file's
// place. It is read on this machine, whatever engine is asked for.
func ParseFiles(ctx context.Context, req *request.Request, p request.Plugin) (*request.Request, route.Stage) {
	files := []map[string]any{}
	read := 0
	body := PDFs(ctx, req.Body(), func(f File) (string, bool) {
		told := map[string]any{"filename": f.Name}
		files = append(files, told)
		if f.Err != nil {
			told["error"] = f.Err.Error()
			return "", false
		}
		read++
		told["pages"], told["characters"], told["whole"] = f.Doc.Pages, len([]rune(f.Doc.Text)), f.Doc.Whole
		return f.Doc.Text, true
	})
	if read > 0 {
		req = req.With(body)
	}
	options, _ := p.Member("pdf")
	data := map[string]any{"engine": "local", "files": files}
	if asked := options.Get("engine").Str; asked != "" {
		data["requested_engine"] = asked
	}
	summary := "No PDF in the request"
	if len(files) > 0 {
		summary = fmt.Sprintf("Extracted the text of %d of %s locally", read, plural(len(files), "PDF"))
	}
	return req, stage("file-parser", summary, data)
}
