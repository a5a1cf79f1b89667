// What the portal's answers are held against: Fastify and pg with named statements and nothing else. No session, no
// right to the account, no schema, no log, no headers of safety. Days stay text, as making dates of them costs more.
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
