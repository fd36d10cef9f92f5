// CORS: point 9 names the permitted origins. A browser decides by these headers of the preflight answer.

import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const SHOP = 'https://shop.example'

function specification(sites: string): string {
  return `# Notes\n\n## 3. Entities and their fields\n\n### Entity: Note\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| title | text | required | | |\n\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Other sites may call | ${sites} |\n`
}

async function asked(sites: string, origin: string) {
  await using small = await runApplication(specification(sites))
  const path = small.application.operations.find(({ kind }) => kind === 'create')?.path ?? ''
  const address = `${small.address}${path}`
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const before = await fetch(address, { method: 'OPTIONS', headers })
  const answer = await fetch(address, { headers: { origin } })
  return [
    before.headers.get('access-control-allow-origin'),
    answer.headers.get('access-control-allow-origin'),
    answer.headers.get('access-control-allow-credentials'),
    await admittedBelow(small.address, origin),
  ]
}

/** A request of our own pages is not a cross-origin request, however its address is spelt. */
async function admittedBelow(address: string, origin: string): Promise<boolean> {
  const paths = ['/_ninefold/app', '/%5Fninefold/app', '/_ninefold/openapi.json', '/_ninefold/nothing']
  const answers = await Promise.all(
    paths.flatMap((path) =>
      ['GET', 'OPTIONS'].map((method) =>
        fetch(`${address}${path}`, { method, headers: { origin, 'access-control-request-method': 'GET' } }),
      ),
    ),
  )
  return answers.some(({ headers }) => headers.get('access-control-allow-origin') !== null)
}

it('admits any site, or the named ones, and never with the session of the user', async () => {
  expect(await asked('any', SHOP)).toEqual(['*', '*', null, false])
  expect(await asked(`${SHOP}, https://b.example`, SHOP)).toEqual([SHOP, SHOP, null, false])
  expect(await asked(`${SHOP}, https://b.example`, 'https://c.example')).toEqual([null, null, null, false])
  expect(await asked('none', SHOP)).toEqual([null, null, null, false])
})
