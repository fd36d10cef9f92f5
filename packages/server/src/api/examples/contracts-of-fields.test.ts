// Two more public contracts, each as a text written from the reference alone: JSON:API with compound documents and
// sparse fieldsets, and feeds of a calendar.

import { describe, expect, it } from 'vitest'
import { served } from '../../testing/served-contract.ts'

describe('JSON:API with fields that its client chooses', () => {
  const { ask, address } = served('contract-magazine.md')
  const keysOf = (value: object | undefined) => Object.keys(value ?? {})

  it('has the chosen fields of each type, empty ones included, and nothing else', async () => {
    const whole = (await ask('GET /articles')).json
    expect(keysOf(whole)).toEqual(['links', 'meta', 'data'])
    expect(whole.data[1].attributes).toEqual({ title: 'Paint', body: null })
    const some = (await ask('GET /articles?fields[articles]=body,author')).json
    expect(some.data[1].attributes).toEqual({ body: null })
    expect(keysOf(some.data[1].relationships)).toEqual(['author'])
    const titles = (await ask('GET /articles?fields[articles]=title')).json
    expect(keysOf(titles.data[0])).toEqual(['type', 'id', 'attributes', 'links'])
    const people = (await ask('GET /articles?include=author&fields[people]=name')).json
    expect(people.included.map((each: any) => each.attributes)).toEqual([{ name: 'Dan' }, { name: 'Yehuda' }])
  })

  it('includes each resource once', async () => {
    const { included } = (await ask('GET /articles?include=author,comments')).json
    const identified = included.map((each: any) => `${each.type} ${each.id}`)
    expect(identified).toEqual(['people 1', 'people 2', 'comments 1', 'comments 2'])
  })

  it('leads from page to page by links in the order of the request', async () => {
    const { links } = (await ask('GET /articles?page[number]=2&page[size]=1&sort=-title')).json
    const at = (page: number) => `${address()}/articles?page[number]=${page}&page[size]=1&sort=-title`
    expect(links).toEqual({ self: at(2), first: at(1), prev: at(1), next: at(3), last: at(3) })
  })

  it('names the parameter, or the place in the body, that is wrong', async () => {
    const sourceOf = async (...asked: Parameters<typeof ask>) => {
      const { status, json } = await ask(...asked)
      return [status, json.errors[0].source]
    }
    expect(await sourceOf('GET /articles?sort=nonsense')).toEqual([400, { parameter: 'sort' }])
    expect(await sourceOf('GET /articles?page[size]=500')).toEqual([400, { parameter: 'page[size]' }])
    expect(await sourceOf('GET /articles?include=author&nothing=1')).toEqual([400, { parameter: 'nothing' }])
    const author = { author: { data: { type: 'people', id: '2' } } }
    const body = { data: { type: 'articles', attributes: {}, relationships: author } }
    expect(await sourceOf('POST /articles', { json: body })).toEqual([422, { pointer: '/data/attributes/title' }])
    expect((await ask('GET /articles', { headers: { accept: 'application/xml' } })).status).toBe(406)
  })

  it('takes a list in the address with numbers', async () => {
    const found = async (query: string) => (await ask(`GET /articles?${query}`)).json.data.map((each: any) => each.id)
    expect(await found('filter[author][0]=1&filter[author][1]=2')).toEqual(['1', '2', '3'])
    expect(await found('filter[author][]=2')).toEqual(['3'])
  })
})

describe('feeds of a calendar', () => {
  const { ask } = served('contract-calendar.md')

  it('writes moments and texts in the form of the contract', async () => {
    expect((await ask('POST /calendars', { json: { slug: 'club', name: 'Club' } })).status).toBe(201)
    const add = (event: object) => ask('POST /calendars/club/events', { json: event })
    await add({
      uid: 'run',
      summary: 'Run, then; rest\\',
      description: 'a\nb',
      startsAt: '2026-01-07T10:05:06Z',
      endsAt: '2026-01-07T12:00:00+01:00',
    })
    await add({ uid: 'day', summary: 'Tom & <Jerry>', startsAt: '2026-12-31T23:59:59.250Z', day: '2026-12-31' })
    const { text, headers } = await ask('GET /calendars/club.ics')
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(text.replace(/DTSTAMP:\d{8}T\d{6}Z/g, 'DTSTAMP').split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Club//Feed//EN',
      'BEGIN:VEVENT',
      'UID:run',
      'DTSTAMP',
      'DTSTART:20260107T100506Z',
      'DTEND:20260107T110000Z',
      'SUMMARY:Run\\, then\\; rest\\\\',
      'DESCRIPTION:a\\nb',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:day',
      'DTSTAMP',
      'DTSTART;VALUE=DATE:20261231',
      'SUMMARY:Tom & <Jerry>',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
    const changedAt = Date.parse(headers.get('last-modified') ?? '')
    const since = async (ms: number, more: Record<string, string> = {}) => {
      const sent = { 'if-modified-since': new Date(changedAt + ms).toUTCString(), ...more }
      return (await ask('GET /calendars/club.ics', { headers: sent })).status
    }
    expect([await since(0), await since(5000), await since(-5000)]).toEqual([304, 304, 200])
    expect(await since(0, { 'if-none-match': '"another"' })).toBe(200)
    const rss = (await ask('GET /calendars/club.xml')).text
    expect(rss).toContain('<title>Tom &amp; &lt;Jerry></title><pubDate>Thu, 31 Dec 2026 23:59:59 GMT</pubDate>')
    expect(rss).toContain('<guid>2026-12-31T23:59:59.250Z</guid>')
  })
})
