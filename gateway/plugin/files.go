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

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// The limits for the PDFs of one request.
const (
	maxFiles     = 20
	maxFilesTime = 15 * time.Second
)

// errSlowFiles is why a file after others that took long was not read.
var errSlowFiles = errors.New("the request's PDFs take too long to read")

// File is a PDF of a request.
type File struct {
	Name string
	Doc  Document
	Err  error // why it was not read
}

// PDFs calls each with every PDF in a data URL of a part of type input_file, and replaces the file
// with the returned text if replace is true. When ctx ends, the remaining files are left.
func PDFs(ctx context.Context, body []byte, each func(f File) (text string, replace bool)) []byte {
	if !bytes.Contains(body, []byte(`"input_file"`)) {
		return body
	}
	reading, cancel := context.WithTimeoutCause(ctx, maxFilesTime, errSlowFiles)
	defer cancel()
	n := 0
	return request.ReplaceParts(body, "input_file", func(part gjson.Result) []byte {
		if ctx.Err() != nil {
			return nil
		}
		f := File{Name: cmp.Or(part.Get("filename").String(), "file")}
		file, err := dataURL(part.Get("file_data").Str)
		if !bytes.HasPrefix(file, []byte("%PDF-")) && !isPDF(part) {
			return nil // not a PDF
		}
		switch n++; {
		case err != nil:
			f.Err = err
		case n > maxFiles:
			f.Err = fmt.Errorf("only the first %d PDFs of a request are read", maxFiles)
		default:
			f.Doc, f.Err = ReadPDF(reading, file)
		}
		text, replace := each(f)
		if !replace {
			return nil
		}
		return append(output.AppendString([]byte(`{"type":"input_text","text":`), f.Name+":\n\n"+text), '}')
	})
}

func isPDF(part gjson.Result) bool {
	return strings.HasPrefix(part.Get("file_data").Str, "data:application/pdf") ||
		strings.HasSuffix(strings.ToLower(part.Get("filename").String()), ".pdf")
}

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

// ParseFiles is the plugin file-parser: it replaces every PDF with its text. The PDF is read
// locally, whatever engine the request names.
func ParseFiles(ctx context.Context, req *request.Request, p request.Plugin) (*request.Request, route.Stage) {
	files := []map[string]any{}
	read := 0
	body := PDFs(ctx, req.Body(), func(f File) (string, bool) {
		entry := map[string]any{"filename": f.Name}
		files = append(files, entry)
		if f.Err != nil {
			entry["error"] = f.Err.Error()
			return "", false
		}
		read++
		entry["pages"], entry["characters"], entry["whole"] = f.Doc.Pages, len([]rune(f.Doc.Text)), f.Doc.Complete
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
		summary = fmt.Sprintf("Extracted the text of %d of %s locally", read, output.Plural(len(files), "PDF"))
	}
	return req, stage("file-parser", summary, data)
}
