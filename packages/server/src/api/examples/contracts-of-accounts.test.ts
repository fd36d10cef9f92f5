// A public contract of accounts, written from the reference alone: every answer and every refusal in one wrapper, a token
// in a header of its own, and notes that only their writer sees.

import { describe, expect, it } from 'vitest'
import { served, type Sent } from '../../testing/served-contract.ts'

const PASSWORD = 'tulip-9-gate'
const NEW_PASSWORD = 'heron-4-lamp'
const NO_NOTE = 'No note was found with the provided ID, Maybe it was deleted'
const ENDED = 'Access token is not valid or has expired, you will need to login'

describe('notes with x-auth-token', () => {
  const { ask } = served('contract-notes.md')

  /** Status and message of an answer, which its body repeats. */
  async function told(request: string, sent?: Sent) {
    const { status, json } = await ask(request, sent)
    expect(json).toMatchObject({ success: status < 400, status })
    return [status, json.message]
  }

  async function writer(name: string) {
    const email = `${name.toLowerCase()}@example.test`
    const account = { name: `${name} Writer`, email, password: PASSWORD }
    const registered = await ask('POST /users/register', { json: account })
    const { data } = (await ask('POST /users/login', { json: { email, password: PASSWORD } })).json
    expect(registered.json).toEqual({
      success: true,
      status: 201,
      message: 'User account created successfully',
      data: { id: data.id, name: account.name, email },
    })
    return { email, headers: { 'x-auth-token': data.token as string } }
  }

  it('registers and refuses in its wrapper', async () => {
    const { email } = await writer('Ruth')
    const register = (json: object) => told('POST /users/register', { json })
    const account = { name: 'Ruth Two', email: 'two@example.test', password: PASSWORD }
    expect(await register({ ...account, email })).toEqual([
      409,
      'An account already exists with the same email address',
    ])
    expect(await register({})).toEqual([400, 'name is required'])
    expect(await register({ ...account, email: 'two' })).toEqual([400, 'A valid email is required'])
    expect(await register({ ...account, name: 'Two' })).toEqual([400, 'name must be at least 4 characters'])
    expect(await register({ ...account, passwordConfirmation: NEW_PASSWORD })).toEqual([
      400,
      'The passwords do not match',
    ])
    expect((await register({ ...account, passwordConfirmation: PASSWORD }))[0]).toBe(201)
    const login = (json: object) => told('POST /users/login', { json })
    expect(await login({ email, password: 'wrong' })).toEqual([401, 'Incorrect email address or password'])
    expect(await login({ email })).toEqual([400, 'password is required'])
    expect(await told('GET /users/profile')).toEqual([401, 'No authentication token specified in x-auth-token header'])
    expect(await told('GET /users/profile', { headers: { 'x-auth-token': 'nobody' } })).toEqual([401, ENDED])
    expect(await told('GET /nothing')).toEqual([404, 'Not Found'])
    expect((await told('PUT /users/profile'))[0]).toBe(405)
    expect((await told('POST /users/login', { text: 'x', headers: { 'content-type': 'text/plain' } }))[0]).toBe(415)
  })

  it('changes the profile and the password, and logs out', async () => {
    const { email, headers } = await writer('Paul')
    const changed = await ask('PATCH /users/profile', {
      headers,
      form: 'name=Paul+Two&phone=0123456789&company=ACME',
    })
    expect(changed.json.data).toMatchObject({ name: 'Paul Two', email, phone: '0123456789', company: 'ACME' })
    const patch = (json: object) => told('PATCH /users/profile', { headers, json })
    expect(await patch({ phone: '0123456789' })).toEqual([400, 'name is required'])
    expect(await patch({ name: 'Paul', phone: '12ab56789' })).toEqual([400, 'A valid phone is required'])
    const change = (currentPassword: string, newPassword: string) =>
      told('POST /users/change-password', { headers, json: { currentPassword, newPassword } })
    expect(await change('wrong', NEW_PASSWORD)).toEqual([400, 'The current password is incorrect'])
    expect(await change(PASSWORD, PASSWORD)).toEqual([
      400,
      'The new password should be different from the current password',
    ])
    expect(await change(PASSWORD, 'x')).toEqual([400, 'newPassword must be at least 6 characters'])
    expect(await change(PASSWORD, 'password')).toEqual([400, 'newPassword is too easy to guess'])
    expect(await change(PASSWORD, NEW_PASSWORD)).toEqual([200, 'The password was successfully updated'])
    expect((await told('POST /users/login', { json: { email, password: PASSWORD } }))[0]).toBe(401)
    expect((await told('POST /users/login', { json: { email, password: NEW_PASSWORD } }))[0]).toBe(200)
    expect(await told('DELETE /users/logout', { headers })).toEqual([200, 'User has been successfully logged out'])
    expect(await told('GET /notes', { headers })).toEqual([401, ENDED])
  })

  it('keeps notes of their writer, and asks for other values in a PUT than in a PATCH', async () => {
    const { headers } = await writer('Mary')
    const other = (await writer('Lena')).headers
    expect((await ask('GET /notes', { headers })).json).toMatchObject({ message: 'No notes found', data: [] })
    const note = { title: 'Shopping', description: 'Milk and tea', category: 'Home' }
    const create = (json: object) => told('POST /notes', { headers, json })
    expect((await create(note))[0]).toBe(200)
    expect(await create({ ...note, title: 'x' })).toEqual([400, 'Title must be between 4 and 100 characters'])
    expect(await create({ ...note, category: 'Sea' })).toEqual([
      400,
      'Category must be one of the categories: Home, Work, Personal',
    ])
    const [kept] = (await ask('GET /notes', { headers })).json.data
    expect(kept).toMatchObject({ ...note, completed: false })
    const at = `/notes/${kept.id}`
    expect(await told(`PUT ${at}`, { headers, json: note })).toEqual([400, 'Note completed status must be boolean'])
    const put = await ask(`PUT ${at}`, {
      headers,
      form: 'title=Trip&description=Pack+bags&category=Work&completed=true',
    })
    expect(put.json.data).toMatchObject({
      title: 'Trip',
      category: 'Work',
      completed: true,
      created_at: kept.created_at,
    })
    expect((await ask(`PATCH ${at}`, { headers, json: { completed: false } })).json.data).toMatchObject({
      title: 'Trip',
      completed: false,
    })
    for (const path of [at, '/notes/123', '/notes/0190aaaa-0000-7000-8000-000000000000'])
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
        expect(await told(`${method} ${path}`, { headers: other, ...(method === 'GET' ? {} : { json: {} }) })).toEqual([
          404,
          NO_NOTE,
        ])
    expect(await told(`DELETE ${at}`, { headers })).toEqual([200, 'Note successfully deleted'])
    expect(await told(`DELETE ${at}`, { headers })).toEqual([404, NO_NOTE])
    expect(await told('DELETE /users/delete-account', { headers })).toEqual([200, 'Account successfully deleted'])
    expect(await told('GET /users/profile', { headers })).toEqual([401, ENDED])
  })
})

describe('people and their posts, for tokens that are stated data', () => {
  const { ask, address } = served('contract-people.md')
  const headers = { authorization: 'Bearer token-one' }
  const post = (path: string, json: object) => ask(`POST /public/v2${path}`, { headers, json })

  it('says in headers which page it is, and where the others are', async () => {
    const page = await ask('GET /public/v2/users?page=2&per_page=2&unknown=1')
    expect(page.json.map(({ name }: any) => name)).toEqual(['Ann'])
    const told = ['total', 'pages', 'page', 'limit'].map((name) => page.headers.get(`x-pagination-${name}`))
    expect(told).toEqual(['3', '2', '2', '2'])
    const at = (page: number) => `<${address()}/public/v2/users?page=${page}&per_page=2&unknown=1>`
    expect(page.headers.get('link')).toBe(`${at(1)}; rel="first", ${at(1)}; rel="prev", ${at(2)}; rel="last"`)
    expect((await ask('GET /public/v2/users?per_page=4')).headers.get('x-pagination-pages')).toBe('1')
    expect((await ask('GET /public/v2/users?page=0')).json).toEqual([{ field: 'page', message: 'is not valid' }])
  })

  it('lists the fields that it refuses by the names that were sent', async () => {
    const made = await post('/users/1/posts', { title: 'Tea', body: 'Black' })
    expect([made.status, made.json]).toEqual([201, { id: 1, user_id: 1, title: 'Tea', body: 'Black' }])
    const refused = async (path: string, json: object) => {
      const answer = await post(path, json)
      return [answer.status, answer.json]
    }
    expect(await refused('/posts', { user_id: 99, title: 'Tea', body: 'Black' })).toEqual([
      422,
      [{ field: 'user_id', message: 'Resource not found' }],
    ])
    const ann = { name: 'Ann', e_mail: 'ANN@x.test', gender: 'female', status: 'active' }
    expect(await refused('/users', ann)).toEqual([422, [{ field: 'e_mail', message: 'has already been taken' }]])
    expect(await refused('/posts', { title: 'Tea' })).toEqual([
      422,
      ['user_id', 'body'].map((field) => ({ field, message: "can't be blank" })),
    ])
    expect(await refused('/users/77/posts', { title: 'Tea', body: 'Black' })).toEqual([
      404,
      { message: 'Resource not found' },
    ])
    expect((await post('/posts/1/comments', { name: 'Bo', email: 'bo', body: 'x' })).json).toEqual([
      { field: 'email', message: 'is invalid' },
    ])
    const put = await ask('PUT /public/v2/users/1', { headers, json: { name: 'Anne' } })
    expect(put.json.map(({ field }: any) => field)).toEqual(['email', 'gender', 'status'])
    expect((await ask('PATCH /public/v2/users/1', { headers, json: { name: 'Anne' } })).json.name).toBe('Anne')
    expect((await ask('DELETE /public/v2/users/1', { headers })).status).toBe(204)
    expect((await ask('GET /public/v2/posts')).json).toEqual([])
  })

  it('knows tokens from a header and from the address, and counts each apart', async () => {
    expect((await ask('POST /public/v2/users', { json: {} })).status).toBe(401)
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) statuses.push((await post('/users', {})).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(4)
    const full = await post('/users', {})
    expect(full.headers.get('x-ratelimit-limit')).toBe('5')
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = 'name=Yan&e_mail=yan@x.test&gender=female&status=active'
    expect((await ask('POST /public/v2/users?access-token=token-two', { form: other })).status).toBe(201)
  })
})
