package gateway

import (
	"fmt"
	"net/http"
	"strings"

	"gatehouse/gateway/fault"
)

// elsewhere answers the operations that the document only names ("Other endpoints that
// exist"): those on guardrails, credentials and members need a management key, which the
// local gateway does not have; the rest are not implemented. It is nil for what the
// document does not name.
func elsewhere(method, path string) func(*exchange) {
	for _, o := range []struct {
		operation string // the method and the path, in which {} is any one segment
		managed   bool
	}{
		{"GET /byok", true}, {"POST /guardrails", true}, {"PATCH /guardrails/{}", true}, {"GET /workspaces/{}/members", true},
		{"GET /benchmarks", false}, {"GET /files", false}, {"POST /files", false}, {"GET /files/{}", false}, {"DELETE /files/{}", false},
		{"GET /files/{}/content", false}, {"POST /embeddings", false}, {"POST /messages", false}, {"POST /presets/{}/messages", false},
		{"POST /images", false}, {"POST /audio/transcriptions", false}, {"GET /datasets/rankings-daily", false}, {"GET /generation", false},
	} {
		if !fits(o.operation, method+" "+path) {
			continue
		}
		if o.managed {
			return func(x *exchange) {
				x.fail(fault.NewFailure(http.StatusForbidden, "Only management keys can perform this operation"))
			}
		}
		return func(x *exchange) {
			x.fail(fault.NewFailure(http.StatusNotFound, fmt.Sprintf("The local gateway does not implement %s", strings.Replace(o.operation, "{}", "…", 1))))
		}
	}
	return nil
}

// fits compares segment by segment; {} matches one that is not empty.
func fits(operation, path string) bool {
	want, got := strings.Split(operation, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i, segment := range want {
		if segment == "{}" && got[i] != "" {
			continue
		}
		if segment != got[i] {
			return false
		}
	}
	return true
}
