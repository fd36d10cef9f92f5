// A failure of the database, or of the local disk → an error message with its code, its place and a way out. Every
// command that opens data reports its failures through this file.

import { type DatabaseAddress, databaseAddress } from '@ninefold/server/store/driver/database.ts'
import { isDatabaseAway } from '@ninefold/server/store/driver/failures.ts'
import { EmbeddedPostgresMissing } from '@ninefold/server/store/embedded/postgres-binaries.ts'
import { CannotRunAsRoot } from '@ninefold/server/store/embedded/postgres-account.ts'
import { EmbeddedPostgresFailed } from '@ninefold/server/store/embedded/postgres-process.ts'
import { ServerUnsuitable } from '@ninefold/server/store/driver/suitable-server.ts'
import { Stop } from '../terminal/exit.ts'

/** Runs `work`. A failure of the database at `connectionString` or of the disk becomes a Stop; other errors pass. */
export async function tellingFailures<Result>(
  connectionString: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw stopFor(error, connectionString) ?? error
  }
}

/** Null: a defect of ours. */
function stopFor(error: unknown, connectionString: string | null): Stop | null {
  if (!(error instanceof Error) || error instanceof Stop) return null
  if (error instanceof EmbeddedPostgresMissing || error instanceof CannotRunAsRoot) return new Stop(error.message)
  if (connectionString !== null && !isDatabaseAddress(connectionString))
    return new Stop(
      'DATABASE_URL, or --database, is not the address of a database (ERR_INVALID_URL). Write it as postgres://user:password@host:5432/name.',
    )
  if (error instanceof EmbeddedPostgresFailed) return new Stop(`${ofEmbedded(error)}\n${error.message}`)
  const place = placeOf(connectionString)
  if (error instanceof ServerUnsuitable) return new Stop(`${capital(place.words)} can't be used. ${error.message}`)
  const told = ofDatabase(error, place) ?? ofDisk(error)
  return told === null ? null : new Stop(told)
}

/** The driver would guess, and connect to a host that nobody named. */
export function isDatabaseAddress(connectionString: string): boolean {
  // The host of a socket follows the database's name.
  return URL.canParse(connectionString.replace('@/', '@localhost/')) || /^(\/|socket:)/.test(connectionString)
}

/** Failures of the local disk appear only in the words of the embedded database's programs. */
function ofEmbedded({ said }: EmbeddedPostgresFailed): string {
  const code = WORDS_OF_DISK.find(([words]) => said.includes(words))?.[1]
  const [what, way] = (code === undefined ? undefined : DISK[code]) ?? ['', '']
  return what === '' ? 'The embedded PostgreSQL failed.' : `${what} (${code}). ${way}`
}

const WORDS_OF_DISK = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['Permission denied', 'EACCES'],
  ['Read-only file system', 'EROFS'],
] as const

interface DatabasePlace extends DatabaseAddress {
  /** `the database "name" at host:5432`, never with a password. */
  readonly words: string
}

function placeOf(connectionString: string | null): DatabasePlace {
  if (connectionString === null) return { words: 'the database', host: 'localhost', port: 0, name: '', user: '' }
  const address = databaseAddress(connectionString)
  const { host, port, name } = address
  return { ...address, words: `the database "${name}" at ${host.startsWith('/') ? host : `${host}:${port}`}` }
}

interface Told {
  /** SQLSTATE, an error code of the system or of TLS, or the driver's message if it has no code. */
  readonly holds: RegExp
  readonly says: (place: DatabasePlace) => string
  readonly way: (place: DatabasePlace, message: string) => string
}

const FAILURES: readonly Told[] = [
  {
    holds: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/,
    says: ({ words }) => `Nothing answers for ${words}`,
    way: () => 'Start PostgreSQL there, or correct host and port.',
  },
  {
    holds: /^(ENOTFOUND|EAI_AGAIN)$/,
    says: ({ words, host }) => `The host ${host} of ${words} is not known`,
    way: () => 'Correct the host, or the name server of this machine.',
  },
  {
    holds: /^ETIMEDOUT$|^timeout exceeded when trying to connect|^Connection terminated due to connection timeout/,
    says: ({ words }) => `A connection to ${words} timed out`,
    way: () => 'Check that a firewall permits this machine, and that PostgreSQL has free connections.',
  },
  {
    holds: /^53300$/,
    says: ({ words }) => `${capital(words)} takes no more connections`,
    way: ({ user }) => `End unused connections, or raise max_connections and the limit of the user "${user}".`,
  },
  {
    holds: /^3D000$/,
    says: ({ words }) => `There is no such database as ${words}`,
    way: ({ name }) => `Create it (createdb ${name}), or name another one.`,
  },
  {
    holds: /^(28000|28P01)$|^SASL: /,
    says: ({ words, user }) => `${capital(words)} does not let the user "${user}" in`,
    way: (_, message) => `Correct user and password (the server says: ${message}).`,
  },
  {
    holds: /^42501$/,
    says: ({ words, user }) => `The user "${user}" may not do what is needed in ${words}`,
    way: ({ name, user }, message) =>
      `The server says: ${message}. Make "${user}" the owner of the database: ALTER DATABASE "${name}" OWNER TO "${user}". Tables of another owner need ALTER TABLE … OWNER TO as well.`,
  },
  {
    holds: /^(53100|53400)$/,
    says: ({ words }) => `The disk of ${words} is full, or its user's share of it`,
    way: () => 'Make room on the disk of the server and try again: the unfinished work was rolled back.',
  },
  {
    holds: /^(53200|53000)$/,
    says: ({ words }) => `The server of ${words} has no memory left`,
    way: () => 'Give it more, or end other work on it, and try again: the unfinished work was rolled back.',
  },
  {
    holds: /^(58030|XX001|XX002)$/,
    says: ({ words }) => `The disk of ${words} fails`,
    way: (_, message) => `The server says: ${message}. See its log; restore a backup where its files are damaged.`,
  },
  {
    holds: /^25006$/,
    says: ({ words }) => `${capital(words)} only reads, as a replica does`,
    way: () => 'Name the server that writes. A replica may answer reads beside it, by DATABASE_REPLICA_URL.',
  },
  {
    holds: /^55P03$/,
    says: ({ words }) => `Other programs kept a table of ${words} locked for too long. Nothing was changed`,
    way: () => 'Try again.',
  },
  {
    holds: /^(57P0[123])$/,
    says: ({ words }) => `The server of ${words} starts or stops just now`,
    way: () => 'Try again when it runs.',
  },
  {
    holds: /^The server does not support SSL connections/,
    says: ({ words }) => `The server of ${words} does not speak TLS`,
    way: () => 'Switch TLS on there, or leave sslmode out of the address.',
  },
  {
    holds:
      /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)$/,
    says: ({ words }) => `The certificate of ${words} is not trusted`,
    way: () => 'Name its authority with NODE_EXTRA_CA_CERTS or sslrootcert, or renew the certificate.',
  },
]

function ofDatabase(error: Error, place: DatabasePlace): string | null {
  const cause = causeOf(error)
  const code = codeOf(cause)
  // An error with a path comes from the local disk.
  if ('path' in cause && codeOf(cause) in DISK) return null
  const known = FAILURES.find(({ holds }) => (code !== '' && holds.test(code)) || holds.test(cause.message))
  if (known !== undefined)
    return `${known.says(place)}${code === '' ? '' : ` (${code})`}. ${known.way(place, cause.message)}`
  if (!isDatabaseAway(error)) return null
  const sentence = `${capital(place.words)} can't be reached${code === '' ? '' : ` (${code})`}: ${cause.message}.`
  return `${sentence} See that the server runs and lets this machine in.`
}

/** For a host with several addresses, the first failure gives the reason. */
function causeOf(error: Error): Error {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : null
  return first instanceof Error ? first : error
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const DISK: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['There is no room on the disk', 'Make room, and try again.'],
  EDQUOT: ["This user's share of the disk is used up", 'Make room, and try again.'],
  EFBIG: ['A file would be larger than the system permits', 'Raise the limit (ulimit -f), and try again.'],
  EACCES: ['This user may not read or write here', 'Change the owner of the file or folder, or name another one.'],
  EPERM: ['This user may not read or write here', 'Change the owner of the file or folder, or name another one.'],
  EROFS: ['Nothing can be written here', 'Name a place on a disk that can be written to.'],
  ENOENT: ['There is no such file or folder', 'Correct the name, or make the folder.'],
  ENOTDIR: ['A part of this path is not a folder', 'Correct the name.'],
  EISDIR: ['This is a folder', 'Name a file.'],
  EIO: ['The disk fails', 'Look into the log of the system.'],
  EMFILE: ['Too many files are open', 'Raise the limit (ulimit -n), and try again.'],
}

function ofDisk(error: Error): string | null {
  const told = DISK[codeOf(error)]
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  // Without a path the error does not concern a file: for example a missing module.
  if (told === undefined || (path === null && !('syscall' in error))) return null
  return `${path === null ? '' : `${path}: `}${told[0]} (${codeOf(error)}). ${told[1]}`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
