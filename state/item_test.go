package state

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/state/wiretest"
)

// TestDoneItemAcceptsLateEvents: citations and the terminal response, but no delta.
func TestDoneItemAcceptsLateEvents(t *testing.T) {
	events := []string{wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", "both"), wiretest.DoneMessage(0, "m", "both")}
	it := fold(t, events...).Items[0]
	want(t, "the item", describe(it), "message output_text=both")
	want(t, "its id", it.ID, "m")
	want(t, "its status", it.Status(), "completed")
	want(t, "its input is final", it.InputDone(), true)

	x := fold(t, append(events, wiretest.Event("response.output_text.annotation.added", `"output_index":0,"item_id":"m","content_index":0,"annotation":{"type":"url_citation"}`))...)
	want(t, "a citation that came later", len(x.Items[0].Parts()[0].Annotations), 1)
	want(t, "the text beside it", x.Text(), "both")
	x = fold(t, append(events, wiretest.Delta(0, "m", " and more"))...)
	want(t, "final is final", x.Text(), "both")
	x = fold(t, append(events, wiretest.Event("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":"corrected"}]}]}`))...)
	want(t, "what the end says", x.Text(), "corrected")
}

// TestItemDoneKeepsStreamedMembers: what the delivered item lacks stays as streamed.
func TestItemDoneKeepsStreamedMembers(t *testing.T) {
	long := strings.Repeat("long ", 2000)
	for name, c := range map[string]struct {
		events []string
		got    func(it *Item) string
		want   string
	}{
		"a citation": {[]string{
			wiretest.Delta(0, "m", "both"), wiretest.Event("response.output_text.annotation.added", `"output_index":0,"item_id":"m","content_index":0,"annotation":{"type":"url_citation"}`),
			wiretest.DoneMessage(0, "m", "both"),
		}, func(it *Item) string { return string(it.Parts()[0].Annotations[0]) }, `{"type":"url_citation"}`},
		"a name": {[]string{
			wiretest.Event("response.function_call_arguments.done", `"output_index":0,"item_id":"m","name":"f","arguments":"{}"`),
			wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"function_call","id":"m","arguments":"{}"}`),
		}, (*Item).Name, "f"},
		"a text": {[]string{wiretest.Delta(0, "m", "both"), wiretest.DoneMessage(0, "m", "")}, describe, "message output_text=both"},
		"a status": {[]string{
			wiretest.Event("response.web_search_call.searching", `"output_index":0,"item_id":"m"`),
			wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"web_search_call","id":"m"}`),
		}, (*Item).Status, "searching"},
		"a long text": {[]string{wiretest.DoneMessage(0, "m", long)}, func(it *Item) string { return it.Parts()[0].Text() }, long},
	} {
		want(t, name, c.got(fold(t, c.events...).Items[0]), c.want)
	}
}

// TestItemsWithDistantIndicesStayInOrder: a hostile stream costs no more than a friendly
// one.
func TestItemsWithDistantIndicesStayInOrder(t *testing.T) {
	var script []string
	for _, index := range []int{1 << 30, 0, 3, 1 << 20, 70, 1, 2} {
		script = append(script, wiretest.Delta(index, "", "x"))
	}
	x := fold(t, append(script, wiretest.Delta(70, "", "y"))...)
	var places []int
	for _, it := range x.Items {
		places = append(places, it.Index)
	}
	want(t, "places", fmt.Sprint(places), "[0 1 2 3 70 1048576 1073741824]")
	want(t, "the item at 70", x.Items[4].Parts()[0].Text(), "xy")
}

// TestAFinalItemDoesNotEmptyANameOrID: some servers leave both empty in output_item.done.
func TestAFinalItemDoesNotEmptyANameOrID(t *testing.T) {
	x := fold(t, `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"get_weather","arguments":""}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"","name":"","arguments":"{}"}}`)
	if it := x.Items[0]; it.Name() != "get_weather" || it.CallID() != "c1" || it.Input() != "{}" {
		t.Errorf("%q %q %q", it.Name(), it.CallID(), it.Input())
	}
	y := fold(t, `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"f","arguments":""}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c2","name":"g","arguments":"{}"}}`)
	if it := y.Items[0]; it.Name() != "g" || it.CallID() != "c2" { // what is not empty counts
		t.Errorf("%q %q", it.Name(), it.CallID())
	}
}
