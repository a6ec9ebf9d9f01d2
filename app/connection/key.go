package connection

import (
	"context"
	"fmt"
	"net/http"

	"gatehouse/client"
	"gatehouse/client/profile"
)

// key reports whether the server takes the key, as the answers show that came with it:
// the list of models, and the refusal of the broken request. Some servers look at the
// request before they look at the key, so the list counts too.
func (t *test) key(ctx context.Context, sent bool, listed, refused answer) {
	decisive := refused
	if refused.notThere() || refused.status() == 0 || listed.status() == http.StatusUnauthorized && !refused.refusesKey() {
		decisive = listed
	}
	switch status := decisive.status(); {
	case decisive.refusesKey():
		t.step(t.explained("key", Failed, sent, decisive))
	case listed.refusesKey():
		t.step(Step{
			Name: "key", State: Skipped, Said: fmt.Sprintf("unknown: only the list of models is forbidden (%d)", listed.status()),
			Detail: "A wrong key may be the reason, and so may a key without that right.",
		})
	case refused.notThere(), status < 400, status >= 500, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		t.step(Step{Name: "key", State: Skipped, Said: "unknown: the answers do not show whether it is accepted"})
	case sent && profile.Exposed(t.BaseURL) != "":
		t.step(Step{
			Name: "key", State: Warned, Said: "not rejected, but it is sent unencrypted to " + profile.Exposed(t.BaseURL),
			Detail: "Anyone on the way can read it over plain http.", Remedy: "use https",
		})
	case !sent:
		t.step(Step{Name: "key", State: OK, Said: "none sent, none required"})
	case t.needsKey(ctx, listed):
		t.step(Step{Name: "key", State: OK, Said: "accepted: GET /models refuses requests without it"})
	case ctx.Err() == nil:
		t.step(Step{Name: "key", State: Skipped, Said: "unknown: not rejected, but perhaps not checked either"})
	}
}

// needsKey reports whether the server gave its list of models for the key alone: it asks
// for the list once more, without one.
func (t *test) needsKey(ctx context.Context, listed answer) bool {
	if status := listed.status(); status < 200 || status > 299 {
		return false
	}
	open := t.do(ctx, client.Call{Method: http.MethodGet, Path: client.ModelsPath, Header: http.Header{"Authorization": nil}})
	return open.refusesKey()
}
