package archive

// firstSchema makes an empty database the first version of the archive.
const firstSchema = `
-- An exchange's id is its start in microseconds of Unix time, moved on where that is taken:
-- the newest come first without an index of their own, in lists and in searches alike.
CREATE TABLE exchange (
	id         INTEGER PRIMARY KEY,
	name       TEXT NOT NULL UNIQUE, -- what people call it by
	origin     TEXT NOT NULL,        -- playground, send, rerank, proxy, import, check, replay
	kind       TEXT NOT NULL,        -- responses, rerank, chat, messages, other
	connection TEXT NOT NULL,        -- a profile's name, "local", or empty
	base_url   TEXT NOT NULL,
	service    TEXT NOT NULL,
	session    TEXT NOT NULL,        -- empty: it belongs to none
	turn       INTEGER NOT NULL,
	asked      TEXT NOT NULL,        -- model
	served     TEXT NOT NULL,        -- model; empty: not reported
	provider   TEXT NOT NULL,
	verdict    TEXT NOT NULL,
	reason     TEXT NOT NULL,
	status     INTEGER NOT NULL,     -- HTTP; 0: no head came
	ttfb       INTEGER,              -- microseconds after the start, as all times
	ttft       INTEGER,
	total      INTEGER,
	input      INTEGER,              -- tokens
	cached     INTEGER,
	output     INTEGER,
	reasoning  INTEGER,
	estimated  INTEGER NOT NULL,     -- output is an estimate
	tokens     INTEGER,              -- input + output
	cost       REAL,
	attempts   INTEGER,
	guardrails TEXT NOT NULL,        -- names, each between commas: ,a,b,
	tools      TEXT NOT NULL,        -- likewise
	warnings   TEXT NOT NULL,        -- codes, likewise
	size       INTEGER NOT NULL,     -- bytes, of what was sent and what came
	words      TEXT NOT NULL,        -- the first of the answer, else of the request
	deleted    INTEGER               -- when, in seconds of Unix time; null: it is not
) STRICT;
CREATE INDEX exchange_asked ON exchange (asked);
CREATE INDEX exchange_served ON exchange (served);
CREATE INDEX exchange_provider ON exchange (provider);
CREATE INDEX exchange_verdict ON exchange (verdict);
CREATE INDEX exchange_status ON exchange (status);
CREATE INDEX exchange_origin ON exchange (origin);
CREATE INDEX exchange_session ON exchange (session, turn);
CREATE INDEX exchange_tokens ON exchange (tokens);
CREATE INDEX exchange_cost ON exchange (cost);
CREATE INDEX exchange_ttft ON exchange (ttft);
CREATE INDEX exchange_total ON exchange (total);
CREATE INDEX exchange_guardrails ON exchange (guardrails) WHERE guardrails <> '';
CREATE INDEX exchange_tools ON exchange (tools) WHERE tools <> '';
CREATE INDEX exchange_deleted ON exchange (deleted) WHERE deleted IS NOT NULL;

-- The capture of an exchange. Bodies are packed; a large one is in blob, once for all
-- exchanges that have it.
CREATE TABLE capture (
	exchange   INTEGER PRIMARY KEY REFERENCES exchange (id),
	about      BLOB NOT NULL, -- JSON: all but the bodies
	request    BLOB,
	response   BLOB,          -- the text that frames are cut from
	chunks     BLOB,          -- of response: lengths and times
	raw        BLOB,          -- the body as it came, where that was compressed
	raw_chunks BLOB
) STRICT;

CREATE TABLE blob (
	hash BLOB PRIMARY KEY, -- SHA-256 of the plain bytes
	data BLOB NOT NULL     -- packed
) STRICT, WITHOUT ROWID;

CREATE TABLE blob_use (
	exchange INTEGER NOT NULL REFERENCES exchange (id),
	hash     BLOB NOT NULL REFERENCES blob (hash),
	PRIMARY KEY (exchange, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_use_hash ON blob_use (hash);

-- What a person had on the screen in one run of the playground, and the conversations in
-- it. State is JSON, packed; what it says is the playground's business.
CREATE TABLE run (
	id      TEXT PRIMARY KEY, -- of the program among those that have the archive open
	updated INTEGER NOT NULL, -- microseconds of Unix time
	title   TEXT NOT NULL,
	detail  TEXT NOT NULL,
	state   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX run_updated ON run (updated);

CREATE TABLE session (
	id      TEXT PRIMARY KEY,
	updated INTEGER NOT NULL,
	state   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_updated ON session (updated);

CREATE TABLE turn (
	session TEXT NOT NULL,
	id      INTEGER NOT NULL,
	state   BLOB NOT NULL,
	PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE text USING fts5 (
	prompts, answers, thoughts, calls, documents,
	content = '', contentless_delete = 1, tokenize = 'unicode61'
);
`
