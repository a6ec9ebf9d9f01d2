package fusion

import (
	"fmt"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// analyst shows who compared the answers, and what came of it.
func (b *builder) analyst(id string, it *state.Item) {
	result := scan.Get(it.Raw, "analysis")
	a := it.Fusion()
	switch {
	case a != nil:
		mark, style := b.sign(a.Status)
		time := ""
		to := a.ToUS
		if a.Status == inProgress {
			to = max(to, b.until)
		}
		switch took := to - a.FromUS; {
		case a.FromUS < 0: // an event stream that was saved
		case a.Status != inProgress && a.FirstFrame == a.LastFrame: // only its end arrived
		case a.Status != inProgress && took < 1000: // both events may come in one read, or not
			time = "  under 1 ms"
		case took > 0:
			time = "  " + figures.Duration(took)
		}
		b.Heading("ANALYST", "")
		name := a.Model
		if name == "" {
			name = "not reported"
		}
		line := style.Render(mark+" ") + b.Styles.Model.Render(text.SafeLine(name)) + "  " + style.Render(text.SafeLine(spoken(a.Status))) + b.Styles.Dim.Render(time)
		b.Add(page.Row{ID: id + "/analyst", Of: frames{a.FirstFrame, a.LastFrame}, Line: func() string { return line }})
		if a.Judge {
			b.Para(id+"/judge", b.Styles.Warn, 2, "⚠ named only by the deprecated judge_model; no analyst_model returned")
		}
		if a.Result != nil {
			result = a.Result
		}
	case !scan.IsNull(result):
		b.Heading("ANALYSIS", "not streamed, so no event names the analyst")
	default:
		b.Heading("ANALYST", "")
		words := "The analyst has not started."
		if !b.x.Running() {
			words = "No analysis returned."
		}
		b.Para(id+"/none", b.Styles.Dim, 0, words)
		return
	}
	b.analysis(id, result)
}

// shownFindings is how many of a list are written out.
const shownFindings = 100

// analysis writes out what the analyst found (wire-notes §4). Members that are
// not known unfold as they arrived.
func (b *builder) analysis(id string, v []byte) {
	if scan.IsNull(v) {
		return
	}
	if scan.KindOf(v) != scan.Object {
		b.Para(id+"/analysis", b.Styles.Text, 0, words(v))
		return
	}
	for m := range scan.Members(v) {
		at := id + "/analysis/" + m.Key
		b.Blank()
		n := elements(m.Value)
		title := text.SafeLine(strings.ToUpper(spoken(m.Key)))
		if scan.KindOf(m.Value) != scan.Array {
			b.Unfolding(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render(figures.Size(len(m.Value))), m.Value)
			continue
		}
		if n == 0 {
			b.Styled(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render("none"))
			continue
		}
		b.Styled(at, b.Styles.Strong.Render(title)+"  "+b.Styles.Dim.Render(figures.Thousands(n)))
		i := 0
		for _, e := range scan.Elements(m.Value) {
			if i == shownFindings {
				b.Unfolding(at+"/rest", b.Styles.Dim.Render("all "+figures.Thousands(n)+"; the first "+figures.Thousands(i)+" are above"), m.Value)
				break
			}
			b.finding(fmt.Sprintf("%s/%d", at, i), e)
			i++
		}
	}
}

// finding writes one element of a list: a sentence, or an object with a topic
// or a point, the models that it is about, and their stances, which unfolds to all its
// members.
func (b *builder) finding(id string, v []byte) {
	if scan.KindOf(v) != scan.Object {
		b.Para(id, b.Styles.Text, 2, "· "+words(v))
		return
	}
	var who []string
	if model := scan.Text(scan.Get(v, "model")); model != "" {
		who = append(who, model)
	}
	for _, e := range scan.Elements(scan.Get(v, "models")) {
		who = append(who, words(e))
	}
	said := ""
	for _, name := range []string{"topic", "point", "insight"} {
		if said == "" {
			said = scan.Text(scan.Get(v, name))
		}
	}
	if said == "" {
		said = string(v)
	}
	if len(who) > 0 {
		said += "  (" + strings.Join(who, ", ") + ")"
	}
	first := len(b.List)
	b.Para(id, b.Styles.Text, 2, "· "+said)
	b.List[first].JSON = v
	i := 0
	for _, e := range scan.Elements(scan.Get(v, "stances")) {
		b.Para(fmt.Sprintf("%s/stance/%d", id, i), b.Styles.Dim, 6, scan.Text(scan.Get(e, "model"))+": "+words(scan.Get(e, "stance")))
		i++
	}
}
