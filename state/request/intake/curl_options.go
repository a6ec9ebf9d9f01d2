package intake

import (
	"fmt"
	"slices"
	"strings"
)

// options reads options and addresses. It returns those after --next, nil for none.
func (r *reader) options(args []string) (rest []string, err error) {
	plain := false // after --, nothing is an option
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case plain || word == "-" || !strings.HasPrefix(word, "-"):
			r.urls = append(r.urls, word)
		case word == "--":
			plain = true
		case word == "--next" || word == "-:":
			return args[:len(args):len(args)], nil
		case strings.HasPrefix(word, "--"):
			args, err = r.long(word[2:], args)
		default:
			args, err = r.short(word[1:], args)
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// long reads a long option.
func (r *reader) long(name string, args []string) (rest []string, err error) {
	value, glued := "", false
	if name, value, glued = strings.Cut(name, "="); !glued {
		if !takesValue(name) {
			r.flag(name)
			return args, nil
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("--%s needs a value", name)
		}
		value, args = args[0], args[1:]
	}
	return args, r.option(name, value)
}

// short reads short options. The last may have a value.
func (r *reader) short(letters string, args []string) (rest []string, err error) {
	for i := range len(letters) {
		name, ok := shortNames()[letters[i]]
		if !ok {
			name = letters[i : i+1]
		}
		if !takesValue(name) {
			r.flag(name)
			continue
		}
		if value := letters[i+1:]; value != "" {
			return args, r.option(name, value)
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("-%s needs a value", letters[i:i+1])
		}
		return args[1:], r.option(name, args[0])
	}
	return args, nil
}

// shortNames are the long names of the short options that matter here, or that have a
// value.
func shortNames() map[byte]string {
	return map[byte]string{
		'A': "user-agent", 'b': "cookie", 'c': "cookie-jar", 'C': "continue-at", 'd': "data", 'D': "dump-header",
		'e': "referer", 'E': "cert", 'F': "form", 'G': "get", 'h': "help", 'H': "header", 'I': "head", 'K': "config",
		'm': "max-time", 'o': "output", 'P': "ftp-port", 'Q': "quote", 'r': "range", 't': "telnet-option",
		'T': "upload-file", 'u': "user", 'U': "proxy-user", 'w': "write-out", 'x': "proxy", 'X': "request",
		'y': "speed-time", 'Y': "speed-limit", 'z': "time-cond",
	}
}

// flagNames are the options without a value that a command for an API may have. Of an
// option that is in no list it is not known whether it has one.
const flagNames = ` a anyauth append basic B ca-native cert-status compressed compressed-ssh create-dirs
 digest disable disable-eprt disable-epsv disallow-username-in-url f fail fail-early fail-with-body
 false-start g get globoff head http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only
 i ignore-content-length include insecure ipv4 ipv6 j junk-session-cookies k L location
 location-trusted M manual N n negotiate netrc netrc-optional buffer
 keepalive progress-meter ntlm O parallel
 parallel-immediate path-as-is p post301 post302 post303 progress-bar proxytunnel q R raw
 remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors
 retry-connrefused s S show-error show-headers silent skip-existing ssl ssl-allow-beast
 ssl-no-revoke ssl-reqd sslv2 sslv3 styled-output suppress-connect-headers
 tcp-fastopen tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids
 trace-time use-ascii v V verbose version xattr # 0 1 2 3 4 6 J l Z `

func takesValue(name string) bool {
	return !strings.HasPrefix(name, "no-") && !slices.Contains(strings.Fields(flagNames), name)
}

// flag takes an option without a value.
func (r *reader) flag(name string) {
	switch name {
	case "get":
		r.get = true
	case "head":
		r.head = true
	}
}

// option applies an option with its value. Options for connecting and for the answer are no part of
// the request.
func (r *reader) option(name, value string) error {
	switch name {
	case "url":
		r.urls = append(r.urls, value)
	case "request":
		r.method = value
	case "header":
		return r.addHeader(value)
	case "user":
		r.header.Set("Authorization", basic(value))
	case "oauth2-bearer":
		r.header.Set("Authorization", "Bearer "+value)
	case "user-agent":
		r.header.Set("User-Agent", value)
	case "referer":
		r.header.Set("Referer", strings.TrimSuffix(value, ";auto"))
	case "cookie":
		r.header.Set("Cookie", value)
	case "data", "data-ascii":
		r.plain = true
		return r.addData(value, linesOfFile, "&")
	case "data-raw":
		r.plain = true
		return r.addData(value, noFile, "&")
	case "data-binary":
		r.plain = true
		return r.addData(value, bytesOfFile, "&")
	case "json":
		r.json = true
		return r.addData(value, bytesOfFile, "")
	case "data-urlencode", "form", "form-string", "upload-file", "url-query":
		return fmt.Errorf("--%s makes no JSON request", name)
	case "config":
		return fmt.Errorf("--config %s: options in another file are not read", value)
	}
	return nil
}
