package inspect

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/request/preview"
	"gatehouse/state/statetest"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// talkOf makes an exchange with the local gateway.
func talkOf(t *testing.T, body string, ask bool) views.Subject {
	t.Helper()
	mode := client.MetadataOff
	if ask {
		mode = client.MetadataOn
	}
	x, _ := statetest.Talk(t, body, mode)
	return subject(x, ask)
}

func subject(x *state.Exchange, asked bool) views.Subject {
	return views.Subject{Turn: 1, Exchange: x, Metadata: asked, Service: "service", KeySent: true, BaseURL: "http://gw.test/api/v1"}
}

// answered is an exchange that was answered with a body of the caller's.
func answered(status int, request, body string) views.Subject {
	return subject(statetest.Answered(status, request, body), true)
}

// listing is a catalogue of these models.
func listing(slugs ...string) (c preview.Catalogue) {
	for _, slug := range slugs {
		c.Models = append(c.Models, preview.Model{Slug: slug})
	}
	return c
}

// routePage is a page of a route, and what it is made of.
type routePage struct {
	*reports.Tab
	route *route
}

func shownRoute(s views.Subject, width, height int) routePage {
	styles, keys := themes.Dark(), views.NewKeys(views.DefaultCommands())
	r := &route{keys: keys}
	r.setModels(listing("sim/writer", "sim/coder", "aurora/dawn"))
	m := reports.NewTab(&styles, keys, r.tab())
	m.SetFocus(true)
	m.SetSize(width, height)
	m.SetSubject(s)
	return routePage{m, r}
}

// TestLaterListExplainsNames: the service's list may arrive, or change,
// after the page was drawn.
func TestLaterListExplainsNames(t *testing.T) {
	m := shownRoute(talkOf(t, `{"model":"sim/writter","input":"hi"}`, true), 120, 40)
	m.route.setModels(listing("aurora/dawn", "aurora/dusk", "aurora/noon"))
	if got := plain(m); strings.Contains(got, "sim/writer") {
		t.Fatalf("sim/writer is not in the list:\n%s", got)
	}
	m.route.setModels(listing("aurora/dawn", "aurora/dusk", "sim/writer"))
	if got := plain(m); !strings.Contains(got, "sim/writer") {
		t.Errorf("the new list is not looked at:\n%s", got)
	}
}

var users = regexp.MustCompile(`user_[0-9a-f]{12}`)

func plain(m views.Pane) string { return even(m.View()) }

func even(view string) string {
	return viewstest.Screen(users.ReplaceAllString(view, "user_000000000000"))
}

// long is a conversation that the compression plugin has to cut.
func long() string {
	var items []string
	for i := range 30 {
		items = append(items, fmt.Sprintf(`{"role":%q,"content":%q}`, []string{"user", "assistant"}[i%2], strings.Repeat("word ", 3000)))
	}
	return `{"model":"driftwood/skiff","plugins":[{"id":"context-compression"}],"input":[` + strings.Join(items, ",") + `,{"role":"user","content":"end"}]}`
}

// TestScenes draws what this page is for.
func TestRouteScenes(t *testing.T) {
	scenes := map[string]views.Subject{
		"fallback":   talkOf(t, `{"models":["fault/503","sim/writer"],"input":"hi"}`, true),
		"guardrail":  talkOf(t, `{"plugins":[{"id":"auto-router"}],"input":"my card is 4111 1111 1111 1111"}`, true),
		"pareto":     talkOf(t, `{"plugins":[{"id":"pareto-router","max_price":0}],"input":"hi"}`, true),
		"fusion":     talkOf(t, `{"plugins":[{"id":"fusion"}],"input":"why is the sky blue?"}`, true),
		"compressed": talkOf(t, long(), true),
		"healed":     talkOf(t, `{"model":"sim/broken-json","plugins":[{"id":"response-healing"}],"text":{"format":{"type":"json_object"}},"input":"x"}`, true),
		"dropped":    talkOf(t, `{"model":"sim/writer","provider":{"only":["zap"]},"input":"hi"}`, true),
		"mistyped":   talkOf(t, `{"model":"sim/writr","input":"hi"}`, true),
		"not-asked":  talkOf(t, `{"model":"sim/writer","input":"hi"}`, false),
		"limited":    talkOf(t, `{"model":"fault/429","input":"hi"}`, true),
		"page":       answered(502, `{"model":"m"}`, "<html><title>Bad gateway</title></html>"),
		"unknown": answered(200, `{"model":"m"}`, `{"id":"r","object":"response","status":"completed","model":"m","output":[],"cosmos_metadata":{"requested":"m","strategy":"warp","region":null,"attempt":1,"summary":"by warp",`+
			`"endpoints":{"total":3,"available":[{"provider":"Z","model":"m","selected":true}]},"pipeline":[{"type":"warp_drive","name":"warp","speed":9.5,"data":{"a":[1,2,{"b":null}]}},{"type":"guardrail","name":"g","data":{"action":"pass","detected":false}},"odd"],"hyper":{"k":[1]},"note":"new \u001b[31m"}}`),
		"permission": answered(403, `{"model":"m"}`, `{"error":{"code":403,"message":"Only management keys can perform this operation","metadata":{"error_type":"permission_denied","deep":[[1],{"x":"y"}]}},"user_id":"user_1"}`),
		"partial":    answered(404, `{"model":"m"}`, `{"error":{"code":404,"message":"No endpoints"},"x_metadata":{"requested":"m","strategy":"direct","attempt":0,"endpoints":{"total":4,"available":[]},"pipeline":[]}}`),
		"nothing":    {},
	}
	for name, s := range scenes {
		viewstest.Sizes(t, "route-"+name, func(width, height int) views.Pane { return shownRoute(s, width, height) }, even)
	}
}

func TestChangesOpenTheBuilder(t *testing.T) {
	m := shownRoute(talkOf(t, `{"plugins":[{"id":"pareto-router","max_price":0}],"input":"hi"}`, true), 100, 30)
	relax, ok := viewstest.Press(m, "1").(views.Relax)
	if !ok || len(relax.Edits) != 1 || relax.Edits[0].Pointer != "/plugins/0/max_price" || string(relax.Edits[0].Value) != "0.03" {
		t.Errorf("%+v", relax)
	}
	if relax, ok := viewstest.Press(m, "2").(views.Relax); !ok || relax.Edits[0].Value != nil {
		t.Errorf("%+v", relax)
	}
	if got := plain(m); !strings.Contains(got, "opens in the builder with the change; alt+g sends it:\n❯  1  raise") || !strings.Contains(got, "[– plugins[0].max_price]") {
		t.Errorf("what the numbers do is not told:\n%s", got)
	}
	if got := viewstest.Press(m, "9"); got != nil {
		t.Errorf("a key without a change: %+v", got)
	}
	for i := 0; !strings.Contains(line(m), "raise max_price"); i++ {
		if viewstest.Press(m, "j"); i > 40 {
			t.Fatal("the change cannot be reached")
		}
	}
	if got, ok := viewstest.Press(m, "enter").(views.Relax); !ok || len(got.Edits) != 1 {
		t.Errorf("enter: %+v", got)
	}
}

// line is the line with the cursor.
func line(m views.Pane) string {
	lines := strings.Split(plain(m), "\n")
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "❯") }); i >= 0 {
		return lines[i]
	}
	return ""
}

func TestWaitingSendsTheSameAgain(t *testing.T) {
	s := talkOf(t, `{"model":"fault/429","input":"hi"}`, true)
	s.BaseURL = "http://127.0.0.1:8080/api/v1"
	m := shownRoute(s, 100, 30)
	if got := viewstest.Press(m, "1"); got != (views.Resend{Turn: 1, AfterMS: 2000}) {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(plain(m), "1  send again after the 2 s wait that the service asked for") ||
		!strings.Contains(plain(m), "· fault/429 fails on purpose: choose another model") {
		t.Error(plain(m))
	}
	s.Waited = true
	if m.SetSubject(s); !strings.Contains(plain(m), "1  send it again: the 2 s wait that the service asked for is over") {
		t.Error(plain(m))
	}
	long := statetest.Answered(429, `{"model":"a"}`, `{"error":{"code":429,"message":"m"}}`, "Retry-After", "3600")
	m = shownRoute(subject(long, true), 100, 30) // nobody looks on for an hour
	if got := viewstest.Press(m, "1"); got != (views.Resend{Turn: 1}) || !strings.Contains(plain(m), "1  send it again now (the service asked to wait 1 h)") {
		t.Errorf("%+v\n%s", got, plain(m))
	}
}

func TestKeysOfTheOtherPages(t *testing.T) {
	m := shownRoute(talkOf(t, `{"model":"sim/writer","input":"hi"}`, false), 100, 30)
	if got := viewstest.Press(m, "+"); got != (views.AskMetadata{}) {
		t.Errorf("%+v", got)
	}
	if got := viewstest.Press(m, "e"); got != nil {
		t.Errorf("nothing was blocked: %+v", got)
	}
	m = shownRoute(talkOf(t, `{"model":"sim/writer","input":"card 4111 1111 1111 1111"}`, true), 100, 30)
	if got := viewstest.Press(m, "e"); got != (views.EditResend{Turn: 1}) {
		t.Errorf("%+v", got)
	}
	if got, ok := viewstest.Press(m, "y").(views.Copy); !ok || !strings.Contains(got.Text, "card-numbers") {
		t.Errorf("%+v", got)
	}
	if got := viewstest.Press(shownRoute(views.Subject{}, 80, 24), "1", "e", "+", "y", "enter"); got != nil {
		t.Errorf("%+v", got)
	}
}

// TestNothingIsLost: stages, members and values that nobody knows can be
// reached on the page.
func TestNothingIsLost(t *testing.T) {
	s := answered(200, `{"model":"m"}`, `{"id":"r","object":"response","status":"completed","output":[],"cosmos_metadata":{"requested":"m","strategy":"warp","pipeline":[{"type":"t1","name":"n1","extra":{"deep":"v1"}},7],"hyper":{"k":"v2"}}}`)
	m := shownRoute(s, 100, 60)
	for range 60 {
		if strings.Contains(line(m), "▸") {
			viewstest.Press(m, "enter")
		}
		viewstest.Press(m, "j")
	}
	for _, want := range []string{"t1", "n1", "extra", "deep", "v1", "hyper", "k", "v2"} {
		if !strings.Contains(plain(m), want) {
			t.Errorf("%s is not to be seen:\n%s", want, plain(m))
		}
	}
}

// TestHugeMetadata: ten thousand endpoints are drawn by the window.
func TestHugeMetadata(t *testing.T) {
	var list []string
	for i := range 10_000 {
		list = append(list, fmt.Sprintf(`{"provider":"P%d","model":"m","selected":%v}`, i, i == 9999))
	}
	m := shownRoute(answered(200, `{}`, `{"id":"r","object":"response","status":"completed","output":[],"a_metadata":{"requested":"m","strategy":"direct","endpoints":{"total":10000,"available":[`+strings.Join(list, ",")+`]}}}`), 100, 30)
	viewstest.Press(m, "G")
	viewstest.Press(m, "k", "k", "k", "k", "k", "k", "k", "k", "k", "k", "k")
	if got := plain(m); !strings.Contains(got, "P9999") {
		t.Error(got)
	}
}

func FuzzRoutePage(f *testing.F) {
	f.Add(`{"error":{"code":404,"message":"\u001b[2J"},"x_metadata":{"requested":"m","strategy":"s","pipeline":[{"type":"\u202e"}]}}`, 404)
	f.Add(`{"status":"completed","output":[],"x_metadata":{"requested":1,"strategy":[],"endpoints":{"available":[{}]}}}`, 200)
	f.Add("{\"error\"{\"message\")0\"_metadata\"{\"\xf5\":\"\"\"strategy\"\"\"", 452) // a name that is no UTF-8
	f.Fuzz(func(t *testing.T, body string, status int) {
		m := shownRoute(answered(status, `{"model":"m","provider":{"only":["a"]}}`, body), 60, 20)
		viewstest.Press(m, "j", "enter", "G", "enter", "1")
		for _, l := range strings.Split(m.View(), "\n") {
			if text.Width(l) != 60 || strings.ContainsAny(ansi.Strip(l), "\x1b\r\u202e\x07") {
				t.Fatalf("%q", l)
			}
		}
	})
}

// TestAskingIsOfferedOnce: to ask for the metadata is offered where it was not
// asked for, and to send again where it was.
func TestAskingIsOfferedOnce(t *testing.T) {
	footer := func(m views.Pane) (words string) {
		for _, b := range m.ShortHelp() {
			words += b.Help().Key + " " + b.Help().Desc + "   "
		}
		return words
	}
	m := shownRoute(talkOf(t, `{"model":"fault/429","input":"hi"}`, true), 100, 30)
	if got := footer(m); strings.Contains(got, "metadata") || !strings.Contains(got, "1 send again") || viewstest.Press(m, "+") != nil {
		t.Errorf("asked for: %s", got)
	}
	m = shownRoute(answered(502, `{"model":"m"}`, "<html>"), 100, 30)
	if got := plain(m); !strings.Contains(got, "1  send the same request again") || !strings.Contains(got, "· check the base URL") {
		t.Error(got)
	}
	m = shownRoute(talkOf(t, `{"model":"sim/writer","input":"hi"}`, false), 100, 30)
	if got := footer(m); !strings.Contains(got, "+ with metadata") {
		t.Errorf("not asked for: %s", got)
	}
	m = shownRoute(talkOf(t, `{"plugins":[{"id":"pareto-router","max_price":0}],"input":"hi"}`, true), 100, 30)
	if got := footer(m); !strings.Contains(got, "1-2 change in builder") || strings.Contains(got, "unfold") {
		t.Errorf("changes: %s", got)
	}
}

// TestACompressionCanBeAskedWhatItDropped: only a stream reports it.
func TestACompressionCanBeAskedWhatItDropped(t *testing.T) {
	m := shownRoute(talkOf(t, strings.Replace(long(), "{", `{"stream":true,`, 1), true), 100, 40)
	if got := plain(m); !strings.Contains(got, "1  open the request in the builder") {
		t.Errorf("no key:\n%s", got)
	}
	relax, ok := viewstest.Press(m, "1").(views.Relax)
	if !ok || len(relax.Edits) != 1 || relax.Edits[0].Pointer != "/debug" || string(relax.Edits[0].Value) != `{"echo_upstream_body": true}` {
		t.Errorf("%+v", relax)
	}
	if got := viewstest.Press(shownRoute(talkOf(t, long(), true), 100, 40), "1"); got != nil {
		t.Errorf("a document: %+v", got)
	}
}
