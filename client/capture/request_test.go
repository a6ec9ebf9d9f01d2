package capture

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
)

// packed returns text as a program sends it with a Content-Encoding.
func packed(t testing.TB, codings, text string) []byte {
	t.Helper()
	for coding := range strings.SplitSeq(codings, ", ") {
		switch coding {
		case "identity":
		case "gzip", "x-gzip":
			text = string(bytes.Join(zip(t, false, text), nil))
		default:
			text = string(bytes.Join(encodedBy(t, coding, text), nil))
		}
	}
	return []byte(text)
}

// allCodings are the encodings of requests that are decoded.
var allCodings = []string{"gzip", "x-gzip", "deflate", "raw deflate", "br", "zstd", "gzip, zstd", "zstd, identity", "br, deflate, gzip"}

func encodedRequest(codings string, body []byte) wire.Sent {
	return wire.Sent{Method: "POST", Header: http.Header{
		"Content-Encoding": {strings.ReplaceAll(codings, "raw ", "")}, "Authorization": {"Bearer canary-bearer-key"},
	}, Body: body}
}

const requestWithKeys = `{"model":"m","input":"my key is canary-bearer-key","metadata":{"api_key":"canary-member-key"}}`

// record returns the capture of a request, as the proxy makes it.
func recorded(sent wire.Sent) *wire.Capture {
	DecodeRequest(&sent, nil)
	return New("x", sent, NewSecrets(Credentials(sent)...), time.Now, nil).Capture
}

// TestEncodedRequestIsRecordedDecoded: with both keys masked, by the recorder and by Clean.
func TestEncodedRequestIsRecordedDecoded(t *testing.T) {
	want := strings.NewReplacer("canary-bearer-key", strings.Repeat("*", 17), "canary-member-key", strings.Repeat("*", 17)).Replace(requestWithKeys)
	for _, codings := range allCodings {
		body := packed(t, codings, requestWithKeys)
		imported := &wire.Capture{Sent: encodedRequest(codings, body)}
		Clean(imported)
		for from, c := range map[string]*wire.Capture{"recorded": recorded(encodedRequest(codings, body)), "imported": imported} {
			if string(c.Sent.Body) != want || c.Redacted != 34 {
				t.Errorf("%s, %s: %q, %d bytes redacted", codings, from, c.Sent.Body, c.Redacted)
			}
			if e := c.Sent.Encoded; e == nil || *e != (wire.Encoded{Size: int64(len(body))}) {
				t.Errorf("%s, %s: %+v", codings, from, e)
			}
		}
	}
}

// TestUndeclaredEncodingIsRecordedDecoded: a body that is gzip or zstd is decoded, or removed, whatever
// its header says, and so is one inside another.
func TestUndeclaredEncodingIsRecordedDecoded(t *testing.T) {
	for _, header := range []http.Header{{}, {"Content-Encoding": {"identity"}}, {"Content-Encoding": {""}}} {
		for _, codings := range []string{"gzip", "zstd", "gzip, zstd", "zstd, gzip, gzip"} {
			body := packed(t, codings, requestWithKeys)
			for from, bytes := range map[string][]byte{"sent": body, "imported": []byte(latin1(string(body)))} {
				c := &wire.Capture{Sent: wire.Sent{Header: header.Clone(), Body: bytes}}
				if from == "imported" {
					c.Sent.Encoded = &wire.Encoded{} // a file may claim that it is decoded
				}
				Clean(c)
				if !strings.HasPrefix(string(c.Sent.Body), `{"model":"m"`) || strings.Contains(string(c.Sent.Body), "canary-member") || c.Redacted != 17 || c.Sent.Encoded.Size != int64(len(body)) {
					t.Errorf("%s, %s: %q %+v", codings, from, c.Sent.Body, c.Sent.Encoded)
				}
			}
			sent := wire.Sent{Header: header, Body: body[:len(body)-1]}
			if DecodeRequest(&sent, nil); sent.Body != nil || sent.Undecoded() == "" {
				t.Errorf("%s, cut: %q %+v", codings, sent.Body, sent.Encoded)
			}
		}
	}
	sent := encodedRequest("gzip", packed(t, "gzip, zstd, gzip", requestWithKeys))
	if DecodeRequest(&sent, nil); string(sent.Body) != requestWithKeys {
		t.Errorf("more codings than declared: %q", sent.Body)
	}
	sent = wire.Sent{Body: packed(t, strings.TrimSuffix(strings.Repeat("gzip, ", 40), ", "), requestWithKeys)}
	if DecodeRequest(&sent, nil); sent.Body != nil || !strings.Contains(sent.Undecoded(), "too many times") {
		t.Errorf("40 codings: %q", sent.Body)
	}
}

// TestBrokenRequestIsNotRecorded: of a body that is cut at any place, is followed by other
// data, or is not what it claims to be, nothing is stored, and the reason is.
func TestBrokenRequestIsNotRecorded(t *testing.T) {
	fails := func(name, codings, reason string, body []byte) {
		t.Helper()
		c := recorded(encodedRequest(codings, body))
		if c.Sent.Body != nil || !strings.Contains(c.Sent.Undecoded(), reason) || c.Sent.Encoded.Size != int64(len(body)) {
			t.Errorf("%s, %s: %q %+v", name, codings, c.Sent.Body, c.Sent.Encoded)
		}
	}
	for _, codings := range allCodings {
		body := packed(t, codings, requestWithKeys)
		for end := 1; end < len(body); end++ {
			if cut := body[:end]; !isPlainText(cut) {
				fails("cut", codings, "not recorded", cut)
			}
		}
		fails("cut", codings, "its end is missing", body[:len(body)-1])
		for _, more := range []string{"\x00", "\n", `{"key":"canary-member-key"}`} {
			fails("followed", codings, "not recorded", append(bytes.Clone(body), more...))
		}
		fails("not encoded", codings, "not recorded", append([]byte{0xFF, 0xFE, 0}, requestWithKeys...))
	}
	fails("changed", "gzip", "checksum", append(packed(t, "gzip", requestWithKeys)[:len(packed(t, "gzip", requestWithKeys))-8], 1, 2, 3, 4, 5, 6, 7, 8))
	for _, codings := range []string{"x-mine", "gzip, lzma", "gzip, gzip, gzip, gzip, gzip"} {
		fails("unknown", codings, "not supported", []byte("\x00\x01 canary-bearer-key"))
	}
}

// TestPlainTextThatClaimsAnEncodingIsRecorded: programs that write HTTP Archives decode bodies
// and leave the header, and what a decoder does not know may be plain text too.
func TestPlainTextThatClaimsAnEncodingIsRecorded(t *testing.T) {
	for _, codings := range append([]string{"identity", "utf-8", "x-mine"}, allCodings...) {
		c := recorded(encodedRequest(codings, []byte("{\"input\":\"Grüße\",\r\n\t\"key\":\"canary-bearer-key\"}")))
		if string(c.Sent.Body) != "{\"input\":\"Grüße\",\r\n\t\"key\":\"*****************\"}" || c.Sent.Encoded != nil {
			t.Errorf("%s: %q %+v", codings, c.Sent.Body, c.Sent.Encoded)
		}
	}
}

// TestBytesWrittenAsCharactersAreDecoded: JSON has no bytes, so some programs write each as a
// character. What they replaced by U+FFFD is lost.
func TestBytesWrittenAsCharactersAreDecoded(t *testing.T) {
	for _, codings := range []string{"gzip", "zstd", "br", "deflate"} {
		body := packed(t, codings, requestWithKeys)
		sent := encodedRequest(codings, []byte(latin1(string(body))))
		if DecodeRequest(&sent, nil); string(sent.Body) != requestWithKeys || sent.Encoded.Size != int64(len(body)) {
			t.Errorf("%s: %q %+v", codings, sent.Body, sent.Encoded)
		}
		sent = encodedRequest(codings, bytes.ToValidUTF8(body, []byte("\uFFFD")))
		if DecodeRequest(&sent, nil); sent.Body != nil || sent.Undecoded() == "" {
			t.Errorf("%s, lost: %q %+v", codings, sent.Body, sent.Encoded)
		}
	}
}

// TestRequestBombIsNotRecorded: neither one that is too large at its end nor one that is too
// large between two codings, and never more than the limit is held.
func TestRequestBombIsNotRecorded(t *testing.T) {
	large := strings.Repeat("0", maxRequest+1)
	empty := string(packed(t, "gzip", ""))
	between := strings.Repeat(empty, maxRequest/len(empty)+1) // decodes to nothing
	for name, sent := range map[string]wire.Sent{
		"gzip": encodedRequest("gzip", packed(t, "gzip", large)), "zstd": encodedRequest("zstd", packed(t, "zstd", large)),
		"br": encodedRequest("br", packed(t, "br", large)), "between": encodedRequest("gzip, zstd", packed(t, "zstd", between)),
	} {
		bytes, peak := 0, 0
		DecodeRequest(&sent, func(n int) bool { bytes += n; peak = max(peak, bytes); return true })
		if sent.Body != nil || !strings.Contains(sent.Undecoded(), "larger than 64 MiB") || peak > maxRequest {
			t.Errorf("%s: %d bytes, %d at most, %+v", name, len(sent.Body), peak, sent.Encoded)
		}
	}
	sent := encodedRequest("gzip", packed(t, "gzip", large[:100_000]))
	if DecodeRequest(&sent, func(n int) bool { return false }); sent.Body != nil || !strings.Contains(sent.Undecoded(), "memory") {
		t.Errorf("without memory: %d bytes, %+v", len(sent.Body), sent.Encoded)
	}
}

// BenchmarkDecodeRequest measures what a request costs that is not encoded, and one of 1 MB
// that is.
func BenchmarkDecodeRequest(b *testing.B) {
	text := strings.Repeat(`{"role":"user","content":"It was a dark and stormy night."},`, 1<<20/60)
	for name, sent := range map[string]wire.Sent{
		"plain": {Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(text)},
		"zstd":  encodedRequest("zstd", packed(b, "zstd", text)), "gzip": encodedRequest("gzip", packed(b, "gzip", text)),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				one := sent
				DecodeRequest(&one, nil)
			}
		})
	}
}
