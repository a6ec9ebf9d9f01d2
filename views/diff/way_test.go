package diff

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
)

// routed is a pair whose metadata and results are these.
func routed(a, b string) (first, second views.Subject) {
	const request, usage = `{"model":"m"}`, `{"input_tokens":1}`
	return views.Subject{Turn: 1, Exchange: exchange("a", request, "x", usage, a, 7)}, views.Subject{Turn: 2, Exchange: exchange("a", request, "x", usage, b, 7)}
}

// TestTheWayIsComparedWhole: what differs in a stage, an endpoint, an attempt or
// beside them is shown below it, whether it is known or not; all else is left
// out when only that is asked for.
func TestTheWayIsComparedWhole(t *testing.T) {
	const document = `{"requested":"m","strategy":"direct","region":"eu","is_byok":BYOK,"endpoints":{"total":TOTAL,"available":[{"provider":"A","model":"m","selected":true,"zone":ZONE}]},` +
		`"pipeline":[{"type":"guardrail","name":"g","guardrail_id":"ID","summary":"x","data":{"detected":DETECTED,"patterns":["PATTERN"],"engines":["regex"]}},{"type":"plugin","name":"p"}],` +
		`"attempts":[{"provider":"A","model":"m","status":STATUS}],"later":{"deep":[1,LATER]}}`
	a, b := routed(
		strings.NewReplacer("BYOK", "false", "TOTAL", "5", "ZONE", "1", "ID", "aa", "DETECTED", "true", "PATTERN", "pa", "STATUS", "200", "LATER", "2").Replace(document),
		strings.NewReplacer("BYOK", "true", "TOTAL", "7", "ZONE", `"z"`, "ID", "bb", "DETECTED", "false", "PATTERN", "pb", "STATUS", `"odd"`, "LATER", `"two"`).Replace(document))
	m := newModel(a, b, 120, 60)
	press(m, "d")
	has(t, m, "PIPELINE  9 differences", "is_byok false", "+ is_byok true", "endpoints, total 5", "+ endpoints, total 7",
		"  ◆ guardrail g: x", "guardrail_id \"aa\"", "+     guardrail_id \"bb\"", "+     data.detected false", "data.patterns[0] \"pa\"",
		"  ● A m", "−     zone 1", "attempt 1 A m 200", "+ attempt 1 A m odd", "− later.deep[1] 2", "+ later.deep[1] \"two\"")
	if s := screen(m); strings.Contains(s, "engines") || strings.Contains(s, "plugin") || strings.Contains(s, "region") {
		t.Errorf("what is the same is shown\n%s", s)
	}
}

// TestAStepOfOneSideIsADifference, also where there is nothing to say of it.
func TestAStepOfOneSideIsADifference(t *testing.T) {
	for _, more := range []string{`{}`, `{"foo":1}`, `null`, `{"provider":"x","status":200}`} {
		a := `{"requested":"m","attempts":[{"provider":"x","status":200}]}`
		b := strings.Replace(a, "]", ","+more+"]", 1)
		counts := 0
		for _, r := range compareWays([]byte(a), []byte(b)) {
			counts += r.counts
		}
		if counts == 0 {
			t.Errorf("an attempt %s more is no difference", more)
		}
	}
}

// TestOnlyTheSameIsCalledTheSame, whatever the metadata holds.
func TestOnlyTheSameIsCalledTheSame(t *testing.T) {
	names := rapid.SampledFrom([]string{"requested", "region", "attempt", "is_byok", "endpoints", "available", "total", "pipeline", "attempts", "type", "name", "summary", "data", "status", "selected", "x"})
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		simple := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
			rapid.Map(rapid.IntRange(0, 2), func(n int) any { return float64(n) }), rapid.Map(rapid.SampledFrom([]string{"", "a", "b", "a b", "a  b", "1", "null"}), func(s string) any { return s }))
		if depth == 0 {
			return simple
		}
		return rapid.OneOf(simple,
			rapid.Map(rapid.SliceOfN(value(depth-1), 0, 3), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(names, value(depth-1), 0, 4), func(o map[string]any) any { return o }))
	}
	object := rapid.MapOfN(names, value(3), 1, 6)
	rapid.Check(t, func(t *rapid.T) {
		a := object.Draw(t, "a")
		b := object.Draw(t, "b")
		if rapid.Bool().Draw(t, "same") {
			b = a
		} else if rapid.Bool().Draw(t, "near") {
			b = map[string]any{}
			for k, v := range a {
				b[k] = v
			}
			b[names.Draw(t, "name")] = value(2).Draw(t, "other")
		}
		first, _ := json.Marshal(a)
		second, _ := json.Marshal(b)
		differ := false
		for _, r := range compareWays(first, second) {
			differ = differ || r.counts > 0
			if r.counts > 0 && !r.differs {
				t.Fatalf("%s and %s: %+v is counted", first, second, r)
			}
		}
		if same := reflect.DeepEqual(a, b); same == differ {
			t.Fatalf("%s and %s: %v", first, second, differ)
		}
	})
}

// TestWhatIsPutInFrontIsOneDifference: what stands behind it in its list is the
// same as before, at another place.
func TestWhatIsPutInFrontIsOneDifference(t *testing.T) {
	const one, two = `{"model":"n","price":1}`, `{"model":"o","price":2}`
	stage := func(more string) string {
		return `{"requested":"m","pipeline":[{"type":"t","name":"s","data":{"":1,"considered":[` + more + `]}}],`
	}
	for _, c := range []struct{ a, b, want string }{
		{stage(one+`,`+two) + `"x":1}`, stage(`{"model":"k","price":1},`+one+`,`+two) + `"x":1}`,
			"1: =◆ t s|=◆ t s, |+    data.considered[0].model \"k\", |+    data.considered[0].price 1"},
		{stage(one) + `"x":1}`, stage(two) + `"x":1}`,
			"2: =◆ t s|=◆ t s, -    data.considered[0].model \"n\"|+    data.considered[0].model \"o\", -    data.considered[0].price 1|+    data.considered[0].price 2"},
		{stage(`"a","b","c"`) + `"x":1}`, stage(`"c","a","b"`) + `"x":1}`,
			"1: =◆ t s|=◆ t s, -    data.considered[2] \"c\"|+    data.considered[0] \"c\""},
		{`{"attempts":[{"provider":"A","status":503},{"provider":"B","status":200}]}`, `{"attempts":[{"provider":"B","status":200}]}`,
			"1: -attempt 1 A 503|"},
		{`{"attempts":[{"provider":"A","status":503}],"pipeline":[{"type":"t"}]}`, `{"pipeline":[{"type":"u"}],"attempts":[{"provider":"A","status":503}]}`,
			"2: -◆ t|+◆ u"},
		{`{"endpoints":{"available":[{"model":"m","selected":true},{"model":"n"}]}}`, `{"endpoints":{"available":[{"model":"m","selected":false},{"model":"n","selected":1}]}}`,
			"2: -● m|+○ m, =· n|=· n, |+    selected 1"},
		{`{"pipeline":[{"type":"plugin","name":"p","summary":"p: none"}]}`, `{"pipeline":[{"type":"plugin","name":"p","summary":"none"}]}`,
			"1: -◆ plugin p: none|+◆ plugin p: none"},
		{`{"pipeline":[{"type":"t","guardrail_id":"a"}],"later":[1,2]}`, `{"pipeline":[{"type":"t","guardrail_id":"b"}],"later":[0,1,2]}`,
			"2: -◆ t a|+◆ t b, |+later[0] 0"},
	} {
		n, got := 0, []string(nil)
		for _, r := range compareWays([]byte(c.a), []byte(c.b)) {
			n += r.counts
			if (r.differs || r.context) && (r.a != "" || r.b != "") {
				sign := map[bool]string{true: "-+", false: "=="}[r.differs]
				side := func(sign, s string) string {
					if s == "" {
						return ""
					}
					return sign + s
				}
				got = append(got, side(sign[:1], r.a)+"|"+side(sign[1:], r.b))
			}
		}
		if got := fmt.Sprintf("%d: %s", n, strings.Join(got, ", ")); got != c.want {
			t.Errorf("%s\n%s\n%s, want\n%s", c.a, c.b, got, c.want)
		}
	}
}

// TestTheWayIsToldAsTheRouteTellsIt: an endpoint that failed is no untried one, and
// nobody served at attempt 0, nor at one that failed.
func TestTheWayIsToldAsTheRouteTellsIt(t *testing.T) {
	endpoints := `"endpoints":{"available":[{"provider":"C","model":"m","selected":false},{"provider":"A","model":"m","selected":true},{"provider":"G","model":"m","selected":false}]}`
	a, b := routed(`{"requested":"m","strategy":"s","attempt":0,"attempts":[]}`,
		`{"requested":"m","strategy":"s","attempt":2,`+endpoints+`,"attempts":[{"provider":"C","model":"m","status":503},{"provider":"A","model":"m","status":200}]}`)
	m := newModel(a, b, 120, 60)
	has(t, m, "− attempt 0 (no provider reached)", "+ attempt 2\n", "+ ✗ C m", "+ ● A m", "+ ○ G m")
}

// TestManyDifferencesAreCounted: as many as are drawn, and how many more there
// are; what lies deep is shown as it came.
func TestManyDifferencesAreCounted(t *testing.T) {
	many := func(value string) string {
		return `{"x":{"y":[` + strings.TrimSuffix(strings.Repeat(value+",", 3000), ",") + `]}}`
	}
	count := func(a, b string) (rows, n int) {
		all := compareWays([]byte(a), []byte(b))
		for _, r := range all {
			n += r.counts
		}
		return len(all), n
	}
	if rows, n := count(many("1"), many("2")); rows != mostPlaces+1 || n != 3000 {
		t.Errorf("%d rows, %d differences", rows, n)
	}
	if rows, n := count(many("1"), `{}`); rows != 1 || n != 1 {
		t.Errorf("%d rows of what only one has, %d differences", rows, n)
	}
	deep := func(value string) string {
		return `{"x":` + strings.Repeat(`[1,`, 5000) + value + strings.Repeat(`]`, 5000) + `}`
	}
	if rows, n := count(deep("1"), deep("2")); rows != 1 || n != 1 {
		t.Errorf("%d rows of what lies deep, %d differences", rows, n)
	}
}

// TestHeadersAndEchoesAreCompared: two requests of one body differ in what was
// asked for beside it, and two answers of one text in what they echo.
func TestHeadersAndEchoesAreCompared(t *testing.T) {
	a, b := routed(`null`, `null`)
	sent := func(more ...string) *wire.Capture {
		h := http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer secret" + strings.Join(more, "")}, "X-Edge-Token": {"secret"}}
		for _, name := range more {
			h.Set(name, "enabled")
		}
		return &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://h/api/v1/responses", Header: h, Body: []byte(`{"model":"m"}`)}}
	}
	a.Capture, b.Capture = sent(), sent("X-Service-Metadata")
	a.Exchange.Response = []byte(`{"id":"1","temperature":1,"text":{"format":"x"},"output":[]}`)
	b.Exchange.Response = []byte(`{"id":"2","temperature":0.3,"text":{"format":"x"},"output":[]}`)
	m := newModel(a, b, 120, 60)
	has(t, m, "Accept: text/event-stream", "Authorization: (hidden)", "X-Edge-Token: (hidden)", "keys are hidden and not compared")
	press(m, "d")
	has(t, m, "+ X-Service-Metadata: enabled", "Identical, byte for byte.", "RESULT  1 difference", "~ temperature − 1  + 0.3")
	if s := screen(m); strings.Contains(s, "secret") || strings.Contains(s, "Accept") || strings.Contains(s, "format") {
		t.Errorf("what is secret or the same is shown\n%s", s)
	}
	b.Capture, b.Turn = sent(), 3
	b.Exchange.Response = a.Exchange.Response
	m = newModel(a, b, 120, 60)
	press(m, "d")
	has(t, m, "HEADERS  Same URL and headers; keys are hidden and not compared", "Identical, apart from ids, times and what other sections compare.")
}

// TestNoMemberOfAResultIsLost: what no other section shows is compared, and
// what is another in each result is not.
func TestNoMemberOfAResultIsLost(t *testing.T) {
	const result = `{"id":"ID","created_at":1ID,"model":"m","output":[{"type":"message","id":"ID","content":[{"type":"output_text","text":"ID","annotations":[ANNOTATION]}]},` +
		`{"type":"function_call","id":"ID","arguments":"ARGUMENTS"}],"usage":{"input_tokens":1ID,"cost_details":{"x":COST}},"b_metadata":{"x":OTHER},"service_metadata":{"requested":"m","strategy":"ID"}}`
	made := func(id string, more ...string) []byte {
		values := map[string]string{"ANNOTATION": "1", "ARGUMENTS": "{}", "COST": "1", "OTHER": "1"}
		for _, m := range more {
			values[m] = "2"
		}
		s := strings.ReplaceAll(result, "ID", id)
		for name, value := range values {
			s = strings.ReplaceAll(s, name, value)
		}
		return []byte(s)
	}
	if a, b := remaining(made("1")), remaining(made("2")); string(a) != string(b) {
		t.Errorf("%s\n%s", a, b)
	}
	for _, name := range []string{"ANNOTATION", "ARGUMENTS", "COST", "OTHER"} {
		if a, b := remaining(made("1")), remaining(made("1", name)); string(a) == string(b) {
			t.Errorf("%s: %s", name, a)
		}
	}
	if a := remaining([]byte(`["x"]`)); string(a) != `["x"]` {
		t.Errorf("another value: %s", a)
	}
}

// TestALargeWayIsComparedByACmd: off the screen, and a late comparison of another
// pair is not taken.
func TestALargeWayIsComparedByACmd(t *testing.T) {
	large := func(end string) string {
		return `{"requested":"m","strategy":"s","pipeline":[{"type":"t","data":{"x":"` + strings.Repeat("x", wayAtOnce) + `","end":"` + end + `"}}]}`
	}
	a, b := routed(large("one"), large("two"))
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(100, 60)
	m.SetPair(a, b)
	has(t, m, "Comparing 16.5 KB with 16.5 KB.")
	work := m.Work()
	c, d := routed(`{"requested":"m","strategy":"s"}`, `{"requested":"m","strategy":"other"}`)
	m.SetPair(c, d)
	run(m, work)
	has(t, m, "PIPELINE  1 difference", "+ strategy other")
	m.SetPair(a, b)
	run(m, m.Work())
	press(m, "d")
	has(t, m, "PIPELINE  1 difference", `data.end "one"`, `+     data.end "two"`)
	if m.Work() != nil {
		t.Error("it is compared again")
	}
}
