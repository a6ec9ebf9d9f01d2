-- Fills the history of a team with generated exchanges, to measure how fast it is read:
--   psql -v days=100 -v perday=100000 -v from=0 -v step=1 -f .ci/team-rows.sql URL
-- Two at once take every second day: -v from=0 -v step=2 and -v from=1 -v step=2.
SET synchronous_commit = off;
SELECT set_config('rows.days', :'days', false), set_config('rows.perday', :'perday', false), set_config('rows.from', :'from', false), set_config('rows.step', :'step', false);
DO $$
DECLARE
	today integer := (extract(epoch FROM now()) / 86400)::integer;
	perday bigint := current_setting('rows.perday')::bigint;
	d integer := today - 1 - current_setting('rows.from')::integer;
	first bigint;
BEGIN
	WHILE d >= today - current_setting('rows.days')::integer LOOP
		PERFORM gatehouse.open_day(d);
		first := d * 86400000000::bigint;
		EXECUTE format($i$
INSERT INTO gatehouse.%I (id, name, origin, kind, connection, base_url, service, session, turn, asked, served, provider, verdict, reason, status,
	ttfb, ttft, total, input, cached, output, reasoning, estimated, cost, guardrails, tools, warnings, size, words, method, path, caller, target,
	by_proxy, lasted, undated, lint, rate, run, calls, cache, receipt, tokens, shared_by, host, program, found)
SELECT %L::bigint + i * (86400000000 / %L::bigint), substr(md5(i::text || %L), 1, 26), (ARRAY['proxy','proxy','playground','send'])[1 + i %% 4], 'responses', 'work',
	'https://gate.example/api/v1', 'service', 's' || (i / 20), i %% 20, m, m, (ARRAY['atlas','borealis','cirrus','delta'])[1 + (r * 4)::int %% 4],
	CASE WHEN r < 0.9 THEN 'completed' WHEN r < 0.97 THEN 'failed' ELSE 'truncated' END, CASE WHEN r BETWEEN 0.9 AND 0.97 THEN 'rate_limit' ELSE '' END, CASE WHEN r < 0.9 THEN 200 ELSE 429 END,
	(r * 1e6)::bigint, (r * 2e6)::bigint, (r * 2e7)::bigint, (r * 8000)::bigint, 0, (r * 900)::bigint, 0, false, r / 50,
	CASE WHEN i %% 500 = 0 THEN ',pii,' ELSE '' END, CASE WHEN i %% 3 = 0 THEN ',run_tests,' WHEN i %% 997 = 0 THEN ',get_weather,' ELSE '' END, '', (r * 90000)::bigint, 'the first words of an answer ' || i, 'POST',
	(ARRAY['/v1/responses','/v1/chat/completions','/v1/messages'])[1 + i %% 3], '10.0.0.' || i %% 40 || ' codex/1.2', '', false, (r * 2e7)::bigint, false, '', (r * 90000)::bigint, NULL, 0, 'hit', ',matches,',
	(r * 8900)::bigint, (ARRAY['ann','bob','cleo','dora'])[1 + i %% 4], 'host' || i %% 4, 'gatehouse',
	array_to_tsvector(ARRAY['word' || (r * 5000)::int, 'thing' || i %% 700, 'the', 'of', 'rare' || i %% 90000])
FROM (SELECT i, random() AS r, 'vendor' || (i * 7919) %% 6 || '/model' || (i * 104729) %% 40 AS m FROM generate_series(0, %L::bigint - 1) AS i) AS g
ON CONFLICT DO NOTHING$i$,
			'exchange_d' || to_char(to_date('1970-01-01', 'YYYY-MM-DD') + d, 'YYYYMMDD'), first, perday, d, perday);
		COMMIT;
		d := d - current_setting('rows.step')::integer;
	END LOOP;
	INSERT INTO gatehouse.spelling
		SELECT DISTINCT f, w FROM gatehouse.exchange, LATERAL (VALUES ('asked', asked), ('served', served), ('provider', provider), ('verdict', verdict), ('origin', origin),
			('method', method), ('path', path), ('caller', caller), ('cache', cache), ('shared_by', shared_by)) AS v (f, w)
		WHERE id >= (today - 2) * 86400000000::bigint AND id < (today - 1) * 86400000000::bigint ON CONFLICT DO NOTHING;
END $$;
