package redact

import "bytes"

// hook finds what is secret in the address of a webhook whose path begins at i: whoever has
// the address may post there.
func (f *finder) hook(i int) {
	switch f.byteAt(i + 1) {
	case 's', 'w', 't', 'a', 'h':
	default:
		return
	}
	for _, of := range [...]struct{ host, path string }{
		{"hooks.slack.com", "/services/"}, {"hooks.slack.com", "/workflows/"}, {"hooks.slack.com", "/triggers/"},
		{"discord.com", "/api/webhooks/"}, {"discordapp.com", "/api/webhooks/"}, {"office.com", "/webhookb2/"}, {"office.com", "/webhook/"},
		{"hooks.zapier.com", "/hooks/catch/"}, {"", "/with/key/"}, // of IFTTT
	} {
		if !bytes.HasPrefix(f.b[i:], []byte(of.path)) || !bytes.HasSuffix(f.b[:i], []byte(of.host)) {
			continue
		}
		from := i + len(of.path)
		const minSecretPath = 8
		if to := f.end(from, ofPath); to-from >= minSecretPath && f.hasDigit(from, to) {
			f.add(from, to, Hook, "")
		}
		return
	}
}
