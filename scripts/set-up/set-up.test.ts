import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { whyInstall } from './dependencies.mjs';

let checkout: string;

/** Stands in for npm: notes how it was called and leaves what a real one would. */
const npm = `
const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs');
appendFileSync('npm-calls.txt', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(1);
mkdirSync('node_modules', { recursive: true });
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'set up, '));
  cpSync(resolve(import.meta.dirname, '..', 'set-up.mjs'), join(checkout, 'scripts', 'set-up.mjs'));
  cpSync(import.meta.dirname, join(checkout, 'scripts', 'set-up'), { recursive: true });
  writeFileSync(join(checkout, 'npm.js'), npm);
  lock({
    'node_modules/react': { version: '19.0.0' },
    'node_modules/other-machine': { version: '1.0.0', optional: true },
  });
});
afterEach(() => rmSync(checkout, { recursive: true }));

function lock(packages: Record<string, object>): void {
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages }));
}

function setUp(options: string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, npm_execpath: join(checkout, 'npm.js'), ...environment };
  const program = join(checkout, 'scripts', 'set-up.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function npmCalls(): number {
  const file = join(checkout, 'npm-calls.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
}

test('a fresh checkout gets its dependencies, a second start finds them in place', () => {
  const first = setUp(['--no-build']);
  expect(first).toMatchObject({ status: 0, stdout: '' });
  expect(first.stderr).toContain('installing the dependencies (none are installed): some 350 MB');
  expect(readFileSync(join(checkout, 'npm-calls.txt'), 'utf8')).toBe(
    'ci --include=dev --include=optional --loglevel=error\n',
  );
  expect(setUp(['--no-build'])).toEqual({
    status: 0,
    stdout: '',
    stderr: 'Set-up: everything is in place.\n',
  });
  expect(npmCalls()).toBe(1);
});

test('what only the bench needs is installed in its folder, once', () => {
  setUp(['--no-build']);
  mkdirSync(join(checkout, 'bench'));
  writeFileSync(join(checkout, 'bench', 'package-lock.json'), JSON.stringify({ packages: {} }));
  expect(setUp(['--no-build', '--bench']).stderr).toContain('installing what the bench needs');
  expect(existsSync(join(checkout, 'bench', 'node_modules', '.package-lock.json'))).toBe(true);
  expect(setUp(['--no-build', '--bench']).stderr).toBe('Set-up: everything is in place.\n');
});

test('another version in package-lock.json is installed', () => {
  setUp(['--no-build']);
  lock({ 'node_modules/react': { version: '19.0.1' } });
  expect(setUp(['--no-build']).stderr).toContain('package-lock.json has changed');
  expect(npmCalls()).toBe(2);
});

test('this checkout has all that it locks: a second start installs nothing', () => {
  expect(whyInstall({ isProduction: false })).toBeUndefined();
});

test('a package that is only for other machines may be missing', () => {
  setUp(['--no-build']);
  const installed = { packages: { 'node_modules/react': { version: '19.0.0' } } };
  writeFileSync(join(checkout, 'node_modules', '.package-lock.json'), JSON.stringify(installed));
  expect(setUp(['--no-build']).stderr).toBe('Set-up: everything is in place.\n');
});

describe('an installation without development dependencies', () => {
  const production = { 'node_modules/react': { version: '19.0.0' } };
  const folder = () => join(checkout, 'node_modules', '.package-lock.json');

  beforeEach(() => {
    lock({
      ...production,
      'node_modules/vitest': { version: '5.0.0', dev: true },
      'node_modules/typescript': { version: '7.0.0', devOptional: true },
      'scripts/local-runtime': { version: '0.1.0', dev: true },
      'node_modules/local-runtime': { resolved: 'scripts/local-runtime', link: true },
    });
    mkdirSync(join(checkout, 'node_modules'));
    writeFileSync(folder(), JSON.stringify({ packages: production }));
  });

  test('[DEPLOY-1] a server and the operator commands install nothing', () => {
    expect(setUp(['--check'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(setUp(['--no-build', '--quiet', '--production'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(npmCalls()).toBe(0);
  });

  test('[DEPLOY-1] a server without a package says how to install it, and installs nothing', () => {
    writeFileSync(folder(), JSON.stringify({ packages: {} }));
    const { status, stderr } = setUp(['--check']);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'the dependencies are not complete (package-lock.json has changed). Run: npm ci --omit=dev',
    );
    rmSync(join(checkout, 'node_modules'), { recursive: true });
    expect(setUp(['--check']).stderr).toContain('(none are installed)');
    expect(npmCalls()).toBe(0);
  });

  test('[DEPLOY-1] another version of a development dependency that is there is still wrong', () => {
    const packages = { ...production, 'node_modules/vitest': { version: '4.0.0' } };
    writeFileSync(folder(), JSON.stringify({ packages }));
    expect(setUp(['--check']).status).toBe(1);
  });

  test('a local start installs the rest', () => {
    setUp(['--no-build']);
    expect(npmCalls()).toBe(1);
  });
});

test('a failed installation stops with its reason', () => {
  const { status, stderr } = setUp(['--no-build'], { NPM_FAILS: '1' });
  expect(status).toBe(1);
  expect(stderr).toContain('npm ci failed');
});

test('a CHROMIUM_PATH that leads nowhere stops the browser tests and is named', () => {
  setUp(['--no-build']);
  const { status, stderr } = setUp(['--no-build', '--browser'], { CHROMIUM_PATH: '/nowhere/chromium' });
  expect(status).toBe(1);
  expect(stderr).toContain('CHROMIUM_PATH is /nowhere/chromium, and there is no such file');
});

test('the pages are built when their source changed, and only then', () => {
  setUp(['--no-build']);
  const bin = join(checkout, 'node_modules', '.bin');
  const source = join(checkout, 'apps', 'web', 'src', 'main.ts');
  for (const folder of [bin, join(source, '..')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(bin, 'vite'), '#!/bin/sh\nmkdir -p apps/web/dist && echo x >> vite-calls.txt\n', {
    mode: 0o755,
  });
  writeFileSync(source, '1');
  expect(setUp([]).stderr).toContain('the web pages are built');
  expect(setUp([]).stderr).toBe('Set-up: everything is in place.\n');
  writeFileSync(source, '2');
  expect(setUp([]).stderr).toContain('the web pages are built');
});

test.each([
  [
    'a Node that is too old for the portal',
    `'versions', { value: { ...process.versions, node: '20.20.2' } }`,
    'the portal needs Node 24 or newer, and this is Node 20.20.2',
  ],
  [
    'another system',
    `'platform', { value: 'darwin' }`,
    `this is darwin-${process.arch}; the portal runs on Linux (x64 or arm64).`,
  ],
])('every start refuses %s, also when the dependencies are in place', (_what, machine, message) => {
  setUp(['--no-build']);
  const script = join(checkout, 'machine.cjs');
  writeFileSync(script, `Object.defineProperty(process, ${machine});`);
  const environment = { NODE_OPTIONS: `--require="${script}"` };
  const { status, stderr } = setUp(['--no-build'], environment);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(setUp(['--check'], environment)).toMatchObject({ status: 1, stderr });
});
