package dataset

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		format      Format
		field, data string
		want        string
		skipped     int
	}{
		"lines":               {Lines, "", "\ufeffone\r\n\n two \nthree", "one| two |three", 1},
		"lines that CR ends":  {Lines, "", "one\rtwo\r\rthree\r", "one|two|three", 1},
		"paragraphs of CR":    {Paragraphs, "", "a\rb\r\rc", "a\nb|c", 0},
		"paragraphs":          {Paragraphs, "", "a\nb\n \n\n\nc\r\n\r\nd\n", "a\nb|c|d", 0},
		"json strings":        {JSON, "", `["a","b\n",""]`, "a|b\n", 1},
		"json as it stands":   {JSON, "", `[{"text":"a"},{"image":"https://x/y"}]`, "a|", 0},
		"json field":          {JSON, "body", `[{"body":"a"},{"body":null},"plain"]`, "a|plain", 1},
		"json nested field":   {JSON, "doc.body", `[{"doc":{"body":"a"}},{"doc.body":"b"}]`, "a|b", 0},
		"request":             {JSON, "", `{"query":"q","documents":["a"]}`, "a", 0},
		"jsonl that CR ends":  {JSONL, "text", "{\"text\":\"a\"}\r\"b\"\r", "a|b", 0},
		"csv that CR ends":    {CSV, "b", "a,b\r1,x\r2,y\r", "x|y", 0},
		"jsonl":               {JSONL, "text", "{\"text\":\"a\"}\n\n\"b\"\r\n", "a|b", 0},
		"csv":                 {CSV, "text", "id,text\n1,\"a, b\"\n2,\"c\nd\"\n3,\n", "a, b|c\nd", 1},
		"csv exact before":    {CSV, "b", "B,b\n1,2\n", "2", 0},
		"csv of semicolons":   {CSV, "b", "a;b\n1,5;x\n", "x", 0},
		"csv of tabs":         {CSV, "b", "a\tb\n1\tx\n", "x", 0},
		"csv, the one column": {CSV, "", "text\na\n", "a", 0},
	} {
		in, err := Read([]byte(c.data), c.format, c.field)
		if err != nil || texts(in.Documents) != c.want || in.Skipped != c.skipped {
			t.Errorf("%s: %q, %d skipped, %v", name, texts(in.Documents), in.Skipped, err)
		}
	}
}

// One line end after the text is removed; other white space at its ends remains.
func TestFullText(t *testing.T) {
	for data, want := range map[string]string{
		"hello key\n": "hello key", "a\r\nb\r\n": "a\r\nb", "a\n\n": "a\n", "a\r\n\r\n": "a\r\n",
		" a \n": " a ", "a": "a", "a\r": "a\r", "\ufeffa\n": "a", "\na": "\na", "\n": "", "": "",
	} {
		if got := FullText([]byte(data)); got.Text != want || string(got.Raw) != string(TextDocument(want).Raw) {
			t.Errorf("%q gives %q, want %q", data, got.Text, want)
		}
	}
}

func TestReadErrorsNameThePosition(t *testing.T) {
	for name, c := range map[string]struct {
		format            Format
		field, data, want string
	}{
		"binary":          {Lines, "", "ab\x00c", "zero byte at offset 2"},
		"latin-1":         {Lines, "", "h\xe9", "byte 0xe9 at offset 1"},
		"utf-16":          {CSV, "", "\xff\xfea\x00", "UTF-16"},
		"nothing":         {Lines, "", " \n\n", "no document is in it"},
		"broken json":     {JSON, "", "[\n1,", "line 2"},
		"no list":         {JSON, "", `{"a":1}`, "array"},
		"no field":        {JSON, "body", `["a",{"title":"b","doc":{"text":"c"}}]`, `element [1]: no field "body"; it has title, doc.text`},
		"choose":          {JSON, "", `[{"title":"b"}]`, "choose the field that holds the text; it has title"},
		"a number":        {JSON, "n", `[{"n":5}]`, `field "n" holds no text`},
		"a bare number":   {JSON, "", `[5]`, "element [0]: neither"},
		"jsonl":           {JSONL, "", "\"a\"\n\n{\"a\"}", "line 3, column 5"},
		"csv column":      {CSV, "body", "id,text\n1,a\n", `no column "body"; it has id, text`},
		"csv choose":      {CSV, "", "id,text\n1,a\n", "several columns; choose one of id, text"},
		"csv short row":   {CSV, "text", "id,text\n1,a\n2\n", "line 3"},
		"csv empty":       {CSV, "text", "", "row of column names"},
		"csv bare quotes": {CSV, "text", "id,text\n1,a\"b\n", "line 2"},
	} {
		if in, err := Read([]byte(c.data), c.format, c.field); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want %q", name, texts(in.Documents), err, c.want)
		}
	}
}

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       Format
	}{
		{"a.CSV", "", CSV}, {"a.ndjson", "", JSONL}, {"x.json", "", JSON},
		{"a.txt", "one\ntwo\n\n", Lines}, {"a.txt", "one\r\n\r\ntwo", Paragraphs},
		{"", `["a"]`, JSON}, {"", "{\"a\":1}\n{\"a\":2}\n", JSONL}, {"", "[draft] one\ntwo", Lines}, {"", "", Lines},
	} {
		if got := Guess(c.name, []byte(c.data)); got != c.want {
			t.Errorf("%q %q: %s, want %s", c.name, c.data, got, c.want)
		}
	}
}

func TestFields(t *testing.T) {
	for _, c := range []struct {
		format     Format
		data, want string
	}{
		{JSON, `[{"id":1,"title":"a","doc":{"body":"b","deep":{"x":"y"}}},{"more":"c"}]`, "title doc.body more"},
		{JSON, `{"documents":[{"t":"x"}]}`, "t"},
		{JSONL, "{\"a\":\"x\"}\n\n{\"b\":\"y\"}", "a b"},
		{CSV, "id;text\n", "id text"},
		{JSON, `["a"]`, ""}, {Lines, "a", ""},
	} {
		got, err := Fields([]byte(c.data), c.format)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, %v, want %q", c.data, got, err, c.want)
		}
	}
	for bad, f := range map[string]Format{"": CSV, "\x00": CSV, "a,b\n1,2\n3\n": CSV, "{\"a\":\"x\"}\nbroken\n": JSONL} {
		if _, err := Fields([]byte(bad), f); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// FuzzRead: whatever a file holds, what is read of it makes a request whose
// documents are those that were read.
func FuzzRead(f *testing.F) {
	f.Add("a\n\nb", "", uint8(0))
	f.Add(`[{"a":{"b":"x"}},"y"]`, "a.b", uint8(2))
	f.Add("{\"a\":\"x\"}\n", "a", uint8(3))
	f.Add("a,b\n1,\"2\n3\"\n", "b", uint8(4))
	f.Fuzz(func(t *testing.T, data, field string, format uint8) {
		formats := []Format{Lines, Paragraphs, JSON, JSONL, CSV}
		kind := formats[int(format)%len(formats)]
		_, _ = Fields([]byte(data), kind)
		in, err := Read([]byte(data), kind, field)
		if err != nil {
			return
		}
		s := Set{Documents: in.Documents}.WithQueryText(0, "q").WithModel(0, NewModel("m"))
		body, err := s.Request(0, 0)
		if err != nil {
			return // nested too deep
		}
		back, err := FromRequest(body)
		if err != nil || texts(back.Documents) != texts(in.Documents) {
			t.Fatalf("%q came back as %q, %v", texts(in.Documents), texts(back.Documents), err)
		}
	})
}
