package state

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestItemsInAnyOrder: in whatever order items were announced, the finished exchange has
// them by output_index.
func TestItemsInAnyOrder(t *testing.T) {
	const n = 3 * maxInsertDistance
	var data []string
	for i := range n {
		data = append(data, wiretest.Added(n-i, fmt.Sprintf("i%d", n-i), "message"))
	}
	x := fold(t, data...)
	want(t, "items", len(x.Items), n)
	for i, it := range x.Items {
		if it.Index != i+1 {
			t.Fatalf("item %d has index %d", i, it.Index)
		}
	}
}

// TestSerialNumbersAreUnique: also where two items share an output_index and one arrives
// late.
func TestSerialNumbersAreUnique(t *testing.T) {
	var got string
	for _, it := range fold(t, wiretest.Added(1, "a", "message"), wiretest.Added(1, "b", "message"), wiretest.Added(0, "late", "message")).Items {
		got += fmt.Sprint(it.ID, " ", it.Serial, ", ")
	}
	want(t, "serial numbers", got, "late 2, a 0, b 1, ")
}

func TestConflictingIndexAndID(t *testing.T) {
	x := fold(t, wiretest.Added(0, "a", "message"), wiretest.Added(1, "b", "message"), wiretest.Delta(1, "a", "by index"))
	want(t, "output_index first", describeAll(x), "message | message output_text=by index")
	x = fold(t, wiretest.Added(0, "a", "message"), wiretest.Event("response.output_text.delta", `"item_id":"a","delta":"by id"`))
	want(t, "item_id second", describeAll(x), "message output_text=by id")
	x = fold(t, wiretest.Added(0, "a", "reasoning"), wiretest.Delta(0, "", "text"))
	want(t, "text never goes into reasoning", describeAll(x), "reasoning | message output_text=text")
	x = fold(t, wiretest.Event("response.output_text.delta", `"item_id":"a","delta":"one"`), wiretest.Event("response.output_text.delta", `"item_id":"b","delta":"two"`))
	want(t, "ids alone tell items apart", describeAll(x), "message output_text=one | message output_text=two")
}

func TestConflictingPartKinds(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"content_index":0,"delta":"text"`),
		wiretest.Event("response.refusal.delta", wiretest.Address+`,"content_index":0,"delta":"no"`),
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"content_index":0,"delta":" goes on"`),
		wiretest.Event("response.refusal.delta", wiretest.Address+`,"content_index":0,"delta":"!"`),
	)
	want(t, "two kinds at one index", describeAll(x), "message output_text=text goes on refusal=no!")
	x = fold(t,
		wiretest.Event("response.content_part.added", wiretest.Address+`,"content_index":0,"part":{"type":"output_text","text":""}`),
		wiretest.Event("response.refusal.delta", wiretest.Address+`,"content_index":0,"delta":"no"`),
	)
	want(t, "an empty part becomes what fills it", describeAll(x), "message refusal=no")
}

func TestItemDoneDropsExtraParts(t *testing.T) {
	x := fold(t,
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"content_index":0,"delta":"one"`),
		wiretest.Event("response.output_text.delta", wiretest.Address+`,"content_index":1,"delta":"two"`),
		wiretest.DoneMessage(0, "i1", "both"),
	)
	want(t, "the whole has one part", describeAll(x), "message output_text=both")
}

func TestDeltasAfterThePartIsDone(t *testing.T) {
	x := fold(t, wiretest.Delta(0, "m", "a"), wiretest.Event("response.output_text.done", `"output_index":0,"item_id":"m","content_index":0,"text":"a"`), wiretest.Delta(0, "m", "b"))
	want(t, "final is final", x.Text(), "a")
	x = fold(t, wiretest.Event("response.function_call_arguments.done", wiretest.Address+`,"arguments":"{}"`), wiretest.Event("response.function_call_arguments.delta", wiretest.Address+`,"delta":"x"`))
	want(t, "final arguments too", x.Items[0].Input(), "{}")
}

func TestManyWarningsAreBounded(t *testing.T) {
	var data []string
	for i := range 10 * maxSubjects {
		data = append(data, wiretest.Event(fmt.Sprintf("odd.%d", i), ""))
	}
	x := foldEnd(t, wire.EndClean, data...)
	want(t, "how it ended is told all the same", codes(x), WarnUnknown+" "+WarnNoTerminal)
	message := x.Warnings[0].Message
	want(t, "the first are named", strings.Count(message, "unknown event"), maxSubjects)
	want(t, "the rest is not", strings.HasSuffix(message, "; and others"), true)
	want(t, "but counted", x.Warnings[0].Count, 10*maxSubjects)

	x = foldEnd(t, wire.EndClean, data[:maxSubjects]...)
	want(t, "eight are all named", strings.Count(x.Warnings[0].Message, "unknown event"), maxSubjects)
	want(t, "and there are no others", strings.Contains(x.Warnings[0].Message, "others"), false)
}

func TestEveryUnknownPartKindIsNamed(t *testing.T) {
	x := foldEnd(t, wire.EndClean, wiretest.Event("response.output_item.done", `"output_index":0,"item":{"type":"message","id":"m","content":[{"type":"odd_a"},{"type":"odd_b"},{"type":"odd_c"}]}`))
	want(t, "each by its type", x.Warnings[0].Message, "unknown part odd_a; unknown part odd_b; unknown part odd_c")
}

// TestResponseMetadataIsStored: error_type, created_at and completed_at.
func TestResponseMetadataIsStored(t *testing.T) {
	x := fold(t, wiretest.Event("response.created", `"response":{"created_at":17,"completed_at":null}`),
		wiretest.Event("response.completed", `"response":{"status":"completed","error_type":"max_tokens_exceeded","created_at":17,"completed_at":19.5}`), "[DONE]")
	want(t, "verdict", x.Verdict, Completed)
	want(t, "of itself", x.ErrorType+" "+string(x.CreatedAt)+" "+string(x.CompletedAt), "max_tokens_exceeded 17 19.5")
}

func TestRepeatedIDMeansTheLaterItem(t *testing.T) {
	x := fold(t, wiretest.Added(0, "a", "message"), wiretest.Added(1, "a", "message"), wiretest.Event("response.output_text.delta", `"item_id":"a","delta":"here"`))
	want(t, "by id", describeAll(x), "message | message output_text=here")
	x = fold(t, wiretest.Added(0, "a", "message"), wiretest.Added(1, "a", "message"), wiretest.DoneMessage(0, "a", "first"), wiretest.Event("response.output_text.delta", `"item_id":"a","delta":"here"`))
	want(t, "whatever was told of the other", describeAll(x), "message output_text=first | message output_text=here")
}

// TestManyPartsOfAnItem: parts are found among many as among few, those that are left when the
// delivered item has fewer among them.
func TestManyPartsOfAnItem(t *testing.T) {
	for _, n := range []int{2, maxListed, maxListed + 1, 40} {
		var events []string
		part := func(i int, delta string) {
			events = append(events, fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"content_index":%d,"delta":%q}`, i, delta))
		}
		for i := range n {
			part(i, fmt.Sprint(i))
		}
		for i := n - 1; i >= 0; i-- {
			part(i, "!")
		}
		x := fold(t, events...)
		want(t, "parts", len(x.Items[0].Parts()), n)
		for i, p := range x.Items[0].Parts() {
			want(t, fmt.Sprintf("part %d of %d", i, n), p.Text(), fmt.Sprintf("%d!", i))
		}
		var content []string
		for i := range n - 1 {
			content = append(content, fmt.Sprintf(`{"type":"output_text","text":"%d!"}`, i))
		}
		late := fmt.Sprintf(`{"type":"response.output_text.delta","output_index":0,"content_index":%d,"delta":"late"}`, n-1)
		x = fold(t, append(events, `{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[`+strings.Join(content, ",")+`]}}`, late)...)
		parts := x.Items[0].Parts()
		if len(parts) != n || parts[n-1].Text() != "late" {
			t.Errorf("of %d parts one is dropped, and made again: %d, the last %q", n, len(parts), parts[len(parts)-1].Text())
		}
	}
}
