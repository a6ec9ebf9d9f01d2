// HTTP Archives: those that gatehouse writes hold to the format's schema, and one that
// Chromium recorded opens here.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import validator from 'har-validator/lib/promise.js';
import { chromium } from 'playwright-core';
import { key, start } from './gateway.mjs';

// program runs gatehouse with a history of its own, whatever its exit code.
async function program(t, base) {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  t.after(() => rm(folder, { recursive: true }));
  const env = { ...process.env, GATEHOUSE_API_KEY: key, NO_PROXY: '*' };
  const run = (...args) => {
    const ended = promisify(execFile)(process.env.GATEHOUSE, [...args, '--data-dir', join(folder, 'data')], { env, maxBuffer: 1 << 26 });
    ended.child.stdin.end();
    return ended.catch((failed) => { if (typeof failed.code !== 'number') throw failed; return failed; });
  };
  return { folder, run, send: (...args) => run('send', ...args, '--base-url', base) };
}

// valid checks a file against the schema of the format.
async function valid(text) {
  try {
    await validator.har(JSON.parse(text));
  } catch (wrong) {
    assert.fail(JSON.stringify(wrong.errors ?? wrong, null, 1));
  }
}

test('an HTTP Archive of ours is valid', async (t) => {
  const { folder, run, send } = await program(t, await start(t));
  for (const model of ['sim/writer', 'fault/cut', 'fault/429', 'fault/html-502']) {
    for (const stream of ['--stream', '--no-stream']) {
      await send('-m', model, stream, '-p', 'hello');
      await valid((await run('export', 'last', '--as', 'har')).stdout);
    }
  }
  const ranking = join(folder, 'rank.json');
  await writeFile(ranking, '{"model":"sim/bm25","query":"a","documents":["a","b"]}');
  await run('rerank', ranking);
  await valid((await run('export', 'last', '--as', 'har')).stdout);
  await run('send', '-p', 'hello', '--base-url', 'http://127.0.0.1:9/api/v1'); // nobody listens there
  const { stdout } = await run('export', 'last', '--as', 'har');
  await valid(stdout);
  assert.equal(JSON.parse(stdout).log.entries[0].response.status, 0);
});

test('an HTTP Archive of Chromium opens', async (t) => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) return t.skip('there is no Chromium on this machine');
  const base = await start(t);
  const { folder, run, send } = await program(t, base);
  const path = join(folder, 'browser.har');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const context = await browser.newContext({ recordHar: { path, content: 'embed' } });
  const page = await context.newPage();
  await page.goto(base + '/models'); // of the gateway's own origin, so that it may be asked from there
  await page.evaluate(async ([base, key]) => {
    for (const [path, body] of [
      ['responses', { model: 'sim/writer', input: 'hello', stream: true }],
      ['responses', { model: 'fault/429', input: 'hello' }],
      ['rerank', { model: 'sim/bm25', query: 'a', documents: ['a', 'b'] }],
    ]) {
      const answer = await fetch(`${base}/${path}`, { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } });
      await answer.text();
    }
  }, [base, key]);
  await context.close();

  assert.match(await readFile(path, 'utf8'), /sdk-test/, 'the browser recorded the key');
  const body = await run('export', path, '--as', 'json'); // the last of the file
  assert.equal(JSON.parse(body.stdout).query, 'a');
  assert.match((await run('import', path)).stdout, /^3 exchanges imported, .*1 failed model list.* skipped\n$/); // the page itself, asked without a key
  const list = (await run('history', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(list.map((e) => [e.origin, e.status, e.http_status]), [['import', 'completed', 200], ['import', 'failed', 429], ['import', 'completed', 200]]);
  const imported = JSON.parse((await run('history', 'show', list[2].id, '--json')).stdout);
  const sent = JSON.parse((await send('-m', 'sim/writer', '--stream', '-p', 'hello', '--json')).stdout);
  assert.equal(imported.model, sent.model);
  assert.ok(imported.text.length > 0 && imported.timing.total_ms > 0);
  const ours = (await run('export', list[2].id, '--as', 'har', '--no-redact')).stdout;
  await valid(ours);
  assert.doesNotMatch(ours, /sdk-test/);
});
