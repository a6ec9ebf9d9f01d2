package redact

// shape is the form of a service's keys: a fixed prefix and characters of a class.
type shape struct {
	prefix string
	min    int // characters after it
	max    int // 0: any number
	class  class
	plain  bool // it may have no digit: the prefix is sufficient
	kind   Kind
}

// knownShapes returns the forms that services publish of their keys, so that leaks are found. The
// list was compared with that of gitleaks; keys without a prefix, which gitleaks finds by a
// service's name next to them, are found here by the name of their variable.
func knownShapes() (all []shape) {
	add := func(minLength int, class class, plain bool, prefixes ...string) {
		for _, p := range prefixes {
			all = append(all, shape{p, minLength, 0, class, plain, Key})
		}
	}
	exactly := func(length int, class class, prefixes ...string) {
		for _, p := range prefixes {
			all = append(all, shape{p, length, length, class, false, Key})
		}
	}
	const sure, mixed = true, false

	// Services of models.
	add(16, ofKey, mixed, "sk-") // OpenAI, Anthropic, OpenRouter, …
	add(20, ofWord, mixed, "gsk_", "xai-", "pplx-", "fw_")
	add(30, ofWord, sure, "hf_", "api_org_")
	add(30, ofWord, mixed, "r8_", "csk-", "apify_api_")
	add(30, ofKey, mixed, "nvapi-", "tgp_v1_", "jina_", "pcsk_", "lsv2_pt_", "lsv2_sk_")
	add(20, ofKey, mixed, "tvly-")
	add(40, ofWord, mixed, "rpa_")
	exactly(32, ofHex, "fc-")  // Firecrawl; ids of calls have fc_
	exactly(48, ofHex, "sk_")  // ElevenLabs
	exactly(40, ofHex, "e2b_") // E2B

	// Clouds and hosts.
	add(16, ofUpper, mixed, "AKIA", "ASIA")
	exactly(16, ofUpper, "ABIA", "ACCA")
	add(100, ofAWS, mixed, "ABSK")
	add(30, ofKey, sure, "AIza")
	add(30, ofKey, mixed, "AQ.Ab")
	add(20, ofKey, sure, "ya29.", "GOCSPX-")
	add(16, ofWord, mixed, "LTAI")
	add(35, ofKey, mixed, "AQVN")
	add(32, ofWord, mixed, "dop_v1_", "doo_v1_", "dor_v1_")
	add(32, ofHex, mixed, "dapi")
	add(30, ofKey, mixed, "HRKU-", "fo1_", "figd_", "tskey-")
	add(60, ofToken, mixed, "fm1a_", "fm1r_", "fm2_", "sntrys_", "ATATT3", "ATCTT3")
	add(36, ofWord, mixed, "nfp_", "pnu_")
	exactly(40, ofHex, "sbp_", "pul-")
	add(20, ofKey, mixed, "sb_secret_", "vercel_blob_rw_")
	add(24, ofKey, mixed, "hvs.", "hvb.", "hvr.")
	add(40, ofJWT, mixed, "dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dt0c01.", "tfp_")
	add(32, ofJWT, mixed, "pscale_tkn_", "pscale_oauth_", "pscale_pw_")
	add(40, ofKey, mixed, "sha256~")

	// Hosts of code and builds.
	add(20, ofWord, sure, "ghp_", "gho_", "ghu_", "ghs_", "ghr_")
	add(20, ofUnder, sure, "github_pat_")
	add(16, ofKey, sure, "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "gloas-", "glsoat-", "glimt-", "glagent-", "glft-", "glffct-")
	add(16, ofKey, mixed, "GR1348941")
	add(30, ofWord, sure, "npm_")
	add(60, ofKey, mixed, "pypi-")
	exactly(48, ofHex, "rubygems_")
	exactly(43, ofWord, "oy2") // NuGet
	add(60, ofWord, mixed, "CLOJARS_")
	add(20, ofKey, mixed, "dckr_pat_", "dckr_oat_", "CCIPAT_")
	add(40, ofWord, mixed, "bkua_")
	exactly(26, ofUpper, "API-") // Octopus Deploy
	exactly(64, ofHex, "sntryu_")

	// Money, mail, messages and other services.
	add(10, ofWord, mixed, "sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_")
	add(16, ofWord, mixed, "whsec_")
	add(22, ofKey, mixed, "sq0atp-", "sq0csp-")
	add(54, ofWord, mixed, "EZAK", "EZTK")
	add(30, ofKey, mixed, "FLWSECK-", "FLWSECK_TEST-", "duffel_live_", "duffel_test_")
	exactly(40, ofHex, "shippo_live_", "shippo_test_")
	exactly(32, ofHex, "shpat_", "shpca_", "shppa_", "shpss_", "SK") // Shopify, Twilio
	add(100, ofWord, mixed, "EAA")                                   // Facebook
	add(10, ofKey, sure, "xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-")
	add(30, ofJWT, mixed, "SG.")
	add(60, ofKey, mixed, "xkeysib-", "xsmtpsib-")
	add(30, ofKey, mixed, "glsa_", "glc_", "CFPAT-", "pat-na1-", "pat-eu1-")
	add(26, ofKey, mixed, "NRAK-", "NRII-", "NRRA-")
	add(50, ofKey, mixed, "PMAK-")
	add(30, ofWord, mixed, "lin_api_", "lin_oauth_", "phx_", "rdme_")
	add(40, ofWord, mixed, "ntn_")
	exactly(43, ofWord, "secret_") // Notion
	add(100, ofAWS, mixed, "ops_eyJ")
	add(40, ofUpper, mixed, "AGE-SECRET-KEY-1")

	return append(all, shape{"eyJ", 20, 0, ofJWT, false, Token}) // JSON Web Tokens (RFC 7519): base64url of {"
}

// start is a prefix of words that are looked at: that of a key, or a word before a secret.
type start struct {
	text string
	shape
	find func(f *finder, i int) // searches after the word, which ends at i; nil: the shape
}

// starts lists the starts by their first byte, and marks their first two.
type starts struct {
	by   [256][]start
	twos [1 << 16]bool
}

func newStarts() *starts {
	s := new(starts)
	for _, shape := range knownShapes() {
		s.add(start{text: shape.prefix, shape: shape})
	}
	for word, find := range map[string]func(*finder, int){
		"bearer": (*finder).bearer, "Bearer": (*finder).bearer, "BEARER": (*finder).bearer,
		"machine": (*finder).netrc, "default": (*finder).netrc,
		"setenv": (*finder).setting, "setx": (*finder).setting, "ENV": (*finder).setting, "set": (*finder).setting,
		"IDENTIFIED BY": (*finder).quotedSecret, "identified by": (*finder).quotedSecret,
		"PASSWORD": (*finder).quotedSecret, "password": (*finder).quotedSecret,
	} {
		s.add(start{text: word, find: find})
	}
	return s
}

func (s *starts) add(one start) {
	s.by[one.text[0]] = append(s.by[one.text[0]], one)
	s.twos[int(one.text[0])<<8|int(one.text[1])] = true
}
