// A process that owns a data folder until it is killed, for tests of a killed owner's leftovers. Writes one line of
// JSON when it is ready.

import { startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts'

const server = await startEmbeddedPostgres({ dataDirectory: process.argv[2] ?? '' })
process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString, processId: server.processId })}\n`)
