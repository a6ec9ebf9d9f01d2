// The recording proxy between two taps. What it recorded must be, byte for byte, what was
// sent on either side of it, and there must be no hint in a request and no finding in an answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, createGzip } from 'node:zlib';
import { launch, run } from './program.mjs';

const numbered = 'x-exchange'; // the header by which taps and record know an exchange

// recorded returns what leads to an address through the proxy. When the test has ended, the
// proxy is stopped before anything else, and once all are, its history is compared with what
// passed. Of the answers of an API that lint knows nothing of, told is what an SDK made of
// each: the history must tell the same.
export function recorded(t, told) {
  let stop = () => {};
  t.after(() => stop());
  return async (address) => {
    const upstream = new URL(address);
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse'));
    const behind = await tap(t, upstream.origin, { answered: packing });
    const proxy = await launch(t, 'proxy', '--data-dir', folder, '--addr', '127.0.0.1:0', '--to', behind.address + upstream.pathname);
    let last = 0;
    const before = await tap(t, proxy.address, { asked: (request) => { request.headers[numbered] = String(++last); } });
    stop = proxy.stop;
    t.after(async () => { // the last: where it fails, no server keeps the test from its end
      const requests = await compare(folder, before.seen, behind.seen);
      await hints(folder, requests);
      await receipts(folder);
      await (told ? tells(folder, told) : lint(folder));
      await rm(folder, { recursive: true });
    });
    return before.address;
  };
}

// packing compresses every second answer, each read to be read at once.
function packing(asked, head) {
  if (asked.headers[numbered] % 2 || !asked.headers['accept-encoding']?.includes('gzip')) return undefined;
  delete head['content-length'];
  head['content-encoding'] = 'gzip';
  return createGzip({ flush: constants.Z_SYNC_FLUSH });
}

// tap forwards to a server and keeps what passes. Of the hooks, asked may change a request,
// and answered the head of its answer; that returns what the body goes through, if anything.
async function tap(t, to, { asked: onAsked, answered: onAnswered }) {
  const seen = new Map();
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, answer) => {
    onAsked?.(asked);
    const exchange = { request: [], response: [], status: 0 };
    seen.set(asked.headers[numbered], exchange);
    const out = request(to + asked.url, { method: asked.method, headers: { ...asked.headers, host: new URL(to).host }, agent });
    asked.on('data', (some) => { exchange.request.push(some); out.write(some); });
    asked.on('end', () => out.end());
    answer.on('close', () => { if (!answer.writableFinished) out.destroy(); });
    out.on('error', () => answer.destroy());
    out.on('response', (came) => {
      const head = { ...came.headers };
      const through = onAnswered?.(asked, head);
      exchange.status = came.statusCode;
      answer.writeHead(came.statusCode, head);
      const passed = through ? came.pipe(through) : came;
      passed.on('data', (some) => { exchange.response.push(some); answer.write(some); });
      passed.on('end', () => answer.end());
      came.on('aborted', () => answer.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => { agent.destroy(); server.closeAllConnections(); server.close(); });
  return { address: `http://127.0.0.1:${server.address().port}`, seen };
}

async function compare(folder, before, behind) {
  const listed = (await run('history', 'list', '--json', '--limit', '0', '--data-dir', folder)).trim().split('\n').map((line) => JSON.parse(line));
  const har = JSON.parse(await run('export', ...listed.map((e) => e.id), '--as', 'har', '--no-redact', '--data-dir', folder));
  assert.ok(before.size > 0, 'nothing passed');
  assert.equal(har.log.entries.length, before.size);
  assert.equal(before.size, behind.size);
  const requests = new Map(); // those of gatehouse's own APIs, each once
  for (const { request, response, _wire: coded, _capture: { end } } of har.log.entries) {
    const of = request.headers.find(({ name }) => name.toLowerCase() === numbered).value;
    const [sent, came] = [before.get(of), behind.get(of)];
    const asked = Buffer.from(request.postData?.text ?? '');
    same(asked, Buffer.concat(sent.request), request);
    same(asked, Buffer.concat(came.request), request);
    if (/\/(responses|rerank)$/.test(request.url)) requests.set(asked.toString().replace(/"stream":\w+,?/, ''), asked);
    assert.deepEqual([response.status, sent.status], [came.status, came.status]);
    const { text = '', encoding = 'utf8' } = coded ?? response.content;
    const answered = Buffer.from(text, encoding);
    const [at, to] = [Buffer.concat(came.response), Buffer.concat(sent.response)];
    if (end.cause === 'clean') {
      same(answered, at, request);
      same(answered, to, request);
    } else { // an SDK may leave in the middle, or once it has read [DONE]
      assert.match(end.cause, /^(hung_up|cancelled)$/);
      same(answered, at.subarray(0, answered.length), request);
      same(answered.subarray(0, to.length), to, request);
    }
  }
  return requests;
}

// hints wants none on what an SDK sends.
async function hints(folder, requests) {
  const file = join(folder, 'request.json');
  for (const request of requests.values()) {
    await writeFile(file, request);
    const said = await run('validate', file, '--service', 'openrouter').catch((failed) => failed.stdout);
    assert.doesNotMatch(said, /^hint: /m, String(request));
  }
}

// lint wants no finding, but that the tap compresses streams; one model ends too early on
// purpose.
async function lint(folder) {
  const { exchanges } = JSON.parse(await run('lint', '--format', 'json', '--data-dir', folder, '--', 'since:1d', '-model:fault/cut').catch((failed) => failed.stdout));
  const found = exchanges.flatMap(({ findings }) => findings).filter(({ rule }) => rule !== 'encoding');
  assert.ok(exchanges.length > 0, 'nothing was checked');
  assert.deepEqual(found.map(({ rule, message }) => `${rule}: ${message}`), []);
}

// receipts wants nothing to be wrong with what was reported of tokens and cost. What the servers'
// models cost is not known here: they are made up. What is charged for an answer that broke off is
// not known either.
async function receipts(folder) {
  const { exchanges } = JSON.parse(await run('receipt', '--json', '--data-dir', folder, '--', 'since:1d', '-verdict:truncated', '-verdict:cancelled', '-verdict:failed'));
  const found = exchanges.flatMap(({ findings }) => findings).filter(({ code }) => code !== 'unpriced');
  assert.deepEqual(found.map(({ code, message }) => `${code}: ${message}`), []);
}

// tells wants the history to tell of answers, the first first, what an SDK did.
async function tells(folder, told) {
  const listed = (await run('history', 'list', '--json', '--data-dir', folder)).trim().split('\n').map((line) => JSON.parse(line)).reverse();
  assert.equal(listed.length, told.length);
  for (const [n, { thought, text, call, arguments: given, input, output }] of told.entries()) {
    const { id, status, tokens, tools } = listed[n];
    assert.deepEqual([status, tokens.input, tokens.output, tools], ['completed', input, output, [call.split(' ')[0]]]);
    assert.equal(JSON.parse(await run('history', 'show', id, '--json', '--data-dir', folder)).text, text);
    const [, answer] = (await run('history', 'show', id, '--data-dir', folder)).split('\nANSWER\n');
    const [said, named, passed] = answer.trimEnd().replace(/^│ ?/gm, '').match(/^([^]*)\n\ncall ([^:]*): ([^]*)$/).slice(1);
    assert.deepEqual([said, named, JSON.parse(passed)], [`reasoning: ${thought}\n\n${text}`, call, given]);
  }
}

function same(recorded, passed, { method, url }) {
  assert.ok(recorded.equals(passed), `${method} ${url}: recorded ${recorded.length} bytes, ${passed.length} passed`);
}
