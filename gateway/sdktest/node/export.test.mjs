// TypeScript programs that gatehouse export wrote: the compiler accepts them, and each
// prints what gatehouse send prints.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import ts from 'typescript';
import { key, start } from './gateway.mjs';

const run = promisify(execFile);
const requests = new URL('../requests/', import.meta.url).pathname;

// watch passes requests on to a gateway, and keeps the last one.
async function watch(t, base) {
  const seen = {};
  const server = createServer(async (request, answer) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    Object.assign(seen, { headers: request.headers, body: Buffer.concat(parts).toString() });
    const { origin } = new URL(base);
    const { authorization, accept } = request.headers;
    const from = await fetch(origin + request.url, {
      method: request.method, body: seen.body, headers: { authorization, accept, 'content-type': 'application/json' } });
    answer.writeHead(from.status, { 'content-type': from.headers.get('content-type') });
    for await (const part of from.body) answer.write(part);
    answer.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.closeAllConnections() ?? server.close());
  seen.base = `http://127.0.0.1:${server.address().port}/api/v1`;
  return seen;
}

// compile checks programs as strictly as can be, and writes them as JavaScript.
function compile(files, folder) {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true, skipLibCheck: true, noEmitOnError: true, types: ['node'], outDir: folder,
  });
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  assert.equal(ts.formatDiagnostics(faults, { getCanonicalFileName: (n) => n, getCurrentDirectory: () => folder, getNewLine: () => '\n' }), '');
}

test('exported TypeScript', async (t) => {
  const seen = await watch(t, await start(t));
  const folder = await mkdtemp(new URL('exported-', import.meta.url).pathname);
  t.after(() => rm(folder, { recursive: true }));
  const config = join(folder, 'config.toml');
  await writeFile(config, `[profiles.test]\nbase_url = "${seen.base}"\nheaders = { "X-Title" = "it's \\"me\\" \\\\", "X-Api-Key" = "secret" }\n`);
  const env = { ...process.env, GATEHOUSE_API_KEY: key, X_API_KEY: 'from the environment', OPENAI_API_KEY: 'another', NO_PROXY: '*' };
  const gatehouse = (...args) => run(process.env.GATEHOUSE, [...args, '--config', config, '--profile', 'test', '--data-dir', join(folder, 'data')], { env, maxBuffer: 1 << 26 });

  const large = join(folder, 'large.json');
  await writeFile(large, JSON.stringify({ model: 'sim/writer', stream: true, input: 'it\'s "large" \\ ${x} `\n'.repeat(10_000) }));
  const files = [large, ...(await readdir(requests)).map((name) => join(requests, name))];
  const programs = [];
  for (const file of files) {
    const program = join(folder, basename(file, '.json') + '.mts');
    await gatehouse('export', file, '--as', 'typescript', '-o', program);
    programs.push(program);
  }
  compile(programs, folder);

  for (const [i, file] of files.entries()) {
    await t.test(basename(file), async () => {
      const { stdout } = await run(process.execPath, [programs[i].replace('.mts', '.mjs')], { env, maxBuffer: 1 << 26 });
      assert.deepEqual(JSON.parse(seen.body), JSON.parse(await readFile(file, 'utf8')));
      assert.equal(seen.headers.authorization, `Bearer ${key}`);
      assert.equal(seen.headers['x-api-key'], 'from the environment');
      assert.equal(seen.headers['x-title'], 'it\'s "me" \\');
      if (basename(file) === 'rerank.json') {
        const sent = await gatehouse('rerank', file, '--json');
        assert.deepEqual(JSON.parse(stdout).results, JSON.parse(sent.stdout).results);
        return;
      }
      const { text, response } = JSON.parse((await gatehouse('send', file, '--json')).stdout);
      const calls = response.output.filter((item) => item.type === 'function_call').map((item) => `${item.name} ${item.arguments}\n`);
      assert.equal(stdout, (text && text + '\n') + calls.join(''));
    });
  }
});
