import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBareServer, listen, readUntilClose, sendHeld } from '../../testing/bare-server.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';

let port: number;
let token: string;
const lines: Record<string, unknown>[] = [];
const portal = forFile(() => startTestPortal({}, recordingLog(lines)));
beforeAll(async () => {
  port = await listen(portal.app.server);
  token = (await buildCustomer(portal)).token;
});
beforeEach(() => void lines.splice(0));

interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Returns everything that the server writes until it closes the connection. */
async function readAll(socket: Socket): Promise<RawResponse> {
  const [head = '', body = ''] = (await readUntilClose(socket)).split('\r\n\r\n', 2);
  const [start = '', ...fields] = head.split('\r\n');
  const headers = fields.map((line) => line.split(': ', 2) as [string, string]);
  return { status: Number(start.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

async function sendRaw(request: string): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  return await readAll(socket);
}

const apiHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Expects a complete problem of ours with one log line, and returns it. */
function expectOurs({ status, headers, body }: RawResponse, code: string): Record<string, unknown> {
  expect(headers).toMatchObject(apiHeaders);
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ status, code, type: `urn:myaccount:problem:${code}` });
  expect(headers['x-correlation-id']).toBe(problem.correlationId);
  const logged = lines.filter((line) => line.correlationId === problem.correlationId);
  expect(logged).toMatchObject([{ status, msg: 'request' }]);
  expect(typeof logged[0]?.ms).toBe('number');
  return problem;
}

const end = 'Host: localhost\r\nConnection: close\r\n\r\n';

describe('every response is ours', () => {
  test.each([
    [
      'a path out of the served folder',
      `GET /myaccount/api/docs/static/../x HTTP/1.1\r\n${end}`,
      404,
      'request.not-found',
    ],
    ['a malformed escape', `GET /myaccount/api/%E0%A4%A HTTP/1.1\r\n${end}`, 400, 'request.invalid'],
    [
      'a malformed escape in a wrong method',
      `DELETE /myaccount/api/%zz HTTP/1.1\r\n${end}`,
      400,
      'request.invalid',
    ],
    [
      'a missing Host',
      'GET /myaccount/api/payments HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'request.invalid',
    ],
    ['two Hosts', `GET /myaccount/api/payments HTTP/1.1\r\nhost: x\r\n${end}`, 400, 'request.invalid'],
    [
      'the same Host twice',
      `GET /myaccount/api/payments HTTP/1.0\r\nHost: localhost\r\n${end}`,
      400,
      'request.invalid',
    ],
    ['no Host in HTTP/1.0', 'GET /myaccount/api/payments HTTP/1.0\r\n\r\n', 401, 'request.unauthorized'],
    [
      'an unknown expectation',
      `GET /myaccount/api/payments HTTP/1.1\r\nExpect: more\r\nx: host\r\n${end}`,
      401,
      'request.unauthorized',
    ],
    ['an unknown method', `PROPFIND /myaccount/api/nowhere HTTP/1.1\r\n${end}`, 404, 'request.not-found'],
    ['text that is not HTTP', 'nonsense\r\n\r\n', 400, 'request.invalid'],
    [
      'headers larger than 16 KB',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n${end}`,
      431,
      'request.headers-too-large',
    ],
    [
      'a body with a malformed length',
      `POST /myaccount/api/x HTTP/1.1\r\nContent-Length: x\r\n${end}`,
      400,
      'request.invalid',
    ],
  ])('[ERROR-1] %s', async (_what, request, status, code) => {
    const response = await sendRaw(request);
    expect(response.status).toBe(status);
    expectOurs(response, code);
  });

  test('[ERROR-1] a malformed escape of a page has the headers of pages', async () => {
    const { status, headers } = await sendRaw(`GET /myaccount/%E0%A4%A HTTP/1.1\r\n${end}`);
    expect(status).toBe(400);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', connection: 'close' });
  });

  test("[ERROR-1] a body that never arrives is 408 with the caller's correlation id", async () => {
    const accepted = once(portal.app.server.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const received = once(portal.app.server.server, 'request');
    socket.write(
      `POST /myaccount/api/login/otp/send HTTP/1.1\r\nx-correlation-id: slow-body-1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n${end}`,
    );
    const [[serverSocket]] = await Promise.all([accepted, received]);
    const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    portal.app.server.server.emit('clientError', timeout, serverSocket);
    const response = await readAll(socket);
    expect(response.status).toBe(408);
    expect(JSON.parse(response.body)).toMatchObject({
      code: 'request.timeout',
      correlationId: 'slow-body-1',
    });
  });
});

describe('wrong methods', () => {
  test.each([
    ['GET', '/myaccount/api/login/otp/send', 'POST'],
    ['DELETE', '/myaccount/api/payments', 'GET'],
    ['OPTIONS', '/myaccount/api/payments?x=1', 'GET'],
    ['POST', '/myaccount/health/live', 'GET, HEAD'],
    ['POST', '/myaccount/api/docs/static/index.html', 'GET, HEAD'],
  ] as const)('[ERROR-1] %s %s is 405 and names %s, before the body is read', async (method, url, allow) => {
    const payload = method === 'GET' ? {} : { payload: 'a=b', headers: { 'content-type': 'text/plain' } };
    const response = await portal.inject({ method, url, ...payload });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json().code).toBe('request.method-not-allowed');
  });

  test('[ERROR-1] an unknown path is 404 for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'] as const) {
      const response = await portal.inject({ method, url: '/myaccount/api/nowhere' });
      expect([response.statusCode, response.headers.allow]).toEqual([404, undefined]);
    }
  });

  test('[ERROR-1] a file that is not there is 404, not a wrong method', async () => {
    const response = await portal.inject({ method: 'GET', url: '/myaccount/api/docs/static/none.js' });
    expect([response.statusCode, response.headers.allow]).toEqual([404, undefined]);
  });
});

test('[ERROR-3] log lines of 401 and 429 carry the client address, other lines never', async () => {
  const [limited, known] = [await portal.get('/payments', {}), await portal.get('/health/nowhere', {})];
  expect([limited.statusCode, known.statusCode]).toEqual([401, 404]);
  for (let sent = 0; sent < 31; sent += 1)
    await portal.post('/login/otp/send', { email: `x${sent}@example.com` });
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([400, 401, 404, 429]));
  for (const line of requests) {
    const isTraced = line.status === 401 || line.status === 429;
    expect([line.status, line.client]).toEqual([line.status, isTraced ? '127.0.0.1' : undefined]);
  }
});

test.each(['5.0', '1e1', '+5', ' 5', '0x5', '', '-1', '5_0', '٥'])(
  '[ERROR-1] a page of “%s” is refused: query numbers are plain digits',
  async (page_number) => {
    const response = await portal.get('/invoices/all', { billing_account_id: 'b', page_number }, token);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toMatchObject([{ field: 'page_number' }]);
  },
);

/** Starts a server whose `/held` answers after `release` is called. */
async function startHoldingServer() {
  const server = await createBareServer();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  server.get('/held', async () => held.then(() => 'held'));
  server.get('/next', async () => 'next');
  await listen(server);
  return { server, release };
}

test('[ERROR-1] malformed text behind a waiting request is never read as its answer', async () => {
  const { server, release } = await startHoldingServer();
  const socket = await sendHeld(server, 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.write('nonsense\r\n\r\n');
  const response = await readAll(socket);
  expect(response).toEqual({ status: Number.NaN, headers: {}, body: '' });
  release();
  await server.close();
});

test('[ERROR-1] a request during shutdown is served, and its response closes the connection', async () => {
  const { server, release } = await startHoldingServer();
  const socket = await sendHeld(server, 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  const closing = server.close();
  await new Promise(setImmediate);
  socket.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n');
  release();
  const text = await readUntilClose(socket);
  await closing;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});
