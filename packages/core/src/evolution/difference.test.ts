import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import type { Model } from '../model/model.ts'
import { withoutSampleRecords } from '../read/testing.ts'
import { planTables } from '../plan/schema/tables.ts'
import { differences } from './difference.ts'
import { evolve } from './evolve.ts'

const HELP_DESK = withoutSampleRecords(
  readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8'),
)

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(diagnostics.map(({ number, message }) => `${number} ${message}`).join('\n'))
  return model
}

const before = modelOf(HELP_DESK)

/** The sentence for a change of these words in the example. */
function said(...pairs: readonly (readonly [string, string])[]): string[] {
  const text = pairs.reduce((words, [from, to]) => {
    if (!words.includes(from)) throw new Error(`The example has no "${from}" any more.`)
    return words.replaceAll(from, to)
  }, HELP_DESK)
  const after = modelOf(text)
  const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, after, null)
  return differences(before, after, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
}

it('says of a text that means the same that nobody gains or loses by it', () => {
  expect(said(['Runs', 'Runs'])).toEqual([])
  expect(said(['`id == me.id`', '`me.id == id && (id == me.id)`'])).toEqual([
    'safe: The permissions are written otherwise: no role gains or loses by it.',
  ])
  expect(
    said([
      '| Only active categories are chosen | Ticket | category changes | | `category.active` |',
      '| Only active categories are chosen | Ticket | category changes | | `!(!category.active)` |',
    ]),
  ).toEqual(['safe: The rule "Only active categories are chosen" of Ticket is written otherwise, and means the same.'])
})

it('compares conditions about a field whose values are others now', () => {
  const rule = (mustHold: string): [string, string] => [
    '`status in ["resolved", "closed"]` | RATING',
    `${mustHold} | RATING`,
  ]
  expect(said(['| rating | whole number 1 to 5 |', '| rating | text up to 5 |'])).toContain(
    'tightening: The rule "Rating comes after the help" of Ticket is another one.',
  )
  const types: [string, string] = ['choice: low, normal, high, urgent', 'choice: low, normal, high, urgent, none']
  const lookup: [string, string] = ['| urgent | 1 hour |', '| urgent | 1 hour |\n| none | 1 hour |']
  const narrow = HELP_DESK.replace(...rule('`priority in ["low", "normal", "high"]`'))
  const wide = HELP_DESK.replace(...rule('`priority != "urgent"`'))
    .replace(...types)
    .replace(...lookup)
  const [old, now] = [modelOf(narrow), modelOf(wide)]
  const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
  expect(differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)).toContain(
    'safe: The rule "Rating comes after the help" of Ticket is looser.',
  )
})

it('says where a call has moved to, what else is different about it, and when it is answered there no more', () => {
  const to = '### POST /api/tickets/:number/hand-over'
  const text = HELP_DESK.replaceAll('POST /api/tickets/:number/assignee', 'POST /api/tickets/:number/hand-over')
  const moved = text.replace(new RegExp(`(${to}.*\n)`), '$1\n- **was:** `POST /api/tickets/:number/assignee`\n')
  expect(moved).not.toBe(text)
  const all = (one: string, other: string): string[] => {
    const [old, now] = [modelOf(one), modelOf(other)]
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes)
      .filter(({ point }) => point === 'calls')
      .map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  expect(all(HELP_DESK, moved)).toEqual([
    'safe: POST /api/tickets/:number/assignee is POST /api/tickets/:number/hand-over now, and answered as before.',
  ])
  expect(all(moved, text)).toEqual([
    'contract: POST /api/tickets/:number/assignee is answered no more: it is POST /api/tickets/:number/hand-over.',
  ])
  expect(all(HELP_DESK, text)).toEqual([
    'contract: POST /api/tickets/:number/assignee is gone.',
    'review: POST /api/tickets/:number/hand-over is new: Agent may use it.',
  ])
})

it('says that users see each other at a record, and how many streams there may be', () => {
  expect(said(['change, transitions | number', 'change, transitions, presence | number'])).toEqual([
    'safe: /api/tickets has presence as well.',
    'review: Users who see a Ticket see which other users are at it.',
  ])
  const limited = (row: string): [string, string] => ['| New tickets |', `| Streams | ${row} | 5 | |\n| New tickets |`]
  expect(said(limited('streams of `GET /api/tickets/:number` | path'))).toEqual([
    expect.stringContaining('The limit "Streams"'),
  ])
})

it('says of which media type an answer is now', () => {
  const to = (type: string): string =>
    HELP_DESK.replace(/(### POST \/api\/tickets\/:number\/assignee[^#]*respond 200)( with)/, `$1${type}$2`)
  expect(to(' as application/hal+json')).not.toBe(HELP_DESK)
  const [old, now] = [modelOf(HELP_DESK), modelOf(to(' as application/hal+json'))]
  const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
  expect(differences(old, now, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual([
    'contract: POST /api/tickets/:number/assignee answers 200 as application/hal+json instead of application/json.',
  ])
})

it('says what is answered under its former path or key still, and when it is not any more', () => {
  const moved = HELP_DESK.replaceAll('/api/teams', '/api/queues').replace(
    '`/api/queues` |',
    '`/api/queues`, was `/api/teams` |',
  )
  const key = HELP_DESK.replace('| subject | `subject` |', '| title, was subject | `subject` |')
  const all = (one: string, other: string): string[] => {
    const [old, now] = [modelOf(one), modelOf(other)]
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes)
      .filter(({ point }) => point === 'calls')
      .map(({ kind, sentence }) => `${kind}: ${sentence}`)
  }
  expect(moved).not.toBe(HELP_DESK)
  expect(key).not.toBe(HELP_DESK)
  expect(all(HELP_DESK, moved)).toEqual([
    'safe: The calls of Team under /api/teams are under /api/queues now, and answered as before.',
  ])
  expect(all(moved, moved.replace(', was `/api/teams`', ''))).toEqual([
    'contract: Nothing is answered under /api/teams any more: the calls of Team are under /api/queues.',
  ])
  expect(all(HELP_DESK, key)).toEqual([
    'safe: "subject" in the shape TicketView is "title" now, and answered as before.',
  ])
  expect(all(key, key.replace(', was subject', ''))).toEqual([
    'contract: Answers in the shape TicketView have no "subject" any more: it is "title".',
  ])
})

it('says until when what is former is answered, once for each change of the day, and nothing when it has passed', () => {
  const path = (until: string): string =>
    HELP_DESK.replaceAll('/api/teams', '/api/queues').replace(
      '`/api/queues` |',
      `\`/api/queues\`, was \`/api/teams\`${until} |`,
    )
  const key = (until: string): string =>
    HELP_DESK.replace('| subject | `subject` |', `| title, was subject${until} | \`subject\` |`)
  const address = (until: string): string =>
    HELP_DESK.replaceAll('POST /api/tickets/:number/assignee', 'POST /api/tickets/:number/hand-over').replace(
      /(### POST \/api\/tickets\/:number\/hand-over.*\n)/,
      `$1\n- **was:** \`POST /api/tickets/:number/assignee\`${until}\n`,
    )
  const none = {
    [path('')]: path('').replace(', was `/api/teams`', ''),
    [key('')]: key('').replace(', was subject', ''),
  }
  const kinds = (one: string, other: string, today?: string): string[] => {
    const [old, now] = [modelOf(one), modelOf(other)]
    const { changes } = evolve({ schema: planTables(old), model: old, identities: null }, now, null)
    return differences(old, now, changes, today).flatMap(({ point, kind, sentence }) =>
      point === 'calls' ? [`${kind}: ${sentence}`] : [],
    )
  }
  const [early, late] = [' until 2026-12-31', ' until 2027-06-30']
  expect(kinds(HELP_DESK, path(early))).toEqual([
    'contract: The calls of Team under /api/teams are under /api/queues now, and answered as before until 2026-12-31.',
  ])
  expect(kinds(HELP_DESK, key(early))).toEqual([
    'contract: "subject" in the shape TicketView is "title" now, and answered as before until 2026-12-31.',
  ])
  expect(kinds(HELP_DESK, address(early))).toEqual([
    'contract: POST /api/tickets/:number/assignee is POST /api/tickets/:number/hand-over now, and answered as before until 2026-12-31.',
  ])
  for (const text of [path, key, address]) {
    expect(kinds(text(late), text(late))).toEqual([])
    expect(kinds(text(''), text(late))).toEqual([expect.stringMatching(/^contract: .* until 2027-06-30 only\.$/)])
    expect(kinds(text(late), text(early))).toEqual([expect.stringMatching(/^contract: .* until 2026-12-31 only\.$/)])
    expect(kinds(text(early), text(late))).toEqual([expect.stringMatching(/^safe: .* longer, until 2027-06-30\.$/)])
    expect(kinds(text(early), text(''))).toEqual([expect.stringMatching(/^safe: .* without an end\.$/)])
  }
  for (const [text, without] of Object.entries(none)) {
    const ending = text === path('') ? path(early) : key(early)
    expect(kinds(ending, without, '2026-12-31')).toEqual([expect.stringMatching(/^contract: .* any more/)])
    const over = kinds(ending, without, '2027-01-01')
    expect(over.filter((words) => !words.endsWith('with the same meaning.'))).toEqual([])
  }
})

describe('rights', () => {
  it('says nothing of a role but that it is called otherwise', () => {
    const text = HELP_DESK.replaceAll(/\bAgent\b/g, 'Helper').replace(
      '\n| Helper | Requester |',
      '\n| Helper, was Agent | Requester |',
    )
    const after = modelOf(text)
    const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, after, null)
    const sentences = differences(before, after, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
    // Programs that assign the role by its name must be adapted.
    expect(sentences).toEqual([
      'safe: The sample data of User has no "Ben Agent" any more: what was loaded stays.',
      'safe: The sample data of User has "Ben Helper".',
      'safe: Agent is called Helper now.',
      'contract: POST /api/users/:id/roles takes other values for "role".',
      'safe: In "de", translations: 1 new, 1 gone.',
    ])
  })

  it('says who may see and change more, and who less', () => {
    expect(
      said(['| Requester | see | Category | `active` | id, name |', '| Requester | see | Category | | id, name |']),
    ).toEqual(['review: Requester may now see every Category.'])
    expect(said(['| Owner | change | Ticket | | rating |', '| Owner | change | Ticket | | rating, subject |'])).toEqual(
      [
        'review: Requester may now change Ticket.subject.',
        'review: Agent may now change Ticket.subject of other records than before.',
      ],
    )
    expect(
      said([
        '| Requester | change | User | `id == me.id` | name, password |',
        '| Requester | change | User | `id == me.id` | name |',
      ]),
    ).toEqual([
      'review: Requester may no longer change User.password.',
      'review: Agent may no longer change User.password.',
      'review: Admin may no longer change User.password.',
    ])
    expect(
      said(['| Agent | see | User | | id, name, email, teams |', '| Agent | see | User | | id, name, teams |']),
    ).toContain('review: Agent may no longer see User.email.')
  })

  it('counts what a role has by others, so that a row that another covers is no difference', () => {
    expect(
      said(['| Agent | see | Team | | all |', '| Agent | see | Team | | all |\n| Admin | see | Team | | name |']),
    ).toEqual(['safe: The permissions are written otherwise: no role gains or loses by it.'])
  })

  it('says who does a transition now', () => {
    expect(
      said(['| reopen | resolved | open | Owner, Team agent |', '| reopen | resolved | open | Owner |']),
    ).toContain('review: Team agent may no longer reopen a Ticket.')
  })
})

describe('calls', () => {
  it('says which break, and for whom', () => {
    const found = said(['| role | one of Requester, Agent, Admin | yes |', '| role | one of Requester, Agent | yes |'])
    expect(found).toContainEqual(expect.stringMatching(/^contract: .* takes other values for "role"\.$/))
  })
})

describe('rules', () => {
  it('knows a tighter rule from a looser one', () => {
    const rule = ['`status in ["resolved", "closed"]`', 'RATING'] as const
    expect(said([rule[0], '`status == "closed"`'])).toEqual([
      'tightening: The rule "Rating comes after the help" of Ticket is tighter.',
    ])
    expect(said([rule[0], '`status in ["resolved", "closed", "open"]`'])).toEqual([
      'safe: The rule "Rating comes after the help" of Ticket is looser.',
    ])
  })

  it('says how a field is held otherwise', () => {
    expect(
      said(['| subject | text 5 to 120 | required | | |', '| subject | text 5 to 100 | required, unique | | |']),
    ).toEqual([
      'tightening: Ticket.subject must be unique.',
      'tightening: Ticket.subject is narrowed to 5 to 100 characters, from 5 to 120.',
    ])
  })
})

it('says what is another number', () => {
  const found = said(['| reopenWithin | 7 days |', '| reopenWithin | 9 days |'])
  expect(found).toContain('review: reopenWithin is 9 days instead of 7 days.')
  expect(found).toContain(
    'review: "reopen" of a Ticket is possible at other times, because its condition names what is another.',
  )
})

it.each<[string, string, RegExp]>([
  [
    '| Admin | give roles | User | `id != me.id` | |',
    '| Admin | give roles | User | | |',
    /^review: Admin may now give roles to every User\.$/,
  ],
  [
    '| Admin | give roles | User | `id != me.id` | |',
    '$&\n| Agent | give roles | User | `id != me.id` | |',
    /^review: Agent may now give roles to some User\.$/,
  ],
  ['- **Sign up:** open, gives Requester', '- **Sign up:** closed', /^review: Sign-up is closed now\.$/],
  ['- **Session:** cookie', '- **Session:** cookie or HTTP Basic', /^review: A session is carried by HTTP Basic\.$/],
  ['- **Session:** cookie', '- **Session:** query `key`', /^contract: No session is carried by cookie any more\.$/],
  [
    '- **Wrong password:** `maxAttempts` in `attemptWindow`, then SIGN_IN_LOCKED\n',
    '',
    /^review: Wrong passwords are not limited any more/,
  ],
  [
    'required, set once, blocks deletion | `me` | |\n| category',
    'required, blocks deletion | `me` | |\n| category',
    /^review: Ticket\.requester can be changed after it was set/,
  ],
  [
    '| firstRepliedAt | date and time | set by product |',
    '| firstRepliedAt | date and time | |',
    /^review: Ticket\.firstRepliedAt can be given by people/,
  ],
  ['clear resolvedAt; clear rating', 'clear resolvedAt', /^review: "reopen" of a Ticket no longer clears rating\.$/],
  [
    '- **Repeatable:** with an Idempotency-Key\n',
    '',
    /^contract: POST .* when it is sent again, does everything again\.$/,
  ],
  ['"fields": errors', '"errors": errors', /^contract: The body of every refusal is /],
  [
    '`status != "closed"`, may hand over',
    '`status != "closed"`',
    /^review: No longer: Team agent may hand a Ticket over/,
  ],
  [
    '| Assigned agent | Ticket | Agent | `assignee == me` |',
    '| Assigned agent | Ticket | Agent | `assignee != me` |',
    /^review: Somebody is Assigned agent of a Ticket for other records/,
  ],
  [
    '`plus(now, answerTime(priority))`',
    '`minus(now, answerTime(priority))`',
    /^review: Ticket\.dueAt of a new record .* instead of /,
  ],
  [
    '- **History:** every change of status, assignee, priority, team\n',
    '',
    /^review: Changes of a Ticket are kept no more\.$/,
  ],
  ['sequence from 1000', 'sequence from 2000', /^review: Ticket\.number is counted or made from 2000\.$/],
  [
    '- **Who:** Agent\n- **Refreshes:** live',
    '- **Who:** Agent, Requester\n- **Refreshes:** live',
    /^review: Requester may now open the screen "Queue"\.$/,
  ],
])('says what becomes of people when %s is another', (from, to, sentence) => {
  if (!HELP_DESK.includes(from)) throw new Error(`The example has no "${from}" any more.`)
  const after = modelOf(HELP_DESK.replace(from, to))
  const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, after, null)
  const found = differences(before, after, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)
  expect(found).toContainEqual(expect.stringMatching(sentence))
})

describe('whatever names those who may do it', () => {
  const entry = (part: unknown): boolean => typeof part === 'object' && part !== null
  const namesSomebody = (part: unknown): boolean =>
    entry(part) && !['[]', 'null', undefined].includes(JSON.stringify((part as { who?: unknown }).who))

  /** The paths of all list entries of the model that grant somebody a right. Screens grant none. */
  function pathsIn(part: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
    if (!entry(part) || path[0] === 'screens') return []
    return Object.entries(part as object).flatMap(([key, value]) => {
      const own = [...path, Array.isArray(part) ? Number(key) : key]
      return [...(Array.isArray(part) && namesSomebody(value) ? [own] : []), ...pathsIn(value, own)]
    })
  }

  function without(part: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
    if (Array.isArray(part))
      return rest.length === 0
        ? part.filter((_, index) => index !== key)
        : part.map((each, index) => (index === key ? without(each, rest) : each))
    return { ...(part as object), [key ?? '']: without((part as Record<string, unknown>)[key ?? ''], rest) }
  }

  const paths = pathsIn(before)
  it('is found in all points that give rights', () => {
    expect(new Set(paths.map(([point, part]) => `${point} ${part}`))).toEqual(
      new Set(['states machines', 'roles permissions', 'calls calls']),
    )
    expect(paths.length).toBeGreaterThan(30)
  })
  it.each(paths.map((path) => [path.join(' '), path] as const))('asks for a review when it is new: %s', (_, path) => {
    const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, before, null)
    const old = without(before, path) as Model
    const kinds = differences(old, before, changes).map(({ kind }) => kind)
    expect(kinds).not.toEqual([])
    expect(kinds.some((kind) => kind !== 'safe')).toBe(true)
  })
})
