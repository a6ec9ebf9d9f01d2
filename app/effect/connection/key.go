package connection

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client"
	"gatehouse/client/profile"
	"gatehouse/state/report"
)

// key reports whether the server accepts the key, judged by the list of models and the
// rejection of the broken request. Some servers check the request before the key, so the list
// counts too. carried names the headers that carry a key.
func (t *test) key(ctx context.Context, carried []string, listed, refused answer) {
	sent := len(carried) > 0
	decisive := refused
	if refused.notThere() || refused.status() == 0 || listed.status() == http.StatusUnauthorized && !refused.refusesKey() {
		decisive = listed
	}
	switch status := decisive.status(); {
	case decisive.refusesKey():
		t.step(t.refusedKey(carried, decisive))
	case listed.refusesKey():
		t.step(report.Finding{
			Name: "key", Level: report.Skipped, Message: fmt.Sprintf("unknown: only the list of models is forbidden (%d)", listed.status()),
			Detail: "A wrong key may be the reason, and so may a key without that right.",
		})
	case refused.notThere(), status < 400, status >= 500, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		t.step(report.Finding{Name: "key", Level: report.Skipped, Message: "unknown: the answers do not show whether it is accepted"})
	case sent && profile.Exposed(t.BaseURL) != "":
		t.step(report.Finding{
			Name: "key", Level: report.Warning, Message: "not rejected, but it is sent unencrypted to " + profile.Exposed(t.BaseURL),
			Detail: "Anyone on the way can read it over plain http.", Remedy: "use https",
		})
	case !sent:
		t.step(report.Finding{Name: "key", Level: report.OK, Message: "none sent, none required"})
	case t.needsKey(ctx, carried, listed):
		t.step(report.Finding{Name: "key", Level: report.OK, Message: "accepted: GET /models refuses requests without it"})
	case ctx.Err() == nil:
		t.step(report.Finding{Name: "key", Level: report.Skipped, Message: "unknown: not rejected, but perhaps not checked either"})
	}
}

// needsKey reports whether the server lists its models only with a key: it asks for the list
// again, without one.
func (t *test) needsKey(ctx context.Context, carried []string, listed answer) bool {
	if status := listed.status(); status < 200 || status > 299 {
		return false
	}
	without := http.Header{}
	for _, name := range carried {
		without[name] = nil
	}
	open := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath, Header: without})
	return open.refusesKey()
}

// refusedKey returns the step of a rejected key, with the header to correct if it carries the
// key.
func (t *test) refusedKey(carried []string, a answer) report.Finding {
	s := t.explained("key", report.Failed, len(carried) > 0, a)
	if len(carried) > 0 && !slices.Contains(carried, authorization) {
		s.Remedy = "correct the header " + strings.Join(carried, " or ") + ", or set a key if the server wants one in addition"
	}
	return s
}

const authorization = "Authorization"
