// Options of a picker that rules narrow: each record that is left out is refused when it is tried, and each that is offered is not.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Driving school

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Lessons | none |
| \`/lessons/:number\` | Lesson | number is Lesson.number |

### Screen: Lessons

- **Who:** Instructor
- **Shows:** list of Lesson, sorted by number A to Z, all of them
- **Columns:** number, student.name, teacher.name, car.plate, helpers
- **Can:** open Lesson; Plan: call \`POST /api/lessons\`; Enrol: call \`POST /api/enrolments\`

### Screen: Lesson

- **Who:** Instructor
- **Shows:** one Lesson by number
- **Fields:** number, student.name, teacher.name, car.plate
- **Can:** Change: call \`PATCH /api/lessons/:number\`; Hand over: call \`POST /api/lessons/:number/teacher\`

## 3. Entities and their fields

**Every entity has:** id as a random identifier

### Entity: User

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| teaches | choices Licence | | | |
| active | yes/no | required | yes | |

### Entity: Car

- **Label:** \`plate\`

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| plate | text up to 12 | required, unique | | |
| licence | choice Licence | required | | |
| away | yes/no | required | no | |

### Entity: Student

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| licence | choice Licence | required | | |
| secret | yes/no | required | no | |

### Entity: Lesson

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence from 1 | unique | | |
| student | Student | required, blocks deletion | | |
| teacher | User | required, blocks deletion | | |
| car | Car | required, blocks deletion | | |
| helpers | list of User | | | |
| licence | choice Licence | computed \`student.licence\` | | |

### Choice: Licence

| Value | Label |
| --- | --- |
| B | Car |
| A | Motorcycle |

### Sample data: User

| name | email | password | teaches | active | roles |
| --- | --- | --- | --- | --- | --- |
| Olive | olive@example.test | correct-horse-1 | | yes | Office |
| Ivan | ivan@example.test | correct-horse-2 | B | yes | Instructor |
| Ida | ida@example.test | correct-horse-3 | A, B | yes | Instructor |
| Max | max@example.test | correct-horse-4 | A | yes | Instructor |
| Otto | otto@example.test | correct-horse-5 | A, B | no | |

### Sample data: Car

| plate | licence | away |
| --- | --- | --- |
| B-1 | B | no |
| B-2 | B | yes |
| A-1 | A | no |

### Sample data: Student

| name | licence | secret |
| --- | --- | --- |
| Anna | B | no |
| Carl | A | no |
| Sid | A | yes |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| The car is of the licence | Lesson | always | | \`car.licence == licence\` | WRONG |
| Cars that are here | Lesson | car changes | | \`!car.away\` | WRONG |
| The teacher teaches it | Lesson | always | | \`student.licence in teacher.teaches && teacher.active\` | WRONG |
| Nobody helps themselves | Lesson | always | | \`helpers.all(h, h != teacher && h.active)\` | WRONG |
| Nobody who teaches no motorcycle helps | Lesson | always | \`student.licence == "A"\` | \`!helpers.exists(h, !("A" in h.teaches))\` | WRONG |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** closed

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Instructor | | from an Office |
| Office | Instructor | the first user who signs up; from an Office |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Instructor | see | User | | id, name, email |
| Instructor | see | Car | | id, plate |
| Instructor | see | Student | \`!secret\` | id, name |
| Instructor | see | Lesson | | all |
| Instructor | create | Lesson | \`teacher == me\` | student, teacher, car |
| Office | create | Lesson | | student, teacher, car, helpers |
| Office | change | Lesson | \`car.plate != "B-1"\`, may hand over | student, teacher, car, helpers |
| Office | give roles | User | | |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Lesson | \`/api/lessons\` | list, get, create, change | number | everything visible |

### POST /api/lessons/:number/teacher — Hand over

- **Who:** Office

| Input | Like | Needed |
| --- | --- | --- |
| teacher | Lesson.teacher by email | yes |

1. find lesson in Lesson where \`number == path.number\` or fail NO_LESSON
2. change lesson with given teacher
3. respond 204

### POST /api/enrolments — Enrol

- **Who:** Office

| Input | Like | Needed |
| --- | --- | --- |
| student | Lesson.student | yes |
| lessons | list of 1 to 5 objects | yes |
| lessons[].teacher | Lesson.teacher | yes |
| lessons[].car | Lesson.car by plate | yes |

1. for each l in input.lessons:
   1. create Lesson with given student, l.teacher, l.car
2. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG | 422 | student | This does not go together. |
| NO_LESSON | 404 | lesson | There is no lesson {path.number}. |
`
const LESSONS = '/api/lessons'

let school: RunningApplication
let office: Client
let ivan: Client
let ids: Readonly<Record<string, string>>
const USERS = ['Olive', 'Ivan', 'Ida', 'Max', 'Otto']
const CARS = ['B-1', 'B-2', 'A-1']

beforeAll(async () => {
  school = await runApplication(TEXT)
  office = await school.signIn('olive@example.test', 'correct-horse-1')
  ivan = await school.signIn('ivan@example.test', 'correct-horse-2')
  const { rows } = await school.database.pool.query(
    'SELECT id, name FROM "user" UNION ALL SELECT id, plate FROM car UNION ALL SELECT id, name FROM student',
  )
  ids = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
})
afterAll(() => school[Symbol.asyncDispose]())

const idOf = (name: string): string => ids[name] ?? `no ${name}`
const optionsFor = async (client: Client, entity: string, query: Record<string, string>): Promise<string[]> => {
  const { status, body } = await client.get(`/_ninefold/options/${entity}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body.options as { label: string }[]).map(({ label }) => label).sort()
}

async function accepted(
  client: Client,
  body: Record<string, unknown>,
  method: 'post' | 'patch' = 'post',
  path = LESSONS,
) {
  const { status, body: answer } = await client[method](path, body)
  expect([200, 201, 204, 403, 404, 409, 422], JSON.stringify(answer)).toContain(status)
  return status < 300
}

describe('of a new record', () => {
  it('offers exactly the cars and teachers that are accepted with the student', async () => {
    for (const student of ['Anna', 'Carl']) {
      const given = { 'given.student': idOf(student) }
      const teachers = await optionsFor(office, 'User', { for: 'Lesson.teacher', ...given })
      const cars = await optionsFor(office, 'Car', { for: 'Lesson.car', ...given })
      const pairs = USERS.flatMap((teacher) => CARS.map((car) => [teacher, car] as const))
      for (const [teacher, car] of pairs) {
        const isOffered = teachers.includes(teacher) && cars.includes(car)
        const body = { student: idOf(student), teacher: idOf(teacher), car: idOf(car) }
        expect(await accepted(office, body), `${student} ${teacher} ${car}`).toBe(isOffered)
      }
    }
    expect(await optionsFor(office, 'User', { for: 'Lesson.teacher', 'given.student': idOf('Anna') })).toEqual([
      'Ida',
      'Ivan',
    ])
  })

  it('leaves out by a rule only what all that it needs is known of', async () => {
    expect(await optionsFor(office, 'User', { for: 'Lesson.teacher' })).toEqual(['Ida', 'Ivan', 'Max', 'Olive'])
    expect(await optionsFor(office, 'Car', { for: 'Lesson.car' })).toEqual(['A-1', 'B-1'])
    expect(await optionsFor(office, 'Student', { for: 'Lesson.student', 'given.car': idOf('A-1') })).toEqual(['Carl'])
    expect(await optionsFor(office, 'Student', { for: 'Lesson.student', 'given.car.plate': 'B-1' })).toEqual(['Anna'])
  })

  it('asks of each record of a list what the rule asks of it', async () => {
    const given = { 'given.student': idOf('Carl'), 'given.teacher': idOf('Max') }
    const helpers = await optionsFor(office, 'User', { for: 'Lesson.helpers', ...given })
    for (const helper of USERS) {
      const body = { student: idOf('Carl'), teacher: idOf('Max'), car: idOf('A-1'), helpers: [idOf(helper)] }
      expect(await accepted(office, body), helper).toBe(helpers.includes(helper))
    }
    expect(helpers).toEqual(['Ida'])
  })

  it('keeps to the condition under which its caller may make one', async () => {
    expect(await optionsFor(ivan, 'User', { for: 'Lesson.teacher' })).toEqual(['Ivan'])
  })

  it('finds among them by words, and words like those', async () => {
    const asked = { for: 'Lesson.teacher', 'given.student': idOf('Anna') }
    expect(await optionsFor(office, 'User', { ...asked, q: 'i' })).toEqual(['Ida', 'Ivan'])
    expect(await optionsFor(office, 'User', { ...asked, q: 'max' })).toEqual([])
    const near = async (query: Record<string, string>) =>
      (await office.get(`/_ninefold/options/User?${new URLSearchParams({ q: 'Oliwe', ...query })}`)).body.near
    expect((await near({})).map(({ label }: { label: string }) => label)).toEqual(['Olive'])
    expect(await near(asked)).toBeUndefined()
  })
})

describe('of a record that is changed', () => {
  it('offers exactly the teachers that the change takes, beside the rest of the record', async () => {
    const made = await office.post(LESSONS, { student: idOf('Carl'), teacher: idOf('Ida'), car: idOf('A-1') })
    const path = `${LESSONS}/${made.body.number}`
    const asked = { for: 'Lesson.teacher', 'record.number': String(made.body.number) }
    const offered = await optionsFor(office, 'User', asked)
    for (const teacher of USERS)
      expect(await accepted(office, { teacher: idOf(teacher) }, 'patch', path), teacher).toBe(offered.includes(teacher))
    expect(offered).toEqual(['Ida', 'Max'])
    // Values that the form gives already count instead of the existing ones.
    const withAnna = { ...asked, 'given.student': idOf('Anna') }
    expect(await optionsFor(office, 'User', withAnna)).toEqual(['Ida', 'Ivan'])
  })

  it('tells nothing of a record that its caller may not change', async () => {
    const made = await office.post(LESSONS, { student: idOf('Anna'), teacher: idOf('Ida'), car: idOf('B-1') })
    const record = { 'record.number': String(made.body.number) }
    expect(await optionsFor(office, 'User', { for: 'Lesson.teacher', ...record })).toEqual([...USERS].sort())
    const { status } = await ivan.get(
      `/_ninefold/options/User?${new URLSearchParams({ for: 'Lesson.teacher', ...record })}`,
    )
    expect(status).toBe(404)
  })
})

it('is asked by nobody who could not try, nor with records that they do not see', async () => {
  const asked = async (client: Client, entity: string, query: string) =>
    (await client.get(`/_ninefold/options/${entity}?${query}`)).status
  expect(await asked(school.guest, 'User', 'for=Lesson.teacher')).toBe(404)
  expect(await asked(ivan, 'User', 'for=Lesson.helpers')).toBe(404)
  expect(await asked(office, 'User', `for=Lesson.teacher&given.student=${idOf('Sid')}`)).toBe(404)
  for (const query of [
    'for=Lesson.car',
    'for=Lesson.teacher.name',
    'for=Nothing.teacher',
    'given.student=1',
    'for=Lesson.teacher&given.student=1',
    'for=Lesson.teacher&given.nothing=1',
    'for=Lesson.teacher&given.student.name.x=1',
    'for=Lesson.teacher&given.teacher=1',
    `for=Lesson.teacher&given.student=${idOf('Anna')}&given.student.name=Anna`,
    'for=Lesson.teacher&record.nothing=1',
    'for=Lesson.teacher&record.number=1&record.id=1',
  ])
    expect([query, await asked(office, 'User', query)]).toEqual([query, 422])
})

it('is named by the forms whose inputs it narrows, rows and calls for a record included', async () => {
  const { screens } = (await office.get('/_ninefold/app')).body as App
  const actions = screens.flatMap((screen) => [
    ...screen.actions,
    ...screen.blocks.flatMap((block) => ('actions' in block ? block.actions : [])),
  ])
  const narrowsOf = (path: string, method = 'POST') =>
    actions.flatMap((action) =>
      action.kind === 'call' && action.path === path && action.method === method ? [action.narrows] : [],
    )[0]
  const record = { parameter: 'number', by: 'number' }
  expect(narrowsOf(LESSONS)).toContainEqual({
    input: 'teacher',
    for: 'Lesson.teacher',
    given: { student: { input: 'student' } },
  })
  expect(narrowsOf(`${LESSONS}/:number`, 'PATCH')).toContainEqual({
    input: 'car',
    for: 'Lesson.car',
    given: { student: { input: 'student' } },
    record,
  })
  expect(narrowsOf(`${LESSONS}/:number/teacher`)).toEqual([
    { input: 'teacher', for: 'Lesson.teacher', given: {}, record },
  ])
  expect(narrowsOf('/api/enrolments')).toContainEqual({ input: 'car', list: 'lessons', for: 'Lesson.car', given: {} })
})
