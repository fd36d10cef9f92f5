// Contracts of standards, each as a text written from the reference alone: patients as FHIR has them, and events of
// calendars.

import { describe, expect, it } from 'vitest'
import { served } from '../../testing/served-contract.ts'

describe('patients by FHIR', () => {
  const { ask, address } = served('contract-patients.md')
  const patient = (more: object) => ({ json: { resourceType: 'Patient', ...more } })

  it('has versions as weak ETags, and refuses with outcomes', async () => {
    const name = [{ use: 'official', family: 'Muster', given: ['Ada', 'B.'] }]
    const made = await ask('POST /fhir/Patient', patient({ name, gender: 'female', birthDate: '1990-02-03' }))
    const { id } = made.json
    expect([made.status, made.headers.get('etag'), made.headers.get('content-type')]).toEqual([
      201,
      'W/"1"',
      'application/fhir+json',
    ])
    expect(made.headers.get('location')).toBe(`${address()}/fhir/Patient/${id}/_history/1`)
    expect((await ask(`GET /fhir/Patient/${id}`, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(304)
    const put = (version: string, more = {}) =>
      ask(`PUT /fhir/Patient/${id}`, { ...patient({ id, ...more }), headers: { 'if-match': version } })
    expect((await put('W/"1"', { gender: 'other' })).json.meta.versionId).toBe('2')
    expect((await put('W/"1"')).status).toBe(412)
    const observed = await ask('POST /fhir/Observation', {
      json: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code: '2339-0' }] },
        subject: { reference: `Patient/${id}` },
        valueQuantity: { value: 6.3, unit: 'mmol/L' },
      },
    })
    // The version of the patient is not a validator of the observation.
    expect([observed.status, observed.headers.get('etag')]).toEqual([201, null])
    expect(observed.json.valueQuantity).toEqual({ value: 6.3, unit: 'mmol/L' })
    expect((await ask(`DELETE /fhir/Patient/${id}`)).json.issue[0].code).toBe('conflict')
    const wrong = await ask('POST /fhir/Patient', patient({ gender: 'x', identifier: [{ system: 'urn:x' }] }))
    expect(wrong.json.issue.map(({ code, expression }: any) => [code, ...expression])).toEqual([
      ['required', 'identifier[0].value'],
      ['invalid', 'gender'],
    ])
    expect((await ask('GET /fhir/Patient/nope')).json.issue[0].code).toBe('not-found')
  })

  it('searches by parts, prefixes and several values, page by page', async () => {
    for (const [family, birthDate] of [
      ['Young', '2001-01-01'],
      ['Yates', '1950-05-05'],
    ])
      await ask('POST /fhir/Patient', patient({ name: [{ family }], birthDate, gender: 'male' }))
    const found = async (query: string) => {
      const { json } = await ask(`GET /fhir/Patient?${query}`)
      return [json.total, ...json.entry.map(({ resource }: any) => resource.name[0].family)]
    }
    expect(await found('family=y&_sort=-birthdate')).toEqual([2, 'Young', 'Yates'])
    expect(await found('family=y&_sort=birthdate,family')).toEqual([2, 'Yates', 'Young'])
    expect(await found('gender=male,unknown&birthdate=ge1950-01-01&birthdate=lt2000-01-01')).toEqual([1, 'Yates'])
    expect(await found('family:exact=Young')).toEqual([1, 'Young'])
    expect(await found('family=y&_count=0')).toEqual([2])
    const { json } = await ask('GET /fhir/Patient?family=y&_count=1')
    expect(json.link.at(-1)).toEqual({ relation: 'next', url: `${address()}/fhir/Patient?family=y&_count=1&_offset=1` })
  })
})

describe('events of calendars', () => {
  const { ask } = served('contract-events.md', {
    authorization: `Basic ${Buffer.from('ada@example.test:horse-battery-1').toString('base64')}`,
  })

  it('has moments with any offset, whole days and times that are taken', async () => {
    const { json: calendar } = await ask('POST /calendars', { json: { summary: 'Work', timeZone: 'Europe/Berlin' } })
    const insert = (json: unknown) => ask(`POST /calendars/${calendar.id}/events`, { json })
    const standUp = await insert({
      summary: 'Stand-up',
      start: { dateTime: '2026-03-28T09:00:00+01:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-03-28T03:15:00-05:00' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
      attendees: [{ email: 'x@example.test' }, { email: 'y@example.test', optional: true }],
      conferenceData: {},
    })
    expect(standUp.json).toMatchObject({
      start: { dateTime: '2026-03-28T08:00:00Z', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-03-28T08:15:00Z' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
    })
    const day = await insert({ summary: 'Off', start: { date: '2026-03-29' }, end: { date: '2026-03-30' } })
    expect([day.json.start, day.json.end]).toEqual([{ date: '2026-03-29' }, { date: '2026-03-30' }])
    const busy = { timeMin: '2026-03-28T12:00:00Z', timeMax: '2026-04-01T00:00:00Z', items: [{ id: calendar.id }] }
    // The clocks are put forward on this day.
    expect((await ask('POST /freeBusy', { json: busy })).json.calendars[calendar.id].busy).toEqual([
      { start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' },
    ])
    const listed = async (query: string) => {
      const { json } = await ask(`GET /calendars/${calendar.id}/events?${query}`)
      return json.items.map(({ summary }: any) => summary)
    }
    expect(await listed('timeMin=2026-03-28T10:00:00%2B01:00&orderBy=startTime')).toEqual(['Off'])
    expect(await listed('timeMax=2026-03-28T10:00:00+01:00')).toEqual(['Stand-up'])
    const removed = () => ask(`DELETE /calendars/primary/events/${standUp.json.id}`)
    expect([(await removed()).status, (await removed()).status]).toEqual([204, 410])
    const { status, json } = await insert({ start: { dateTime: '2026-02-30T09:00:00Z' }, end: 'x' })
    expect([status, json.error.errors.map(({ location }: any) => location)]).toEqual([400, ['end', 'start.dateTime']])
  })
})
