import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { withoutMarks } from '../../read/testing.ts'
import { FIELDS } from '../specification-for-tests.ts'

const WORLD = `## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdAt, createdBy

### Entity: User

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Plan

${FIELDS}
| maxProjects | whole number 1 to 100 | required | | |

### Entity: Project

${FIELDS}
| plan | Plan | required, blocks deletion | | |
| kind | choice: small, large | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Member

| Role | Includes | A user gets it |
| --- | --- | --- |
| Member | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see, create | Project | | all |
| Member | see, create | Plan | | all |
| Member | see | User | | all |
| Member | create | User | | email, password |

## 7. The calls it makes

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Project | \`/api/projects\` | list, get, create | id | everything visible |
`

const CONSTANTS = '| Constant | Value | Used for |\n| --- | --- | --- |'
const LIMITS = '| Limit | On | Per | At most | Otherwise |\n| --- | --- | --- | --- | --- |'
const SETTINGS = '| Setting | Value |\n| --- | --- |'

function check(marked: string) {
  const { text, marks } = withoutMarks(
    `# Example\n\n**Ninefold:** 1\n\n${WORLD}\n## 9. Business constants and limits\n\n${marked}\n`,
  )
  const { model, diagnostics } = compile(text)
  const start = text.indexOf('## 9.')
  const said = diagnostics.filter(({ span, severity }) => span.start > start && severity !== 'unknown')
  return {
    limits: model?.limits ?? null,
    said: said.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`),
    marked: marks.map((span) => text.slice(span.start, span.end)),
  }
}

function expectSaid(number: string, marked: string): void {
  const { said, marked: spans } = check(marked)
  expect(said.filter((line) => !/^N(?:012|901)/.test(line))).toEqual(spans.map((span) => `${number} ${span}`))
}

it('types a constant by its unit', () => {
  const values = [
    '20',
    '0.5',
    '7 days',
    '2 months',
    '1 year 6 months',
    '10 MB',
    '19 %',
    '250 EUR',
    '2026-01-31',
    '17:30',
    'yes',
    '"a, b"',
    '1 hour 30 minutes',
    '2 days and 4 hours',
  ]
  const { limits } = check(`${CONSTANTS}\n${values.map((value, index) => `| c${index} | ${value} | |`).join('\n')}`)
  expect(
    limits?.constants.map(({ type, unit, value }) => [type.kind, value, ...(unit === null ? [] : [unit])]),
  ).toEqual([
    ['integer', 20],
    ['decimal', '0.5'],
    ['duration', 604_800_000],
    ['calendar period', 'P2M'],
    ['calendar period', 'P1Y6M'],
    ['integer', 10_485_760, 'size'],
    ['decimal', '19', 'percent'],
    ['money', '250'],
    ['date', '2026-01-31'],
    ['time', '17:30:00'],
    ['boolean', true],
    ['text', 'a, b'],
    ['duration', 5_400_000],
    ['duration', 187_200_000],
  ])
})

it('leaves a value of a record alone, which cannot name a constant', () => {
  const { text } = withoutMarks(WORLD)
  const data =
    '### Entity: Lesson\n\n' + FIELDS + '\n| name | text | required, unique | | |\n| takes | duration | | | |\n\n'
  const rows = '### Sample data: Lesson\n\n| name | takes |\n| --- | --- |\n| Knots | 90 minutes |\n\n## 6.'
  const constants = `## 9. Business constants and limits\n\n${CONSTANTS}\n| usual | 90 minutes | |\n`
  const { diagnostics } = compile(`# Example\n\n${text.replace('## 6.', data + rows)}\n${constants}`)
  expect(diagnostics.filter(({ number }) => number === 'N904' || number === 'N315')).toEqual([])
})

it('suggests the unit that was meant, and takes none for no value', () => {
  for (const value of ['30 dayz', '2026-02-30', 'none']) expectSaid('N011', `${CONSTANTS}\n| c | ⟪${value}⟫ | |`)
})

it('says of values of a later version that they are not supported yet', () => {
  for (const value of ['1.1 CHF per EUR', '-2 USD for 1 EUR']) expectSaid('N013', `${CONSTANTS}\n| c | ⟪${value}⟫ | |`)
})

it('keeps each setting, once', () => {
  const { limits } = check(
    `${SETTINGS}\n| Time zone | Europe/Berlin |\n| Currency | EUR |\n| Other sites may call | https://a.example, https://b.example |\n| Unknown inputs | ignored |\n| Week starts | Monday |\n| Public address | https://help.example/ |\n| Secrets | MAIL_PASSWORD, paymentsKey |`,
  )
  expect(limits).toMatchObject({
    timeZone: 'Europe/Berlin',
    currency: { code: 'EUR' },
    otherSites: ['https://a.example', 'https://b.example'],
    unknownInputs: 'ignored',
    weekStarts: { day: 'Monday' },
    publicAddress: { origin: 'https://help.example' },
    secrets: [{ name: 'MAIL_PASSWORD' }, { name: 'paymentsKey' }],
  })
  expectSaid('N008', `${SETTINGS}\n| Language | en |\n| ⟪language⟫ | de |`)
  expectSaid('N002', `${SETTINGS}\n| ⟪Curency⟫ | EUR |`)
})

it('refuses values that a setting cannot have', () => {
  for (const [name, value] of [
    ['Time zone', '⟪Berlin⟫'],
    ['Time zone', '⟪none⟫'],
    ['Language', '⟪English⟫'],
    ['Currency', '⟪Euro⟫'],
    ['Other sites may call', 'https://a.example, ⟪b.example⟫'],
    ['Unknown inputs', '⟪forgotten⟫'],
    ['Week starts', '⟪Mondey⟫'],
    ['Limit headers', '⟪X-Rate⟫'],
    ['Limit headers', 'X-RateLimit, ⟪X-RateLimit with seconds⟫'],
    ['Public address', '⟪help.example⟫'],
  ])
    expectSaid('N011', `${SETTINGS}\n| ${name} | ${value} |`)
})

it('takes a colour and pictures beside the text, and nothing that leads elsewhere', () => {
  const { limits } = check(
    `${SETTINGS}\n| Brand colour | #0A7D5C |\n| Logo | pictures/logo.svg, pictures/dark logo.png |`,
  )
  expect(limits).toMatchObject({
    brandColour: { colour: '#0a7d5c' },
    logo: { file: 'pictures/logo.svg', inDark: 'pictures/dark logo.png' },
  })
  for (const colour of ['green', '#0a7', '0a7d5c', '#0a7d5c80', 'rgb(1 2 3)', '#0a7d5g'])
    expectSaid('N909', `${SETTINGS}\n| Brand colour | ⟪${colour}⟫ |`)
  for (const file of [
    '/etc/logo.png',
    '../logo.png',
    'a/../../logo.png',
    './logo.png',
    '.hidden/logo.png',
    'https://a.example/logo.png',
    'C:\\logo.png',
    'logo.gif',
    'logo',
    'app.md',
    'logo.svg?x',
    `${'a'.repeat(300)}.png`,
  ])
    expectSaid('N910', `${SETTINGS}\n| Logo | logo.svg, ⟪${file}⟫ |`)
  expectSaid('N910', `${SETTINGS}\n| Logo | a.svg, b.svg, ⟪c.svg⟫ |`)
  expect(check(`${SETTINGS}\n| Logo | none |\n| Brand colour | not shown |`).limits).toMatchObject({
    brandColour: null,
    logo: null,
  })
})

it('does without settings that are not shown, none or out of scope', () => {
  const { limits, said } = check(
    `${SETTINGS}\n| Currency | none |\n| Other sites may call | none |\n| Week starts | out of scope |\n| Language | not shown |`,
  )
  expect(said).toEqual([])
  expect(limits).toMatchObject({
    currency: null,
    otherSites: 'none',
    unknownInputs: 'refused',
    limitHeaders: [],
    weekStarts: null,
    language: 'en',
    isLanguageStated: false,
  })
})

it('refuses secrets with a value', () => {
  expectSaid('N907', `${SETTINGS}\n| Secrets | MAIL, ⟪PAYMENTS=abc⟫ |`)
  expectSaid('N907', `${CONSTANTS}\n| mailPassword | ⟪"correct horse"⟫ | |`)
  // Concatenated here, so that scanners for leaked keys do not report them.
  const keys = [
    ['sk_', 'live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['gh', 'p_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['AK', 'IAIOSFODNN7EXAMPLE'],
    ['postgres://app:', 'swordfish@db/app'],
    ['whsec', '_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ]
  for (const key of keys) expectSaid('N907', `${CONSTANTS}\n| partner | ⟪"${key.join('')}"⟫ | |`)
})

it('resolves what a limit is on, for whom it counts, and how many it allows', () => {
  const { limits, said } = check(
    `${LIMITS}
| Projects an hour | \`POST /api/projects\` | user, 1 hour | 20 | |
| From one place | \`GET /api/projects\` | address, 1 minute | 100 | |
| Tries | signing in | address, 15 minutes | 5 | |
| Of members | \`GET /api/projects\` | Member, 1 hour | 1000 | |
| Everything | \`GET /api/projects\` | | 10 | |
| All at once | Project | everybody | 1000 | |
| Projects of a plan | Project | Plan | \`maxProjects\` | |
| The same | Project | plan | \`maxProjects\` | |
| New projects | Project | user, 1 day | 5 | |`,
  )
  expect(said.filter((line) => !line.startsWith('N012'))).toEqual(['N011 Everything'])
  expect(limits).toBe(null)
})

it('keeps limits in the model', () => {
  const { limits } = check(
    `${LIMITS}\n| A | \`POST /api/projects\` | user, 1 hour | 20 | |\n| B | Project | plan | \`maxProjects\` | |\n| C | signing in | Member, 1 hour | 3 | |`,
  )
  expect(limits?.limits).toMatchObject([
    { on: { kind: 'call', call: 'POST /api/projects' }, per: { kind: 'user', role: null }, windowMs: 3_600_000 },
    {
      on: { kind: 'entity', entity: 'Project' },
      per: { kind: 'record', path: ['plan'], entity: 'Plan' },
      windowMs: null,
    },
    { on: { kind: 'signing in' }, per: { kind: 'user', role: 'Member' } },
  ])
})

it('counts open streams: of everything or of one call, without a time, and of one call per path', () => {
  const streams = (row: string) => `${LIMITS}\n| A | ${row} | 20 | |`
  const on = (row: string) => check(streams(row)).limits?.limits[0]
  expect(on('streams | everybody')).toMatchObject({ on: { kind: 'streams', call: null }, windowMs: null })
  expect(on('streams of `GET /api/projects/:id` | path')).toMatchObject({
    on: { kind: 'streams', call: 'GET /api/projects/:id' },
    per: { kind: 'path' },
  })
  expect(on('streams | Member')).toMatchObject({ per: { kind: 'user', role: 'Member' } })
  expectSaid('N011', streams('streams | user, ⟪1 hour⟫'))
  expectSaid('N011', streams('streams | ⟪path⟫'))
  expectSaid('N011', streams('streams of `GET /api/projects` | ⟪path⟫'))
  expectSaid('N011', streams('`GET /api/projects/:id` | ⟪path⟫, 1 hour'))
  expectSaid('N905', streams('streams of `⟪GET /api/project⟫` | user'))
  expectSaid('N927', streams('streams of `⟪POST /api/projects⟫` | user'))
})

it('points at what a limit names wrongly', () => {
  expectSaid('N905', `${LIMITS}\n| A | \`⟪POST /api/project⟫\` | user, 1 hour | 2 | |`)
  expectSaid('N301', `${LIMITS}\n| A | ⟪Projct⟫ | user | 2 | |`)
  expectSaid('N601', `${LIMITS}\n| A | \`POST /api/projects\` | ⟪usr⟫, 1 hour | 2 | |`)
  expectSaid('N320', `${LIMITS}\n| A | Project | ⟪owner⟫ | 2 | |`)
  expectSaid('N011', `${LIMITS}\n| A | Project | ⟪kind⟫ | 2 | |`)
  expectSaid('N011', `${LIMITS}\n| A | Project | ⟪address⟫, 1 hour | 2 | |`)
  expectSaid('N054', `${LIMITS}\n| A | Project | plan | \`⟪"two"⟫\` | |`)
})

it('refuses a constant of another unit', () => {
  expectSaid('N903', `${CONSTANTS}\n| pageSize | 20 | |\n\n${LIMITS}\n| A | Project | user, \`⟪pageSize⟫\` | 2 | |`)
  expectSaid('N903', `${CONSTANTS}\n| most | 10 MB | |\n\n${LIMITS}\n| A | Project | user, \`⟪most⟫\` | 2 | |`)
})

it('types a lookup by choice or state, and knows one with a value that is not shown by its name alone', () => {
  const lookup = (rows: string, header = 'kind') => `### Lookup: price\n\n| ${header} | Value |\n| --- | --- |\n${rows}`
  expect(check(lookup('| small | 10 EUR |\n| large | 20 EUR |')).limits?.lookups).toMatchObject([
    { name: 'price', result: { kind: 'money', currency: 'EUR' } },
  ])
  expect(check(lookup('| small | 10 EUR |\n| large | not shown |')).limits?.lookups).toEqual([])
  expectSaid('N902', lookup('| small | 10 EUR |\n| large | ⟪20 USD⟫ |'))
  expectSaid('N902', lookup('| small | 10 EUR |\n| large | 20 EUR |', '⟪kinds⟫'))
})
