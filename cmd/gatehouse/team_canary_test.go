package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"gatehouse/state/archive"
	"gatehouse/state/archive/team"
	"gatehouse/state/archive/team/teamtest"
)

// TestNoKeyIsInTheHistoryOfATeam shares exchanges with keys in headers, addresses, bodies, outputs of
// tools, errors and answers: those that gatehouse sends, those of a program behind the proxy, and
// those that nobody sent as one: of a known shape, of a pattern of the settings, the password of the
// database. No column of any table has one, nor have the words by which an exchange is found.
func TestNoKeyIsInTheHistoryOfATeam(t *testing.T) {
	url, base := teamtest.Database(t), newParrot(t)
	address, program, query, password := "canary-address-70aa41d5", "canary-program-1b6e09cc", "canary-query-e41d7730", "canary-password-c90d6f31"
	m := newMember(t, strings.Replace(url, "owner@", "owner:"+password+"@", 1), fmt.Sprintf(`share = 'all'
[redact]
patterns = ['acme-\w+']
[profiles.p]
base_url = '%s?key=%s'
headers = { 'X-Api-Key' = '%s' }`, base, address, canaries()["the config"]))
	m.run(t, "team", "init").wants(t, exitOK)
	env := map[string]string{"GATEHOUSE_API_KEY": canaries()["the environment"]}
	unnamed := []string{"sk-or-v1-00f1c2aa11223344556677", "ghp_7de2a90123456789abcdefghij", "acme-5f2b77c1", password}
	senderKeys := append([]string{canaries()["the environment"], canaries()["the config"], canaries()["a header flag"], address}, unnamed...)
	others := append([]string{program, query}, unnamed...)
	request := func(prompt string, keys []string) string {
		quoted, _ := json.Marshal(strings.Join(keys, " "))
		return fmt.Sprintf(`{"model":"m/x","stream":true,"instructions":%q,"input":[
			{"type":"message","role":"user","content":[{"type":"input_text","text":%q},{"type":"input_file","filename":%s,"file_data":"data:text/plain;base64,eA=="}]},
			{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
			{"type":"function_call_output","call_id":"c","output":%s}]}`, strings.Repeat("a beginning that agents send again and again; ", 400), prompt, quoted, quoted)
	}
	for prompt, coding := range map[string]string{"say an error": "identity", "say it packed": "identity", "say it split": "zstd"} {
		programIn(t, env, request(prompt, senderKeys), m.args("--profile", "p", "--header", "X-Session-Token: "+canaries()["a header flag"], "send", "-")...)
		proxy := listening(t, m.args("proxy", "--team", "--to", base)...)
		ask(t, proxy.address+"/responses?key="+query, encodedAs(t, coding, request(prompt+" encoded as "+coding, others)), "Content-Encoding", coding, "Authorization", "Bearer "+program, "Content-Type", "application/json")
		if code := proxy.stop(); code != exitOK {
			t.Errorf("exit %d: %s", code, proxy.log)
		}
	}
	m.run(t, "team", "push").wants(t, exitOK)
	if status := m.run(t, "team", "status"); !strings.Contains(status.stdout, "6 exchanges shared") || strings.Contains(status.stdout, "held") {
		t.Fatalf("not all was pushed: %s", status.stdout)
	}
	left := everythingOf(t, url)
	for _, there := range []string{"say it split encoded as zstd", "agents send again", "say an error"} { // it is read where it would be found
		if !bytes.Contains(left, []byte(there)) {
			t.Errorf("the database does not have %q", there)
		}
	}
	for _, key := range append(senderKeys, others...) {
		absent(t, left, key, key[strings.LastIndexAny(key, "-_")+1:])
	}
}

// absent wants that a text is nowhere, whatever its case: words are found without it.
func absent(t *testing.T, left []byte, what, text string) {
	t.Helper()
	left = bytes.ToLower(left)
	if at := bytes.Index(left, bytes.ToLower([]byte(text))); at >= 0 {
		t.Errorf("%s is found: …%q…", what, left[max(0, at-100):min(len(left), at+100)])
	}
}

// everythingOf is all that a team's database holds: each row of each table as text, each column of
// bytes unpacked, and each exchange as it is read.
func everythingOf(t *testing.T, url string) []byte {
	t.Helper()
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var left bytes.Buffer
	each := func(query string, do func(column []byte)) {
		t.Helper()
		rows, err := conn.Query(ctx, query)
		if err != nil {
			t.Fatal(query, err)
		}
		var column []byte
		if _, err := pgx.ForEachRow(rows, []any{&column}, func() error { do(bytes.Clone(column)); return nil }); err != nil {
			t.Fatal(query, err)
		}
	}
	var tables, packed []string
	each(`SELECT relname::text::bytea FROM pg_class WHERE relnamespace = 'gatehouse'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
		func(name []byte) { tables = append(tables, string(name)) })
	each(`SELECT (table_name || ' ' || column_name)::bytea FROM information_schema.columns JOIN pg_class ON relname = table_name
		WHERE table_schema = 'gatehouse' AND data_type = 'bytea' AND NOT relispartition`,
		func(name []byte) { packed = append(packed, string(name)) })
	if len(tables) < 6 || len(packed) < 7 {
		t.Fatalf("the tables are %q, with bytes in %q", tables, packed)
	}
	for _, table := range tables {
		each("SELECT convert_to(t::text, 'UTF8') FROM gatehouse."+table+" AS t", func(row []byte) { left.Write(append(row, '\n')) })
	}
	var packer archive.Packer
	for _, of := range packed {
		table, column, _ := strings.Cut(of, " ")
		each("SELECT "+column+" FROM gatehouse."+table+" WHERE "+column+" IS NOT NULL", func(data []byte) {
			left.Write(data)
			if len(data) > 0 && data[0] == 'z' {
				if data, err = packer.Unpack(nil, data); err != nil {
					t.Errorf("%s: %v", of, err)
				}
				left.Write(data)
			}
		})
	}
	s, err := team.Open(ctx, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	entries, err := s.List(ctx, archive.Page{Limit: -1})
	if err != nil || len(entries) == 0 {
		t.Fatal(len(entries), err)
	}
	for _, e := range entries {
		c, err := s.Capture(ctx, e.Key)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&left, "%+v %+v %s %s\n", e, c, c.Sent.Body, c.Text().All())
	}
	return left.Bytes()
}
