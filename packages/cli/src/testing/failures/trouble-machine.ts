// Test of incidents: several people use a served application while something around it fails, one thing after another.
// During an incident everybody gets the requested answer or a time to retry. People who are not affected notice
// nothing, and afterwards everything recovers by itself. In the end every acknowledged change exists, and its messages
// have arrived.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Receivers, startReceivers } from '@ninefold/server/testing/servers/receivers.ts'
import { inDatabase } from './in-database.ts'
import { endDatabase } from './killing.ts'
import { memoryMb } from './process-memory.ts'
import { type Running, startNinefold, stop, workplaceWithDatabase } from '../program.ts'
import { freeze, readNothing, sendSlowly, type Silence, silenceBefore, type SmallDisk, smallDisk } from './troubles.ts'
import { newUsers, type Used, type Users } from './trouble-users.ts'

const TEXT = fileURLToPath(new URL('../concurrency/parcels.md', import.meta.url))
const DATA = '.ninefold'
const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`
const DATABASE_MB = 320
const FILES_MB = 64
const READERS = 20
const SENDERS = 120
const RECOVERY_MS_MAX = 30_000
/** The maximum time until any answer. */
const ANSWER_MS_MAX = 35_000
const ALIVE_MS_MAX = 2_000
const TOLD_MS_MAX = 60_000
const MEMORY_MB_MAX = 200
const AGAIN_MS = 300

const TROUBLES = [
  'PostgreSQL stands still',
  'no room for PostgreSQL',
  'no room for files',
  'nobody takes messages',
  'readers who read nothing',
  'senders who send slowly',
] as const
export type Trouble = (typeof TROUBLES)[number]

export interface TroubleOptions {
  readonly troubles?: readonly Trouble[]
  readonly secondsEach: number
  /** SQL to run first, to plant a fault that the test must find. */
  readonly prepare?: string
  readonly told?: (line: string) => void
}

export interface TroubleResult {
  readonly served: number
  readonly refused: number
  readonly slowestMs: number
  readonly recoveryMs: number
  /** Incidents that this machine does not permit. */
  readonly untried: readonly Trouble[]
  readonly wrong: readonly string[]
}

/** The application under test. */
interface Scene {
  readonly folder: string
  readonly program: Running
  readonly port: number
  readonly users: Users
  readonly receivers: Receivers
  readonly silences: readonly Silence[]
  readonly disks: { readonly database: SmallDisk | null; readonly files: SmallDisk | null }
  readonly secondsEach: number
}

export async function runTroubleMachine(options: TroubleOptions): Promise<TroubleResult> {
  await using place = await workplaceWithDatabase()
  await using receivers = await startReceivers()
  const [mail, hooks] = [new URL(receivers.mailUrl).port, receivers.host.split(':')[1]]
  await using mailSilence = await silenceBefore(Number(mail))
  await using hookSilence = await silenceBefore(Number(hooks))
  const data = join(place.folder, DATA)
  await using database = await smallDisk(data, DATABASE_MB)
  await using files = database === null ? null : await smallDisk(join(data, 'files'), FILES_MB)
  await writeFile(join(place.folder, 'app.md'), await textOfParcels())
  const host = `127.0.0.1:${hookSilence.port}`
  const program = startNinefold(
    place.folder,
    ['start', 'app.md', '--embedded-database', '--allow-provisional', '--host', '127.0.0.1', '--port', '0'],
    {
      HOOK: SECRET,
      MAIL_FROM: 'post@example.test',
      SMTP_URL: `smtp://127.0.0.1:${mailSilence.port}`,
      WEBHOOK_HOSTS: host,
    },
  )
  try {
    const [, port] = await program.prints(/is served on port (\d+)\./)
    const users = await newUsers(Number(port), `http://${host}/in`)
    if (options.prepare !== undefined) await inDatabase(place.folder, options.prepare)
    const scene: Scene = {
      folder: place.folder,
      program,
      port: Number(port),
      users,
      receivers,
      silences: [mailSilence, hookSilence],
      disks: { database, files },
      secondsEach: options.secondsEach,
    }
    return await goThrough(scene, options)
  } finally {
    await stop(program)
    await endDatabase(place.folder)
  }
}

/** Adds uploads to parcels, and a long list of them. */
async function textOfParcels(): Promise<string> {
  const text = await readFile(TEXT, 'utf8')
  const changed = text
    .replace(
      '| remarks | whole',
      '| paper | file up to 4 MB | | | |\n| story | long text up to 20000 | | | |\n| remarks | whole',
    )
    .replace('| hook | Parcel.hook | yes |', '| hook | Parcel.hook | yes |\n| paper | Parcel.paper | no |')
    .replace('given title, hook', 'given title, hook, paper')
    .replace('### POST /api/parcels', `${LIST}\n\n### POST /api/parcels`)
  if (changed.length < text.length + LIST.length) throw new Error('The parcels have no place for papers any more.')
  return changed
}

const LIST = `### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Parcel | \`/api/all-parcels\` | list | id | everything visible |`

async function goThrough(scene: Scene, { troubles = TROUBLES, told }: TroubleOptions): Promise<TroubleResult> {
  const { users } = scene
  const wrong: string[] = []
  const untried: Trouble[] = []
  let [recoveryMs, worstAliveMs] = [0, 0]
  let isOver = false
  const looking = (async () => {
    while (!isOver) worstAliveMs = Math.max(worstAliveMs, await users.alive())
  })()
  const using = users.use(() => isOver)
  for (const trouble of troubles) {
    await users.settled()
    const before = { ...users.counts }
    const began = await BEGINNINGS[trouble](scene)
    if (began === null) {
      untried.push(trouble)
      continue
    }
    // However short the incident, each kind of request is sent during it.
    const meanwhile = users.everything()
    await wait(scene.secondsEach * 1_000)
    if (trouble !== 'PostgreSQL stands still') await meanwhile
    wrong.push(...(await began.end()).map((words) => `${trouble}: ${words}`))
    await meanwhile
    const tookMs = await users.untilWell(RECOVERY_MS_MAX)
    recoveryMs = Math.max(recoveryMs, tookMs ?? RECOVERY_MS_MAX)
    if (tookMs === null) wrong.push(`${trouble}: not well again after ${RECOVERY_MS_MAX / 1000} s`)
    const used = since(before, users.counts)
    wrong.push(...concerned(trouble, used))
    told?.(`${trouble}: ${used.served} served, ${used.refused} refused, well again after ${tookMs} ms`)
  }
  isOver = true
  await Promise.all([using, looking])
  wrong.push(...users.wrong, ...(await untilTold(scene)), ...(await lost(scene)))
  if (worstAliveMs > ALIVE_MS_MAX) wrong.push(`${worstAliveMs} ms until it said that it is alive`)
  if (users.slowestMs() > ANSWER_MS_MAX) wrong.push(`${users.slowestMs()} ms until somebody was answered`)
  const { served, refused } = users.counts
  return { served, refused, slowestMs: users.slowestMs(), recoveryMs, untried, wrong }
}

function since(before: Used, now: Used): Used {
  return {
    served: now.served - before.served,
    refused: now.refused - before.refused,
    uploadsRefused: now.uploadsRefused - before.uploadsRefused,
  }
}

/** Checks that unaffected people noticed nothing, and that affected ones got an answer. */
function concerned(trouble: Trouble, { served, refused, uploadsRefused }: Used): string[] {
  if (trouble === 'PostgreSQL stands still' || trouble === 'no room for PostgreSQL') return []
  const others = trouble === 'no room for files' ? refused - uploadsRefused : refused
  return [
    ...(served === 0 ? [`${trouble}: nobody was served`] : []),
    ...(others === 0 ? [] : [`${trouble}: ${others} who are not concerned were refused`]),
    ...(trouble === 'no room for files' && uploadsRefused === 0 ? [`${trouble}: nobody noticed`] : []),
  ]
}

interface Begun {
  /** Returns the violations. */
  end(): Promise<string[]>
}

/** Null: not possible here. */
const BEGINNINGS: Readonly<Record<Trouble, (scene: Scene) => Promise<Begun | null>>> = {
  'PostgreSQL stands still': async ({ folder }) => {
    if (process.platform !== 'linux') return null
    const postmaster = Number((await readFile(join(folder, DATA, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
    const goOn = await freeze(postmaster)
    return {
      end: async () => {
        goOn()
        return []
      },
    }
  },
  'no room for PostgreSQL': async ({ folder, disks }) => {
    if (disks.database === null) return null
    const giveBack = await disks.database.fill()
    // The log needs room before the tables do. The statement may fail, because the disk is full.
    await inDatabase(folder, 'SELECT pg_switch_wal()').catch(() => {})
    return {
      end: async () => {
        await giveBack()
        return []
      },
    }
  },
  'no room for files': async ({ disks }) => {
    if (disks.files === null) return null
    const giveBack = await disks.files.fill()
    return {
      end: async () => {
        await giveBack()
        return []
      },
    }
  },
  'nobody takes messages': async ({ silences }) => {
    const ends = silences.map((each) => each.silence())
    return {
      end: async () => {
        for (const end of ends) end()
        return []
      },
    }
  },
  'readers who read nothing': async ({ folder, program, port, users, secondsEach }) => {
    await inDatabase(folder, LONG_STORIES)
    const before = await memoryMb(program)
    const idle = await readNothing(port, '/api/all-parcels?limit=100', users.cookie, READERS)
    return {
      end: async () => {
        const more = (await memoryMb(program)) - before
        const kept = await idle.kept()
        idle.end()
        return [
          ...(more > MEMORY_MB_MAX ? [`${more} MB more are in use`] : []),
          ...(secondsEach >= READERS_SECONDS && kept > 0 ? [`${kept} of ${READERS} are still kept`] : []),
        ]
      },
    }
  },
  'senders who send slowly': async ({ port, users, secondsEach }) => {
    const idle = sendSlowly(port, users.cookie, SENDERS)
    return {
      end: async () => {
        const kept = await idle.kept()
        idle.end()
        return secondsEach >= SENDERS_SECONDS && kept > 0 ? [`${kept} of ${SENDERS} are still kept`] : []
      },
    }
  },
}

/** By then, idle connections must be closed. */
const READERS_SECONDS = 120
const SENDERS_SECONDS = 60

/** Long enough to exceed the system's buffers for a reader. */
const LONG_STORIES = `
  UPDATE parcel SET story = repeat('word ', 2000) WHERE id IN (SELECT id FROM parcel LIMIT 1000);
  CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.story := repeat('word ', 2000); RETURN NEW; END $$;
  CREATE TRIGGER tell BEFORE INSERT ON parcel FOR EACH ROW EXECUTE FUNCTION tell()`

/** Messages are retried after a while, which this statement skips; sending something wakes the workers. */
async function untilTold({ folder, users }: Scene): Promise<string[]> {
  const giveUpAt = performance.now() + TOLD_MS_MAX
  for (;;) {
    const [left] = await inDatabase(
      folder,
      `WITH again AS (UPDATE ninefold.message SET next_try_at = now() WHERE next_try_at > now())
       SELECT (SELECT count(*)::int FROM ninefold.message WHERE next_try_at IS NOT NULL) AS messages,
              (SELECT count(*)::int FROM ninefold.later) AS later`,
    )
    if (left.messages + left.later === 0) return []
    if (performance.now() > giveUpAt) return [`${left.messages} messages and ${left.later} later steps are left over`]
    await users.wake()
    await wait(AGAIN_MS)
  }
}

/** Checks that every acknowledged parcel exists once, and that its messages arrived. */
async function lost({ folder, users, receivers }: Scene): Promise<string[]> {
  const titles = (await inDatabase(folder, 'SELECT title FROM parcel')).map(({ title }) => String(title))
  const there = new Set(titles)
  const told = [receivers.letters, receivers.calls].map(
    (came) => new Set(came.map(({ text }) => /P\d+ T\d+/.exec(text)?.[0])),
  )
  return [
    ...(there.size < titles.length ? [`${titles.length - there.size} parcels are there twice`] : []),
    ...users.acknowledged.filter((title) => !there.has(title)).map((title) => `${title}: acknowledged, and not there`),
    ...titles.filter((title) => told.some((all) => !all.has(title))).map((title) => `${title}: somebody was not told`),
  ]
}
