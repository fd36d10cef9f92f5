import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Looks, picture, sidewaysPixels } from './browser.ts'
import { ADA, BEN, CLEO, serving } from './running-help-desk.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

const desk = serving()

/** Signs in on another device, a phone. */
async function elsewhere({ email, password }: typeof CLEO): Promise<() => Promise<boolean>> {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  const headers = { 'content-type': 'application/json', 'user-agent': agent }
  const answer = await fetch(`${desk.address}/_ninefold/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ identifier: email, password }),
  })
  const cookie = cookieOfSession(answer)
  const isSignedIn = async (): Promise<boolean> => {
    const app = await fetch(`${desk.address}/_ninefold/app`, { headers: { ...headers, cookie } })
    return ((await app.json()) as { caller: unknown }).caller !== null
  }
  expect(await isSignedIn()).toBe(true)
  return isSignedIn
}

it('shows somebody where they are signed in, ends that, and changes the password, by the keyboard', async () => {
  const { page } = await desk.signedIn(CLEO)
  const [first, second] = [await elsewhere(CLEO), await elsewhere(CLEO)]
  await page.getByRole('button', { name: /^Account: Cleo/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Account' }).focus()
  expect(await page.getByRole('menuitemradio').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  await page.getByText(CLEO.email).waitFor()
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect.poll(() => sessions.count()).toBe(3)
  await expect.poll(() => sessions.first().innerText()).toMatch(/Chrome on Linux\s*Here/)

  await page.getByRole('button', { name: 'Sign out: Safari on iOS' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sessions.count()).toBe(2)
  expect([await first(), await second()].filter(Boolean)).toHaveLength(1)
  expect(await page.evaluate<string>(`document.activeElement?.id`)).toBe('content')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).focus()
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { user: { email: string } }
  expect(data.user.email).toBe(CLEO.email)

  await page.getByLabel('Present password').fill('not the one')
  await page.getByLabel('New password').fill('another one, long enough')
  await page.keyboard.press('Enter')
  await page.getByText('This is not your present password.').waitFor()
  await page.getByLabel('Present password').fill(CLEO.password)
  await page.keyboard.press('Enter')
  await page.getByText('Your password is changed.').waitFor()
  await expect.poll(() => sessions.count()).toBe(1)
  expect([await first(), await second()]).toEqual([false, false])
  await page.reload()
  await page.getByText(CLEO.email).waitFor()
})

const LOOKS: readonly (readonly [name: string, looks: Looks])[] = [
  ['desktop', {}],
  ['phone', { screen: 'phone', colours: 'dark' }],
]

it.each(LOOKS)('has no barrier on the page, and keeps how pages are to look: %s', async (name, looks) => {
  const { page } = await desk.signedIn(BEN, { ...looks, ignoresPolicy: true })
  await page.goto('/_ninefold/account')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await picture(page, `account-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  expect(await lookAt(page, `account-${name}`)).toEqual([])
  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark').click()
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click()
  await page.getByRole('heading', { name: 'Wo Sie angemeldet sind' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Wo Sie angemeldet sind' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await sidewaysPixels(page)).toBe(0)
})

it.each(LOOKS)('gives and takes the roles of others on a page of its own: %s', async (name, looks) => {
  const { page } = await desk.signedIn(ADA, { ...looks, ignoresPolicy: true })
  await page.goto('/_ninefold/people')
  await page.getByRole('textbox', { name: 'Search for a person' }).fill('cleo@')
  const roles = page.getByRole('button', { name: /^Roles of/ })
  await expect.poll(() => roles.count()).toBe(1)
  expect(await roles.getAttribute('aria-label')).toBe('Roles of Cleo Customer: Requester')
  await roles.click()
  await page.getByRole('menuitemcheckbox', { name: 'Agent' }).click()
  await page.getByText('Cleo Customer is Agent now.').waitFor()
  await page.getByRole('button', { name: 'Roles of Cleo Customer: Requester, Agent' }).waitFor()
  await picture(page, `people-${name}`)
  expect(await sidewaysPixels(page)).toBe(0)
  expect(await lookAt(page, `people-${name}`)).toEqual([])
  await page.getByRole('menuitemcheckbox', { name: 'Agent' }).click()
  await page.getByText('Cleo Customer is not Agent any more.').waitFor()
})

it('suspends somebody until they are brought back, and invites somebody else', async () => {
  const { page } = await desk.signedIn(ADA)
  await page.goto('/_ninefold/people')
  const row = page.getByRole('listitem').filter({ hasText: 'Ben Agent' })
  await row.getByRole('button', { name: 'More about Ben Agent' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await row.getByText('Suspended').waitFor()
  const { page: ben } = await desk.visit()
  await ben.goto('/sign-in')
  await ben.getByLabel('Email').fill(BEN.email)
  await ben.locator('input[type=password]').fill(BEN.password)
  await ben.getByRole('button', { name: 'Sign in', exact: true }).click()
  await ben.getByText('This account is suspended.').waitFor()
  await row.getByRole('button', { name: 'More about Ben Agent' }).click()
  await page.getByRole('menuitem', { name: 'End the suspension' }).click()
  await row.getByText('Suspended').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Email, if you know it').fill('fay@example.test')
  await page.getByRole('button', { name: 'Make the invitation' }).click()
  await page.getByText('It was sent to fay@example.test.').waitFor()
  expect(await lookAt(page, 'invitation')).toEqual([])
  const link = (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
  await ben.goto(new URL(link).pathname + new URL(link).hash)
  await ben.getByText('fay@example.test').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'End the invitation: fay@example.test' }).click()
  await page.getByText('Open invitations').waitFor({ state: 'detached' })
})

it('has no page of people for whoever gives no roles', async () => {
  const { page } = await desk.signedIn(BEN)
  await page.goto('/_ninefold/people')
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})

it('is there for whoever is not signed in, however much of it the browser has kept', async () => {
  const { page } = await desk.visit()
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signIn.waitFor()
  // A cached script may run before the page is read, so not every attempt works.
  for (let times = 0; times < 8; times++) {
    await page.goto(`/queue?again=${times}`)
    await signIn.waitFor()
  }
})

it.each(LOOKS)('shows an operator what was done, what waits and how the application is: %s', async (name, looks) => {
  if (!desk.text().includes('**Operated by:**'))
    await desk.save(desk.text().replace(/^### Roles$/m, '**Operated by:** Admin\n\n$&'))
  const { page } = await desk.signedIn(ADA, { ...looks, ignoresPolicy: true })
  const isOperator = async (): Promise<unknown> =>
    ((await (await page.request.get('/_ninefold/app')).json()) as { isOperator?: unknown }).isOperator
  await expect.poll(isOperator).toBe(true)
  await page.goto('/_ninefold/operation')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('signed in').first().waitFor()
  await picture(page, `operation-audit-${name}`)
  expect(await lookAt(page, `operation-audit-${name}`)).toEqual([])
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Comment', exact: true }).click()
  await page.getByText('Nothing was done that matches.').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await log.waitFor()
  for (const [tab, shown] of [
    ['Messages', 'No message waits.'],
    ['Waiting work', 'No schedule is stated.'],
    ['Health', 'Sessions that go on'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByText(shown).waitFor()
    await picture(page, `operation-${tab.toLowerCase().replace(' ', '-')}-${name}`)
    expect(await sidewaysPixels(page), tab).toBe(0)
    expect(await lookAt(page, `operation-${tab}-${name}`), tab).toEqual([])
  }
  await page.reload()
  await page.getByText('Sessions that go on').waitFor()
  await desk.leave()

  const ben = await desk.signedIn(BEN, looks)
  await ben.page.goto('/_ninefold/operation')
  await ben.page.getByText('There is nothing at this address').waitFor()
})
