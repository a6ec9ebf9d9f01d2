package overview

import (
	"strings"
	"testing"
)

// TestOtherMembersOfUsageAreShown: unknown ones, and a total that is not the sum.
func TestOtherMembersOfUsageAreShown(t *testing.T) {
	for usage, want := range map[string]string{
		`"total_tokens":99,"vibes":3`: "other members of usage: total_tokens 99, vibes 3",
		`"total_tokens":15,"vibes":0,"odd":null,"cost":0.1,"input_tokens_details":{"cached_tokens":1,"cache_write_tokens":0}`: "",
		`"total_tokens":15,"input_tokens_details":{"cached_tokens":1,"cache_write_tokens":7}`:                                 "other members of usage: input_tokens_details.cache_write_tokens 7",
		`"total_tokens":15,"tools_details":{"calls":2,"none":0},"other_details":{"none":0}`:                                   "other members of usage: tools_details.calls 2 TTFT",
		`"total_tokens":15,"cost":{"total_cost":0.25,"request_cost":0.01}`:                                                    "out 5 $0.25 other members of usage: cost.request_cost 0.01 TTFT",
		`"total_tokens":15,"cost_in_usd_ticks":5000000000`:                                                                    "out 5 $0.50 TTFT",
		`"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1`:                                                         "h 1, and 2 more",
	} {
		s := subject(paced(5, 6), -1)
		s.Exchange.Usage = []byte(`{"input_tokens":10,"output_tokens":5,` + usage + `}`)
		got := strings.Join(strings.Fields(screen(pageOf(s, false, 100, 40))), " ")
		if !strings.Contains(got, want) || want == "" && strings.Contains(got, "other members of usage") {
			t.Errorf("%s:\n%s", usage, got)
		}
	}
}

// TestASumOfInputCanBeAddedUp: Anthropic counts cached tokens apart; each part is named once, and
// how long it is cached is among the other members.
func TestASumOfInputCanBeAddedUp(t *testing.T) {
	const others = "+ cache_read_input_tokens 11 other members of usage: "
	for creation, want := range map[string]string{
		`{"ephemeral_5m_input_tokens":3,"ephemeral_1h_input_tokens":0}`: others + "cache_creation.ephemeral_5m_input_tokens 3",
		`{"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":2}`: others + "cache_creation.ephemeral_5m_input_tokens 1, cache_creation.ephemeral_1h_input_tokens 2",
		`null`: "+ cache_read_input_tokens 11",
	} {
		s := subject(paced(5, 6), -1)
		s.Exchange.Usage = []byte(`{"input_tokens":25,"cache_creation_input_tokens":3,"cache_read_input_tokens":11,"output_tokens":7,"cache_creation":` + creation + `}`)
		got := strings.Join(strings.Fields(screen(pageOf(s, false, 100, 40))), " ")
		if want := "in 39 = input_tokens 25 + cache_creation_input_tokens 3 " + want; !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
		if strings.Count(got, "cache_creation_input_tokens") != 1 || strings.Contains(got, "other members") != strings.Contains(want, "other members") {
			t.Errorf("a part is listed twice:\n%s", got)
		}
	}
}
