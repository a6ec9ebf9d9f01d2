package query_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gatehouse/state/history/query"
)

var now = time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)

func parse(t *testing.T, text string) query.Query {
	t.Helper()
	q, err := query.Parse(text, now)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

func TestWordsAndFields(t *testing.T) {
	q := parse(t, `verdict:failed -provider:Atlas "rate limit" keys or status:4xx ttft>1.5s tokens>=2k`)
	if len(q.Any) != 2 || len(q.Any[0]) != 4 || len(q.Any[1]) != 3 {
		t.Fatalf("%+v", q)
	}
	a, b := q.Any[0], q.Any[1]
	switch {
	case a[0].Field.Name != "verdict" || a[0].Text != "failed" || a[0].Not:
		t.Errorf("verdict: %+v", a[0])
	case !a[1].Not || a[1].Text != "Atlas":
		t.Errorf("not: %+v", a[1])
	case a[2].Field != nil || !a[2].Phrase || a[2].Text != "rate limit":
		t.Errorf("phrase: %+v", a[2])
	case a[3].Phrase || a[3].Text != "keys":
		t.Errorf("word: %+v", a[3])
	case b[0].Number != 400 || b[0].Upto != 500:
		t.Errorf("status: %+v", b[0])
	case b[1].Op != query.More || b[1].Number != 1.5e6:
		t.Errorf("ttft: %+v", b[1])
	case b[2].Op != query.AtLeast || b[2].Number != 2000:
		t.Errorf("tokens: %+v", b[2])
	}
}

// A part of a path is looked for, unless it is to be exactly that.
func TestExactly(t *testing.T) {
	for text, want := range map[string]string{"path:/v1": "*/v1*", "path:=/v1": "/v1", `caller:="a *"`: "a *", "served:=*": "*"} {
		term := parse(t, text).Any[0][0]
		if term.Text != want || (term.Op == query.Exactly) != strings.Contains(text, ":=") {
			t.Errorf("%s: %+v", text, term)
		}
	}
}

func TestTimes(t *testing.T) {
	for text, want := range map[string]string{
		"since:2d":                 "2026-11-21T15:00:00Z",
		"since:90m":                "2026-11-23T13:30:00Z",
		"since:1w":                 "2026-11-16T15:00:00Z",
		"since:today":              "2026-11-23T00:00:00Z",
		"since:9:05":               "2026-11-23T09:05:00Z",
		"since:yesterday":          "2026-11-22T00:00:00Z",
		"until:2026-11-20":         "2026-11-20T00:00:00Z",
		"until:2026-11-20T08:30":   "2026-11-20T08:30:00Z",
		`since:"2026-11-20 08:30"`: "2026-11-20T08:30:00Z",
	} {
		if got := parse(t, text).Any[0][0].Time.Format(time.RFC3339); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

func TestADayIsNamedAlone(t *testing.T) {
	for text, want := range map[string]string{
		"yesterday":              "since 2026-11-22T00:00:00Z, until 2026-11-23T00:00:00Z",
		"Today":                  "since 2026-11-23T00:00:00Z",
		"model:a yesterday":      "model, since 2026-11-22T00:00:00Z, until 2026-11-23T00:00:00Z",
		`"yesterday"`:            "text yesterday",
		"yesterdays":             "text yesterdays",
		"x or today":             "text x or since 2026-11-23T00:00:00Z",
		"yesterday since:9:05":   "since 2026-11-22T00:00:00Z, until 2026-11-23T00:00:00Z, since 2026-11-23T09:05:00Z",
		"-yesterday":             "text yesterday",
		"since:yesterday today":  "since 2026-11-22T00:00:00Z, since 2026-11-23T00:00:00Z",
		`yesterday "rate limit"`: "since 2026-11-22T00:00:00Z, until 2026-11-23T00:00:00Z, text rate limit",
	} {
		var any []string
		for _, all := range parse(t, text).Any {
			var terms []string
			for _, term := range all {
				switch {
				case term.Field == nil:
					terms = append(terms, "text "+term.Text)
				case term.Time.IsZero():
					terms = append(terms, term.Field.Name)
				default:
					terms = append(terms, term.Field.Name+" "+term.Time.Format(time.RFC3339))
				}
			}
			any = append(any, strings.Join(terms, ", "))
		}
		if got := strings.Join(any, " or "); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if got := query.Narrowed("model:a yesterday", "since:2d"); got != "model:a since:2d" {
		t.Errorf("a new span gives %q", got)
	}
}

func TestAFaultNamesItsPlace(t *testing.T) {
	for text, want := range map[string]struct {
		at   int
		says string
	}{
		`verdict:failed sesion:x`: {15, `no field "sesion"`},
		`a "b c`:                  {2, "not closed"},
		`verdict:broken`:          {0, "one of completed"},
		`x tokens>many`:           {2, "takes a number"},
		`x since:soon`:            {2, "since takes a time, for example since:2d, since:14:00, since:yesterday or since:2026-11-20T14:00"},
		`x until:soon`:            {2, "or until:2026-11-20T14:00"},
		`provider>3`:              {0, "with a colon"},
		`model:`:                  {0, "needs a value"},
		`x cost:=5`:               {2, "does not take :="},
		`or x`:                    {0, "nothing is before or"},
		`x or`:                    {4, "nothing follows or"},
		`x -`:                     {2, "a minus"},
	} {
		_, err := query.Parse(text, now)
		var fault *query.Error
		if !errors.As(err, &fault) || fault.At != want.at || !strings.Contains(fault.Message, want.says) {
			t.Errorf("%s: %v, want %q at %d", text, err, want.says, want.at)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`verdict:failed -"a b" or ttft>1s`)
	f.Fuzz(func(t *testing.T, text string) {
		_, err := query.Parse(text, now)
		var fault *query.Error
		if errors.As(err, &fault) && (fault.At < 0 || fault.At+fault.Len > len(text)) {
			t.Errorf("%q: the fault is at %d+%d", text, fault.At, fault.Len)
		}
	})
}

// TestAQueryOfThousandsOfWords is refused, with its bound: the database of a team took a quarter of a minute for it.
func TestAQueryOfThousandsOfWords(t *testing.T) {
	for _, text := range []string{strings.Repeat("word ", 3000), strings.Repeat("model:a or ", 3000) + "x"} {
		if _, err := query.Parse(text, time.Time{}); err == nil || !strings.Contains(err.Error(), "more than 200 conditions") {
			t.Errorf("%v", err)
		}
	}
	if _, err := query.Parse(strings.Repeat("word ", 200), time.Time{}); err != nil {
		t.Error(err)
	}
}
