// The floor for the portal's calls: Fastify and pg with named statements only. No session, no account check, no schema,
// no log, no security headers. Days stay text, because creating dates costs more.
import Fastify from 'fastify';
import pg from 'pg';
import { registerHomeFloor } from './floor/home-floor.ts';
import { registerListFloor } from './floor/list-floor.ts';
import { registerLoginFloor } from './floor/login-floor.ts';

const { DATABASE_URL, DATABASE_CONNECTIONS = '10', PORT } = process.env;
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_CONNECTIONS) });
const app = Fastify();
registerListFloor(app, pool);
registerHomeFloor(app, pool);
registerLoginFloor(app, pool);
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
