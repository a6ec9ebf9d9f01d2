package config

import (
	"cmp"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/profile"
	"gatehouse/state/request/talk"
)

func sample() *File {
	return &File{
		Path: "c.toml", Profile: "work", Theme: "dark",
		Profiles: map[string]Profile{
			"work":  {BaseURL: "https://work.example/api/v1/", Service: "gate", Model: "w/m", KeyEnv: "WORK_KEY", Headers: map[string]string{"X-T": "secret"}, CAFile: "ca.pem"},
			"bare":  {BaseURL: "https://bare.example/api/v1"},
			"local": {Model: "sim/coder", KeyKeyring: "never"},
		},
	}
}

// TestMessageModel: a profile decides for its base_url only.
func TestMessageModel(t *testing.T) {
	file, err := Parse("c.toml", []byte("[profiles.strict]\nbase_url = \"https://strict.example/v1\"\nmessage_model = false\n"+
		"[profiles.openai]\nbase_url = \"https://api.openai.com/v1\"\nmessage_model = true\n[profiles.local]\nmessage_model = false\n"))
	if err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[Flags]talk.MessageModel{
		{Profile: "strict"}: talk.ModelNever, {Profile: "strict", BaseURL: "https://other.example/v1"}: talk.ModelWherePinned,
		{Profile: "openai"}: talk.ModelAlways, {BaseURL: "https://api.openai.com/v1"}: talk.ModelWherePinned, {}: talk.ModelWherePinned, {Profile: "local"}: talk.ModelNever,
	} {
		s, err := Merge(file, Environment{}, flags)
		if err != nil || s.MessageModel != want {
			t.Errorf("%+v: %v, %v", flags, s.MessageModel, err)
		}
	}
	if _, err := Parse("c.toml", []byte("[profiles.a]\nmessage_model = \"no\"\n")); err == nil || !strings.Contains(err.Error(), "true or false") {
		t.Error(err)
	}
}

func TestMerge(t *testing.T) {
	work := profile.Key{Env: "WORK_KEY"}
	given := profile.Key{Value: "k"}
	for _, c := range []struct {
		name    string
		env     Environment
		flags   Flags
		base    string
		service string
		model   string
		key     profile.Key
		headers bool
		note    string
	}{
		{name: "the file's profile", base: "https://work.example/api/v1", service: "gate", model: "w/m", key: work, headers: true},
		{name: "flag over profile", flags: Flags{Model: "m", Service: "s"}, base: "https://work.example/api/v1", service: "s", model: "m", key: work, headers: true},
		{name: "another address gets no key of the profile", flags: Flags{BaseURL: "https://x.example"}, base: "https://x.example", service: "gate", model: "w/m", note: "base_url alone"},
		{name: "and the given one instead", env: Environment{APIKey: "k"}, flags: Flags{BaseURL: "https://x.example"}, base: "https://x.example", service: "gate", model: "w/m", key: given},
		{name: "environment's address", env: Environment{APIKey: "k", BaseURL: "https://e.example/"}, base: "https://e.example", service: "gate", model: "w/m", key: given},
		{name: "flag over environment", env: Environment{BaseURL: "https://e.example"}, flags: Flags{BaseURL: "https://f.example"}, base: "https://f.example", service: "gate", model: "w/m", note: "base_url alone"},
		{name: "the same address keeps key and headers", flags: Flags{BaseURL: "HTTPS://Work.example/api/v1"}, base: "HTTPS://Work.example/api/v1", service: "gate", model: "w/m", key: work, headers: true},
		{name: "a longer path is another address", flags: Flags{BaseURL: "https://work.example/api/v1/x"}, base: "https://work.example/api/v1/x", service: "gate", model: "w/m", note: "base_url alone"},
		{name: "GATEHOUSE_API_KEY over the profile's key where the profile was named", env: Environment{APIKey: "k"}, flags: Flags{Profile: "work"}, base: "https://work.example/api/v1", service: "gate", model: "w/m", key: given, headers: true},
		{name: "and not where the file alone names it", env: Environment{APIKey: "k"}, base: "https://work.example/api/v1", service: "gate", model: "w/m", key: work, headers: true},
		{name: "profile of the environment", env: Environment{Profile: "bare", APIKey: "k"}, base: "https://bare.example/api/v1", service: "service", key: given},
		{name: "a known service brings its word", flags: Flags{BaseURL: "https://openrouter.ai/api/v1", Profile: "bare"}, base: "https://openrouter.ai/api/v1", service: "openrouter"},
		{name: "no key is no key", flags: Flags{Profile: "bare"}, base: "https://bare.example/api/v1", service: "service"},
		{name: "the local gateway gets no key of anybody", env: Environment{APIKey: "k"}, flags: Flags{Profile: "local"}, service: "service", model: "sim/coder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Merge(sample(), c.env, c.flags)
			if err != nil {
				t.Fatal(err)
			}
			if s.BaseURL != c.base || s.Service != c.service || s.Model != c.model || !reflect.DeepEqual(s.Key, c.key) {
				t.Errorf("got %q %q %q %+v", s.BaseURL, s.Service, s.Model, s.Key)
			}
			if (s.Headers != nil) != c.headers || (s.CAFile != "") != c.headers {
				t.Errorf("headers %v, ca_file %q, want them: %v", s.Headers, s.CAFile, c.headers)
			}
			if notes := strings.Join(s.Notes, "\n"); (notes == "") != (c.note == "") || !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
		})
	}
}

func TestMergeNotesWhyAKeyIsNotSent(t *testing.T) {
	f := sample()
	f.Profile = "bare"
	s, err := Merge(f, Environment{APIKey: "canary"}, Flags{})
	if err != nil || !none(s.Key) {
		t.Fatalf("%+v, %v", s.Key, err)
	}
	if len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "--profile bare") || strings.Contains(s.Notes[0], "canary") {
		t.Errorf("notes %q", s.Notes)
	}
}

func TestMergeDefaults(t *testing.T) {
	s, err := Merge(nil, Environment{}, Flags{})
	want := Settings{Service: "service", Theme: "auto", Mouse: true, Persist: true, Known: s.Known, KeyVars: []string{"GATEHOUSE_API_KEY"}}
	if err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, %v", s, err)
	}
	off := false
	if s, _ := Merge(&File{Mouse: &off, Theme: "light"}, Environment{}, Flags{Theme: "dark"}); s.Mouse || s.Theme != "dark" {
		t.Errorf("mouse %v, theme %q", s.Mouse, s.Theme)
	}
	if s, _ := Merge(&File{Session: true}, Environment{}, Flags{}); !s.Session {
		t.Error("the file's session_id is not in force")
	}
	if s, _ := Merge(nil, Environment{}, Flags{NoMouse: true}); s.Mouse {
		t.Error("--no-mouse did nothing")
	}
}

func TestEveryVariableThatHoldsAKeyIsKnown(t *testing.T) {
	s, err := Merge(sample(), Environment{}, Flags{Profile: "bare"})
	if want := []string{"GATEHOUSE_API_KEY", "WORK_KEY"}; err != nil || !reflect.DeepEqual(s.KeyVars, want) {
		t.Errorf("got %q, %v, want %q", s.KeyVars, err, want)
	}
}

func TestMergeFaultsNameTheSetting(t *testing.T) {
	for want, in := range map[string]struct {
		env   Environment
		flags Flags
	}{
		`--profile: no profile "x"; there are: bare, local, work`: {flags: Flags{Profile: "x"}},
		`GATEHOUSE_PROFILE: no profile "x"`:                       {env: Environment{Profile: "x"}},
		`--base-url: "ftp://h" is not an address`:                 {flags: Flags{BaseURL: "ftp://h"}},
		`GATEHOUSE_BASE_URL: "h" is not an address`:               {env: Environment{BaseURL: "h"}},
		`--base-url: "ht tp" is not an address`:                   {flags: Flags{BaseURL: "ht tp"}},
		`GATEHOUSE_BASE_URL: "gw.test:8080/v1" has no scheme; write https://gw.test:8080/v1, or http://gw.test:8080/v1 for`: {env: Environment{BaseURL: "gw.test:8080/v1"}},
		`--base-url: "127.0.0.1:8080/v1" has no scheme; write https://127.0.0.1:8080/v1, or http`:                           {flags: Flags{BaseURL: "127.0.0.1:8080/v1"}},
		`--base-url: "//h/" has no scheme; write https://h, or http://h for`:                                                {flags: Flags{BaseURL: "//h/"}},
		`--base-url: an address may not carry "#"`:                                                                          {flags: Flags{BaseURL: "http://h#a"}},
		`--service: "a/b" must be one word`:                                                                                 {flags: Flags{Service: "a/b"}},
	} {
		if _, err := Merge(sample(), in.env, in.flags); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestKeysStayWithTheirAddress draws every combination of sources and checks
// what must hold in all of them.
func TestKeysStayWithTheirAddress(t *testing.T) {
	pick := func(values ...string) *rapid.Generator[string] { return rapid.SampledFrom(values) }
	addresses := []string{"", "https://a.example/v1", "https://a.example/v1/", "https://b.example/v1"}
	rapid.Check(t, func(t *rapid.T) {
		f := &File{
			Profile: pick("", "p", "q").Draw(t, "profile"),
			Profiles: map[string]Profile{
				"p": {BaseURL: pick(addresses...).Draw(t, "p"), KeyEnv: "P_KEY", Headers: map[string]string{"X": "p"}},
				"q": {BaseURL: pick(addresses...).Draw(t, "q"), KeyKeyring: "q"},
			},
		}
		env := Environment{APIKey: pick("", "k").Draw(t, "key"), BaseURL: pick(addresses...).Draw(t, "env"), Profile: pick("", "p", "q").Draw(t, "env profile")}
		flags := Flags{BaseURL: pick(addresses...).Draw(t, "flag"), Profile: pick("", "p", "q").Draw(t, "flag profile"), Model: pick("", "m").Draw(t, "model")}
		s, err := Merge(f, env, flags)
		if chosen := cmp.Or(flags.Profile, env.Profile, f.Profile); chosen != "" && f.Profiles[chosen].BaseURL == "" {
			if err == nil {
				t.Fatalf("profile %q without an address: %+v", chosen, s)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		base := f.Profiles[s.Profile].BaseURL
		switch {
		case s.BaseURL == "" && !none(s.Key):
			t.Fatalf("the local gateway was given %+v", s.Key)
		case (s.Key.Env != "" || s.Key.Keyring != "" || s.Headers != nil) && strings.TrimSuffix(base, "/") != s.BaseURL:
			t.Fatalf("%s was given what belongs to %s", s.BaseURL, base)
		case s.Key.Value != "" && flags.BaseURL+env.BaseURL+flags.Profile+env.Profile == "":
			t.Fatalf("GATEHOUSE_API_KEY went to %s, which nobody named", s.BaseURL)
		}
		ofFile, err := MergeOfFile(f, env, flags)
		alone, wrong := Merge(f, env, Flags{}) // where the environment says
		if err != nil || ofFile.BaseURL != s.BaseURL || wrong == nil && ofFile.Key.Value != "" && (alone.Key.Value == "" || alone.BaseURL != ofFile.BaseURL) {
			t.Fatalf("a file that names %q, %q got GATEHOUSE_API_KEY for %s: %v", flags.Profile, flags.BaseURL, ofFile.BaseURL, err)
		}
		flags.Model += "x"
		with, err := Merge(f, env, flags)
		if err != nil || with.BaseURL != s.BaseURL || !reflect.DeepEqual(with.Key, s.Key) {
			t.Fatalf("another model changed the connection: %+v", with)
		}
	})
}

// TestPresetsAreProfiles: a preset can be chosen without a word in the file, and a profile of
// its name overrides it.
func TestPresetsAreProfiles(t *testing.T) {
	file, err := Parse("c.toml", []byte("profile = \"ollama\"\n[profiles.openrouter]\nkey_env = \"MY_KEY\"\nmodel = \"a/b\"\n[profiles.vllm]\nbase_url = \"http://gpu.example:8000/v1\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		base, service, env string
	}{
		"":           {"http://127.0.0.1:11434/v1", "service", ""},
		"openrouter": {"https://openrouter.ai/api/v1", "openrouter", "MY_KEY"},
		"openai":     {"https://api.openai.com/v1", "service", ""},
		"vllm":       {"http://gpu.example:8000/v1", "service", ""}, // another address: nothing is known of it
		"local":      {"", "service", ""},
	} {
		s, err := Merge(file, Environment{}, Flags{Profile: name})
		if err != nil || s.BaseURL != want.base || s.Service != want.service || s.Key.Env != want.env {
			t.Errorf("%q: %+v, %v", name, s, err)
		}
	}
}

// TestAuth: a profile's auth applies to its base_url only.
func TestAuth(t *testing.T) {
	file, err := Parse("c.toml", []byte("[profiles.a]\nbase_url = \"https://a.example/v1\"\nauth = \"basic\"\nkey_env = \"A\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for flags, want := range map[Flags]bool{{Profile: "a"}: true, {Profile: "a", BaseURL: "https://b.example"}: false, {}: false} {
		if s, err := Merge(file, Environment{APIKey: "u:p"}, flags); err != nil || s.Basic != want {
			t.Errorf("%+v: %v %v", flags, s.Basic, err)
		}
	}
	if _, err := Parse("c.toml", []byte("[profiles.a]\nauth = \"digest\"\n")); err == nil || err.Error() != `c.toml:2: profiles.a.auth: "digest" is no way to send a key; write "bearer" or "basic"` {
		t.Error(err)
	}
}

// TestChosenNamesPreserveTheirCase: names of profiles, headers and tools.
func TestChosenNamesPreserveTheirCase(t *testing.T) {
	f, err := Parse("c.toml", []byte("[profiles.Work]\nheaders = { X-Title = \"t\" }\n[tools.Get_Weather]\ncommand = [\"w\"]\n[profiles.Other.headers]\nX-B = \"b\"\n"))
	if err != nil || f.Profiles["Work"].Headers["X-Title"] != "t" || len(f.Tools) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}
