// The floor for the portal's calls: Fastify and pg with named statements only. No session, no account check, no schema,
// no log, no security headers. Days stay text, because creating dates costs more. The reads of all calls share a few
// connections, as the portal's do.
import Fastify from 'fastify';
import { connectPool } from '../apps/server/src/platform/database/connect.ts';
import { connectPipeline } from '../apps/server/src/platform/database/pipeline/pipeline.ts';
import { registerHomeFloor } from './floor/home-floor.ts';
import { registerListFloor } from './floor/list-floor.ts';
import { registerLoginFloor } from './floor/login-floor.ts';

const {
  DATABASE_URL = '',
  DATABASE_CONNECTIONS = '10',
  DATABASE_SHARED_CONNECTIONS = '2',
  PORT,
} = process.env;
const pool = connectPool({ url: DATABASE_URL, maximumConnections: Number(DATABASE_CONNECTIONS) });
const shared = connectPool({
  url: DATABASE_URL,
  maximumConnections: Number(DATABASE_SHARED_CONNECTIONS),
  isPipelined: true,
});
const { reads } = connectPipeline(pool, shared);
const app = Fastify();
registerListFloor(app, reads);
registerHomeFloor(app, reads);
registerLoginFloor(app, pool);
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
